(** * The checker's positions are those of Opening.v: steps, and the positions after them

    [steps_agree]: the checker's list of steps has the steps of Opening.v. [take_agrees]: it
    takes each of them, and reaches the position after it. *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Opening
  Gaps.Levels Gaps.Reached Gaps.Sleeping Gaps.Machine Gaps.Canonical Gaps.Moves Gaps.DeadEnds
  Gaps.SleepChecks Gaps.Tree Gaps.Masks Gaps.Faithful Gaps.Targets.
Import ListNotations.

Set Default Proof Using "All".

Lemma successors_has p m cells : forall found s, has (successors p m cells found) s =
  has found s ||
    existsb (fun x => (has m (x + 1) || has (op p) x) && (get (bd p) x + 1 =? s)) cells.
Proof.
  induction cells as [|x cells IH]; intros found s; simpl; [now rewrite orb_false_r|].
  rewrite IH. destruct (has m (x + 1) || has (op p) x); cbn [andb]; auto.
  now rewrite has_union, has_one, orb_assoc.
Qed.

Section Agrees.
Variables (ru : rules) (R C : nat).
Hypothesis C2 : 2 <= C.
Variable k : cfg.
Hypothesis MK : k = make ru R C.
Notation n := (n R C).
Notation N := (R * (C - 1)).
Notation col := (col C).
Notation rank := (rank C).
Notation stands := (stands R C).
Notation settled := (settled R C).
Notation opens := (opens ru R C).
Notation step := (Opening.step ru R C).
Notation after := (after ru R C).
Notation reached := (reached ru R C).
Notation unopened := (unopened ru R C).
Notation inv := (inv ru R C).
Notation full := (full R C).
Notation bounded := (bounded R C).
Notation faithful := (faithful ru R C).
Notation col_ok := (col_ok ru R C C2 k MK).
Notation rank_ok := (rank_ok ru R C C2 k MK).
Notation faithful_uniq := (faithful_uniq ru R C C2 k MK).
Notation op_lt := (op_lt ru R C C2 k MK).
Notation at_card := (at_card ru R C C2 k MK).
Notation gp_has := (gp_has ru R C C2 k MK).

(** ** Steps *)

Definition may_step p X := if rankof k X =? 0
  then negb (empty (inter (gp p) (mget (kcolm k) 0)))
  else has (successors p (union (gp p) (op p)) (kcells k) none) X.
Definition target_column p X :=
  if rankof k X =? 0 then 0 else colof k (get (at_ p) (X - 1)) + 1.
Lemma steps_in p X c : In (X, c) (steps k p) <-> In X (korder k) /\ may_step p X = true /\
  has (targets k p X) c = true /\ In c (nth (target_column p X) (kcolumns k) []).
Proof.
  unfold steps, may_step, target_column.
  set (may := successors _ _ _ _). set (twos := negb _).
  induction (korder k) as [|Y l IH]; [cbn; tauto|].
  cbn -[targets nth filter map Nat.eqb rankof].
  assert (E : empty (targets k p Y) = true -> has (targets k p Y) c = true -> False)
    by (intros Q; rewrite (empty_has _ c Q); discriminate).
  destruct (if rankof k Y =? 0 then twos else has may Y) eqn:M.
  - destruct (empty (targets k p Y)) eqn:Q.
    + rewrite IH. split; [tauto|]. intros ([->|I] & H); [|tauto]. exfalso. apply E; tauto.
    + rewrite in_app_iff, IH, in_map_iff. split.
      * intros [(x & [= -> ->] & I)|H]; [|tauto]. apply filter_In in I. tauto.
      * intros ([->|I] & H); [left|right; tauto]. exists c. split; auto. apply filter_In. tauto.
  - rewrite IH. split; [tauto|]. intros ([->|I] & H); [|tauto]. rewrite M in H. destruct H.
    discriminate.
Qed.
Lemma in_order X : In X (korder k) <-> 1 <= X <= N.
Proof.
  rewrite MK. simpl. rewrite in_flat_map. split.
  - intros (r & Ir & I). apply in_map_iff in I as (s & <- & Is). apply in_seq in Ir, Is.
    unfold card. nia.
  - intros H. exists (rank X). assert (D := Nat.div_mod (X - 1) (C - 1) ltac:(lia)).
    assert (B := Nat.mod_upper_bound (X - 1) (C - 1) ltac:(lia)).
    split; [apply in_seq; unfold Rules.rank; lia|]. apply in_map_iff. exists (suit C X).
    assert (suit C X < R) by (apply Nat.div_lt_upper_bound; nia).
    split; [unfold card, Rules.rank, suit; lia|apply in_seq; lia].
Qed.
Lemma step_card b W X c : bounded b -> step b W X c -> 1 <= X <= N.
Proof.
  intros B ST. assert (Q : exists x, get b x = X /\ X <> 0) by (destruct ST; eauto).
  destruct Q as (x & <- & X0). specialize (B x). lia.
Qed.
Lemma faithful_bounded p : faithful p -> bounded (bd p).
Proof.
  intros F x. destruct (Nat.eq_dec (get (bd p) x) 0) as [->|X0]; [apply Nat.le_0_l|].
  now apply (s_card _ _ _ (f_sane _ _ _ _ F)).
Qed.

Theorem steps_agree p X c : faithful p ->
  (In (X, c) (steps k p) <-> step (bd p) (has (op p)) X c).
Proof.
  intros F. rewrite steps_in, in_order. split.
  - intros (H & _ & T & _). now apply (targets_agree ru R C C2 k MK).
  - intros ST. assert (H := step_card _ _ _ _ (faithful_bounded p F) ST). split; auto.
    assert (T := ST). apply (targets_agree ru R C C2 k MK) in T; auto.
    assert (U := faithful_uniq p F).
    destruct (step_facts ru R C C2 _ _ _ _ U ST) as (X0 & Hc & D).
    unfold may_step, target_column. rewrite rank_ok by lia.
    destruct D as [(K & KC & G & _)|(K & KC & y & Hy & EY & KY & D)].
    + rewrite K. cbn [Nat.eqb]. split; [|split; [auto|apply (in_columns ru R C C2 k MK); [lia|auto]]].
      apply negb_true_iff, not_true_iff_false. intros E. apply (empty_has _ c) in E.
      apply not_true_iff_false in E. apply E. rewrite has_inter, (colm_has ru R C C2 k MK) by lia.
      rewrite !andb_true_iff, gp_has, Nat.ltb_lt, Nat.eqb_eq by auto. auto.
    + apply Nat.eqb_neq in K as K'. rewrite K'. assert (P0 := rank_pred C X X0 K).
      assert (AY : get (at_ p) (X - 1) = y).
      { rewrite <- EY. apply (s_at _ _ _ (f_sane _ _ _ _ F)). congruence. }
      rewrite AY, col_ok by auto. split; [|split; [auto|]].
      * rewrite successors_has, has_none. cbn [orb]. apply existsb_exists. exists y.
        split; [now apply (in_cells ru R C C2 k MK)|]. rewrite EY.
        apply andb_true_intro. split; [|apply Nat.eqb_eq; lia].
        destruct D as [(WY & EC & FI)|[(WY & _)|(WY & _)]]; rewrite ?WY, ?orb_true_r; auto.
        rewrite <- EC, has_union. destruct FI as [[_ G]|[WC _]]; [|rewrite WC, orb_true_r; auto].
        rewrite (proj2 (gp_has p c F)); auto.
      * apply (in_columns ru R C C2 k MK); [|auto]. rewrite <- KY. apply (col_lt ru R C C2 k MK).
Qed.

(** ** Arrangements *)

(** The card of a step is not in the cell to which it goes. *)
Lemma step_apart b W X c : uniq b -> step b W X c -> get b c <> X.
Proof.
  intros U ST. destruct ST as [x c _ _ X0 _ _ _ _ G|x c _ _ X0 _ _ _ _ G|x c _ _ X0 _ _ FG|
    x y _ _ X0 _ _ _ _ M|x y c _ _ X0 _ _ _ _ _ FG _|x y e _ _ X0 _ _ _ _ _ _ _ _ M]; intros E;
    try congruence; try (apply (first_gap_ok ru R C C2) in FG as (_ & _ & G); congruence);
    destruct M as [[_ G]|(W1 & _ & NW)]; try congruence.
  - assert (Q : y + 1 = x) by (apply U; congruence). rewrite Q in *. auto.
  - assert (Q : e + 1 = x) by (apply U; congruence). rewrite Q in *. auto.
Qed.
Lemma settled_same b W t x : (forall y, W y = true -> y < n) -> stands W b t ->
  settled b W x = settled t W x.
Proof.
  intros B S. apply eq_true_iff_eq. rewrite !(settled_spec ru R C C2) by auto.
  assert (G : forall u v, stands W u v -> (exists z, W z = true /\ col z = col x /\ get u z <> 0) ->
    exists z, W z = true /\ col z = col x /\ get v z <> 0).
  { intros u v Q (z & Z1 & Z2 & Z3).
    destruct (stands_place R C _ _ _ z (stands_sym R C _ _ _ Q)) as (w & J & E). exists w.
    split; [eapply (joint_W ru R C C2); eauto|]. rewrite (joint_col R C _ _ _ J).
    split; congruence. }
  assert (S' := stands_sym R C _ _ _ S). split; intros (H1 & H2 & H3); eauto.
Qed.
Lemma opens_stands b t W q V : unopened b W -> stands W b t -> opens t W q V -> opens b W q V.
Proof.
  intros U S O. assert (U' := unopened_stands ru R C C2 _ _ _ U S).
  destruct (opens_ok ru R C C2 t W q V U' O) as [_ ST]. destruct O as [O _]. split.
  - intros x. rewrite O. unfold Opening.opened.
    rewrite (free_stands ru R C C2 b W t (u_levels ru R C C2 _ _ U) S).
    destruct (col x <? _).
    + symmetry. apply (level_stands ru R C C2 b W t); auto. now apply (u_levels ru R C C2).
    + symmetry. apply settled_same; auto. intros y. now apply (u_lt ru R C C2 b).
  - apply stands_sym, ST. now apply stands_sym.
Qed.
(** The openings of two arrangements are the same position. *)
Lemma opens_same b t W q V q' V' : unopened b W -> stands W b t -> opens b W q V ->
  opens t W q' V' -> (forall x, V' x = V x) /\ stands V q q'.
Proof.
  intros U S [E1 S1] O2. destruct (opens_stands _ _ _ _ _ U S O2) as [E3 S3].
  assert (E : forall x, V' x = V x) by (intros x; now rewrite E1, E3). split; auto.
  eapply stands_trans; [apply stands_sym; exact S1|].
  eapply stands_mono; [|exact S3]. intros x. now rewrite E.
Qed.
(** Neither the choices that [take] leaves open nor the arrangement make a difference. *)
Lemma after_same b t W X c q V q' V' : inv b W -> stands W b t -> step b W X c ->
  step t W X c -> after b W X c q V -> after t W X c q' V' ->
  (forall x, V' x = V x) /\ stands V q q'.
Proof.
  intros IV S SB ST (b1 & V1 & T1 & O1) (b2 & V2 & T2 & O2).
  assert (IT := inv_stands ru R C C2 _ _ _ IV S).
  assert (FS := free_stands ru R C C2 b W t (u_levels ru R C C2 _ _ (i_unopened _ _ _ _ _ IV)) S).
  assert (E : V1 = V2) by (destruct T1, T2; auto; lia). rewrite <- E in T2, O2.
  destruct (take_legal ru R C C2 _ _ _ _ _ _ IV SB T1) as
    (t1 & x1 & S1 & H1 & Hc & E1 & L1 & Q1 & VW).
  destruct (take_legal ru R C C2 _ _ _ _ _ _ IT ST T2) as
    (t2 & x2 & S2 & H2 & _ & E2 & L2 & Q2 & _).
  destruct (take_levels ru R C C2 _ _ _ _ _ _ IV SB T1) as [U1 _].
  apply (opens_same b1 b2 V1); auto.
  eapply stands_trans; [apply stands_sym; exact Q1|]. eapply stands_trans; [|exact Q2].
  apply (stands_mono R C (step_open C W c)).
  - destruct VW as [->| ->]; [apply step_open_sub|intros y; auto].
  - apply (move_step ru R C); auto; try congruence.
    + eapply stands_trans; [apply stands_sym; exact S1|]. eapply stands_trans; [exact S|exact S2].
    + eapply stands_uniq; [exact S1|]. apply IV.
Qed.

(** ** Taking a step *)

Lemma open_rank_of p x : faithful p -> has (op p) x = true -> get (bd p) x <> 0 ->
  rank (get (bd p) x) = col x.
Proof.
  intros F W X0. apply (level_rank ru R C C2 (bd p) (col x) x); auto.
  apply (u_open _ _ _ _ _ (i_unopened _ _ _ _ _ (f_inv _ _ _ _ F))). exact W.
Qed.
(** The checker finds the arrangement in which the step is a move. *)
Lemma seat_ex p X c : faithful p -> step (bd p) (has (op p)) X c -> exists b,
  seat k p X c = Some b /\ get b (get (at_ p) X) = X /\ get b c = 0 /\
  (rank X <> 0 -> get b (c - 1) = X - 1).
Proof.
  intros F ST. assert (U := faithful_uniq p F). assert (S := f_sane _ _ _ _ F).
  assert (L := s_len _ _ _ S). assert (AP := step_apart _ _ _ _ U ST).
  assert (H := step_card _ _ _ _ (faithful_bounded p F) ST).
  destruct (step_facts ru R C C2 _ _ _ _ U ST) as (X0 & Hc & D).
  destruct (at_card p X F H) as [Hx EX]. set (x := get (at_ p) X) in *. unfold seat.
  match goal with |- context [match ?m with Some _ => _ | None => None end] =>
    set (mm := m) end.
  assert (M : exists b1, mm = Some b1 /\ length b1 = n /\ get b1 c = 0 /\ get b1 x = X /\
    forall z, col z <> col c -> get b1 z = get (bd p) z).
  { unfold mm. destruct (Nat.eqb_spec (get (bd p) c) 0) as [G|G]; [exists (bd p); auto|].
    assert (FI : fills R C (bd p) (has (op p)) c).
    { destruct D as [(_ & _ & Q & _)|(_ & _ & y & _ & _ & _ & D)]; [contradiction|].
      destruct D as [(_ & _ & Q)|[(_ & _ & _ & Q)|(_ & _ & _ & Q)]]; auto. contradiction. }
    destruct FI as [[_ Q]|(WC & g & Hg & WG & KG & EG)]; [contradiction|]. rewrite WC.
    destruct (find _ _) as [h|] eqn:FD.
    2:{ exfalso. apply find_none with (x := g) in FD.
      - rewrite WG, EG in FD. discriminate.
      - apply (column_ok ru R C C2 k MK); auto. }
    apply find_some in FD as [I FD]. apply (column_ok ru R C C2 k MK) in I as [Hh KH]; auto.
    apply andb_prop in FD as [WH EH]. apply Nat.eqb_eq in EH.
    assert (E := exch_sw ru R C C2 k MK (bd p) c h L Hc Hh). exists (exch (bd p) c h).
    split; [auto|]. rewrite E. split; [apply arr_length|].
    assert (GX := fun z => get_sw R C (bd p) c h z L Hc Hh). split; [now rewrite GX, sw_l|].
    split; [|intros z KZ]; rewrite GX, sw_o; auto; congruence. }
  destruct M as (b1 & -> & L1 & G1 & E1 & O1). rewrite col_ok by auto.
  destruct D as [(K & KC & _)|(K & KC & y & Hy & EY & KY & D)].
  { rewrite KC. exists b1. cbn. split; [auto|split; [auto|split; [auto|contradiction]]]. }
  apply Nat.eqb_neq in KC as KC'. rewrite KC'. cbn [orb]. assert (P0 := rank_pred C X X0 K).
  destruct (col_before ru R C C2 c KC) as [KB _].
  destruct (Nat.eqb_spec (get b1 (c - 1)) (X - 1)) as [Q|Q]; [exists b1; auto|].
  assert (W : has (op p) y = true /\ has (op p) (c - 1) = true).
  { destruct D as [(_ & EC & _)|[D|D]]; try tauto. exfalso. apply Q.
    replace (c - 1) with y by lia. rewrite O1; auto. lia. }
  destruct W as [WY WB]. assert (HB := op_lt p _ F WB).
  assert (AY : get (at_ p) (X - 1) = y).
  { rewrite <- EY. apply (s_at _ _ _ S). congruence. }
  rewrite AY, WY, WB, !col_ok by auto. replace (kN k) with n by (now rewrite MK).
  rewrite (proj2 (Nat.ltb_lt y n) Hy), (proj2 (Nat.eqb_eq (col y) (col (c - 1))) ltac:(lia)).
  cbn [andb]. exists (exch b1 (c - 1) y). split; auto.
  rewrite (exch_sw ru R C C2 k MK b1 (c - 1) y L1 HB Hy).
  assert (GX := fun z => get_sw R C b1 (c - 1) y z L1 HB Hy). rewrite !GX.
  assert (NX : x <> c - 1).
  { intros E. rewrite <- E in WB. assert (R1 := open_rank_of p x F WB ltac:(congruence)).
    assert (R2 := open_rank_of p y F WY ltac:(congruence)). rewrite EX in R1. rewrite EY in R2.
    destruct (rank_suit_pred ru R C C2 X X0 K) as [R3 _]. rewrite E in R1. lia. }
  assert (NC : c <> c - 1) by (intros E; rewrite <- E in KB; lia).
  assert (CY : c <> y) by (intros E; rewrite <- E in KY; lia).
  split; [|split; [|intros _]].
  - rewrite sw_o; auto. intros E. rewrite E in EX. lia.
  - now rewrite sw_o.
  - rewrite sw_l, O1; auto. lia.
Qed.
Lemma arrange_ex p X c : faithful p -> step (bd p) (has (op p)) X c ->
  exists b, arrange k p X c = Some (b, get (at_ p) X).
Proof.
  intros F ST. assert (U := faithful_uniq p F).
  assert (H := step_card _ _ _ _ (faithful_bounded p F) ST).
  destruct (step_facts ru R C C2 _ _ _ _ U ST) as (X0 & Hc & D).
  destruct (at_card p X F H) as [Hx EX]. destruct (seat_ex p X c F ST) as (b & SE & E & G & P).
  exists b. unfold arrange. rewrite SE. cbv zeta. replace (kN k) with n by (now rewrite MK).
  rewrite (proj2 (Nat.ltb_lt c n) Hc), (proj2 (Nat.ltb_lt _ n) Hx), E, Nat.eqb_refl. cbn [andb].
  enough (legalk k b (get (at_ p) X) c = true) as -> by reflexivity. unfold legalk.
  rewrite E, G. replace (kK k) with N by (now rewrite MK).
  rewrite (proj2 (Nat.eqb_neq X 0) X0), (proj2 (Nat.leb_le X N)) by lia. cbn [negb andb].
  rewrite rank_ok, !col_ok by (auto; lia).
  destruct D as [(K & KC & _ & T)|(K & KC & _)].
  - rewrite K, KC. cbn [Nat.eqb andb]. specialize (T _ EX). unfold two_may in T.
    rewrite (row_ok ru R C C2 k MK), (suit_ok ru R C C2 k MK) by (auto; lia).
    replace (kru k) with ru by (now rewrite MK). exact T.
  - apply Nat.eqb_neq in K as K', KC as KC'. rewrite K', KC'. cbn [negb andb].
    apply Nat.eqb_eq. auto.
Qed.

Lemma full_stands W b t : full b -> stands W b t -> full t.
Proof.
  intros F S X H. destruct (F X H) as (x & Hx & E).
  destruct (stands_place R C _ _ _ x (stands_sym R C _ _ _ S)) as (y & J & EY). exists y.
  split; [eapply joint_lt; eauto|congruence].
Qed.
Lemma full_play b x c : length b = n -> x < n -> c < n -> get b c = 0 -> full b ->
  full (play b x c).
Proof.
  intros L Hx Hc G F X H. destruct (F X H) as (y & Hy & E). exists (sw x c y).
  split; [now apply (sw_lt ru R C C2)|]. rewrite (play_sw R C), (get_sw R C), sw_sw; auto.
Qed.
Lemma opens_ext b W W' q V : (forall x, W x = W' x) -> opens b W q V -> opens b W' q V.
Proof.
  intros E [O S]. split; auto. intros x. rewrite O. unfold Opening.opened.
  destruct (col x <? _); auto. apply (settled_ext ru R C C2 k MK). auto.
Qed.
Lemma unopened_ext b W W' : (forall x, W' x = W x) -> unopened b W -> unopened b W'.
Proof. intros E [L U F O]. split; auto. intros x. rewrite E. apply O. Qed.

Theorem take_agrees p X c : faithful p -> step (bd p) (has (op p)) X c -> exists b V q,
  take k p X c = Some (b, V, q) /\ faithful q /\
  after (bd p) (has (op p)) X c (bd q) (has (op q)) /\
  exists b1 V1, Opening.take ru R C (bd p) (has (op p)) X c b1 V1 /\
    (forall x, has V x = V1 x) /\ stands V1 b1 b.
Proof.
  intros F ST. assert (IV := f_inv _ _ _ _ F). assert (S := f_sane _ _ _ _ F).
  destruct (arrange_ex p X c F ST) as [b AR].
  destruct (arrange_ok ru R C C2 k MK p X c b _ S AR) as (SB & Hx & Hc & EX & LG).
  destruct (after_ex ru R C C2 _ _ _ _ IV ST) as (q0 & V0 & bs & Vs & TK & _).
  destruct (take_legal ru R C C2 _ _ _ _ _ _ IV ST TK) as
    (t & z & S1 & Hz & _ & EZ & LZ & Q & VW).
  destruct (take_levels ru R C C2 _ _ _ _ _ _ IV ST TK) as [US _].
  unfold take. rewrite AR. cbv zeta. set (x := get (at_ p) X) in *.
  set (V := if nf p <? colof k c then _ else _).
  assert (HV : forall y, has V y = Vs y).
  { intros y. unfold V. rewrite (f_free _ _ _ _ F), col_ok by auto.
    destruct TK as [? H|? ? ? H]; destruct (Nat.ltb_spec (free_levels ru R C (bd p)) (col c));
      try lia; auto. now apply (pinned_ok ru R C C2 k MK). }
  assert (SP : stands Vs bs (play b x c)).
  { eapply stands_trans; [apply stands_sym; exact Q|].
    apply (stands_mono R C (step_open C (has (op p)) c)).
    - destruct VW as [->| ->]; [apply step_open_sub|intros y; auto].
    - apply (move_step ru R C); auto; try congruence.
      + eapply stands_trans; [apply stands_sym; exact S1|exact SB].
      + eapply stands_uniq; [exact S1|apply IV]. }
  assert (UP := unopened_stands ru R C C2 _ _ _ US SP).
  assert (G := LG). apply legal_may in G as [_ G _ _]. assert (Lb := proj1 (proj2 SB)).
  set (cells := c :: x :: if empty (op p) then [] else kopen k).
  assert (KEEP : forall y, In y cells \/ get (play b x c) y = get (bd p) y).
  { intros y. destruct (existsb (Nat.eqb y) cells) eqn:E; [left; now apply in_existsb|right].
    assert (NI : ~ In y cells) by (intros I; apply in_existsb in I; congruence).
    unfold cells in NI. simpl in NI. rewrite get_play by lia.
    destruct (Nat.eqb_spec c y) as [|_]; [tauto|]. destruct (Nat.eqb_spec x y) as [|_]; [tauto|].
    apply (stands_closed R C (has (op p))); auto. destruct (has (op p) y) eqn:WY; auto.
    exfalso. apply NI. right. right. destruct (empty (op p)) eqn:EO.
    - now rewrite (empty_has _ y EO) in WY.
    - apply in_existsb, (in_kopen ru R C C2 k MK); [now apply (op_lt p)|].
      destruct (u_open _ _ _ _ _ (i_unopened _ _ _ _ _ IV) y WY) as [_ T].
      assert (T4 := top_4 ru R C C2 k MK). lia. }
  destruct (opened_agrees ru R C C2 k MK (play b x c) V cells (at_ p) (gp p)) as [FQ O].
  - now apply (unopened_ext _ Vs).
  - apply full_play; auto. apply (full_stands (has (op p)) (bd p)); auto. apply (f_full _ _ _ _ F).
  - assert (B := faithful_bounded p F). intros y. rewrite get_play by lia.
    destruct (c =? y); [|destruct (x =? y); [apply Nat.le_0_l|]].
    + rewrite EX. now apply (step_card (bd p) (has (op p)) X c).
    + destruct (stands_place R C _ _ _ y SB) as (w & _ & ->). apply B.
  - apply (f_size _ _ _ _ F).
  - intros y Y0. destruct (KEEP y) as [|E]; auto. right. rewrite E in *. now apply (s_at _ _ _ S).
  - intros y Hy. destruct (KEEP y) as [|E]; auto. right. rewrite E. now apply (s_gaps _ _ _ S).
  - intros y Y. now apply (s_gap _ _ _ S).
  - intros y [<-|[<-|I]]; auto. destruct (empty (op p)); [destruct I|].
    now apply (kopen_lt ru R C C2 k MK).
  - eexists _, _, _. split; [reflexivity|]. split; [exact FQ|].
    apply (opens_ext _ _ Vs) in O; auto.
    split; [exists bs, Vs; split; auto; now apply (opens_stands bs (play b x c))|].
    exists bs, Vs. auto.
Qed.
End Agrees.
