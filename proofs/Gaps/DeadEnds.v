(** * The checker: positions that are not won, and dead ends (lemma 2) *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Relaxation
  Gaps.Persistent Gaps.Machine Gaps.Moves.
Import ListNotations.

Set Default Proof Using "All".

Section DeadEnds.
Variables (ru : rules) (R C : nat).
Hypothesis C2 : 2 <= C.
Variable k : cfg.
Hypothesis MK : k = make ru R C.
Notation n := (n R C).
Notation N := (R * (C - 1)).
Notation col := (col C).
Notation rank := (rank C).
Notation legal := (legal ru C).
Notation stands := (stands R C).
Notation joint := (joint R C).
Notation colof := (colof k).
Notation rankof := (rankof k).
Notation suitof := (suitof k).
Notation lostT := (lostT ru R C).

(** ** No board of the position is won *)

(** Some gap is not at a row end; or some card that is not open is outside its column, outside its
    row (fixed suits), in a row with a card of another suit, or of a suit that has cards in another
    row. *)
Definition unwon p :=
  let b := bd p in
  negb (within (gp p) (mget (kcolm k) (kC k - 1))) ||
  let fixed x := negb (has (op p) x) && (colof x + 1 <? kC k) && negb (get b x =? 0) in
  existsb (fun x => fixed x && (negb (rankof (get b x) =? colof x) ||
    match kru k with FixedSuits => negb (suitof (get b x) =? get (krow k) x) | _ => false end ||
    existsb (fun y => fixed y && xorb (get (krow k) x =? get (krow k) y)
      (suitof (get b x) =? suitof (get b y))) (kcells k))) (kcells k).

Lemma won_fixed p t x : is_sane R C p -> stands (has (op p)) (bd p) t -> won ru R C t = true ->
  x < n -> has (op p) x = false -> col x + 1 < C ->
  get (bd p) x <= N /\ exists s, get (bd p) x = card C s (col x) /\
    may_own ru (row C x) s = true /\ get t (x / C * C) = card C s 0.
Proof.
  intros S ST W Hx O K. assert (E := stands_closed R C _ _ _ x ST O).
  destruct (won_cell ru R C t x W Hx ltac:(lia)) as (s & _ & MO & F).
  destruct (cell_split R C x Hx) as (_ & Q & _).
  assert (F1 := F (col x) ltac:(lia)). rewrite Q, E in F1.
  assert (F0 := F 0 ltac:(lia)). rewrite Nat.add_0_r in F0.
  split; [apply (s_card _ _ _ S); rewrite F1; discriminate|]. exists s. auto.
Qed.
Lemma unwon_ok p : is_sane R C p -> unwon p = true ->
  forall t, stands (has (op p)) (bd p) t -> won ru R C t = false.
Proof.
  intros S H t ST. destruct (won ru R C t) eqn:W; auto. exfalso. unfold unwon in H.
  assert (KC : kC k = C) by (now rewrite MK). rewrite KC in H. apply orb_prop in H as [H|H].
  - apply negb_true_iff in H.
    enough (within (gp p) (mget (kcolm k) (C - 1)) = true) by congruence.
    unfold within, empty, same_mask. apply N.eqb_eq, N.bits_inj. intros i.
    change none with 0%N. rewrite N.bits_0. rewrite <- (N2Nat.id i).
    change (has (minus (gp p) (mget (kcolm k) (C - 1))) (N.to_nat i) = false).
    rewrite has_minus. destruct (has (gp p) (N.to_nat i)) eqn:G; auto. cbn.
    apply negb_false_iff. destruct (s_gap _ _ _ S _ G) as [Hx Gx]. set (x := N.to_nat i) in *.
    destruct (stands_place R C _ _ _ x (stands_sym R C _ _ _ ST)) as (y & J & E).
    rewrite Gx in E. assert (Hy := joint_lt _ _ _ _ _ J Hx). assert (K := joint_col _ _ _ _ _ J).
    assert (KX := proj2 (proj2 (cell_split R C x Hx))).
    assert (KE : col x = C - 1).
    { destruct (le_lt_dec (C - 1) (col x)); [lia|]. exfalso.
      apply (won_full ru R C t y W Hy); [lia|auto]. }
    rewrite <- KE. now apply (colm_in ru R C).
  - cbn zeta in H.
    assert (FX : forall x, x < n -> negb (has (op p) x) && (colof x + 1 <? C) &&
      negb (get (bd p) x =? 0) = true -> has (op p) x = false /\ col x + 1 < C).
    { intros x Hx Q. rewrite !andb_true_iff in Q. destruct Q as ((Q1 & Q2) & _).
      apply negb_true_iff in Q1. apply Nat.ltb_lt in Q2. rewrite (col_ok ru R C) in Q2 by auto.
      auto. }
    apply existsb_exists in H as (x & Ix & H). apply (in_cells ru R C C2 k MK) in Ix.
    apply andb_prop in H as [F H]. destruct (FX x Ix F) as [O K].
    destruct (won_fixed p t x S ST W Ix O K) as (XN & s & EX & MO & T0).
    rewrite (rank_ok ru R C), (col_ok ru R C), EX, rank_card, Nat.eqb_refl in H
      by (auto; lia). cbn [negb orb] in H.
    apply orb_prop in H as [H|H].
    + replace (kru k) with ru in H by (now rewrite MK). unfold may_own in MO.
      rewrite (suit_ok ru R C), (row_ok ru R C), suit_card in H by (rewrite <- ?EX; auto; lia).
      destruct ru; try discriminate. rewrite MO in H. discriminate.
    + apply existsb_exists in H as (y & Iy & H). apply (in_cells ru R C C2 k MK) in Iy.
      apply andb_prop in H as [F2 H]. destruct (FX y Iy F2) as [O2 K2].
      destruct (won_fixed p t y S ST W Iy O2 K2) as (YN & s2 & EY & _ & T2).
      rewrite <- EX in H. rewrite !(row_ok ru R C), !(suit_ok ru R C), EX, EY, !suit_card in H
        by (auto; lia).
      destruct (Nat.eqb_spec (row C x) (row C y)) as [Q|Q],
        (Nat.eqb_spec s s2) as [Q2|Q2]; try discriminate.
      * unfold row in Q. rewrite Q, T2 in T0. apply Q2.
        rewrite <- (suit_card C s 0), <- (suit_card C s2 0) by lia. congruence.
      * subst s2. apply Q. assert (U := stands_uniq R C _ _ _ ST (s_uniq _ _ _ S)).
        assert (Z : x / C * C = y / C * C) by (apply U; [congruence|rewrite T0; discriminate]).
        unfold row. nia.
Qed.

(** ** The tables of lemma 2: found in any way, then checked *)

Definition places p y : mask :=
  if has (op p) y then inter (op p) (mget (kcolm k) (colof y)) else one y.
Definition start p X : mask :=
  let y := get (at_ p) X in
  if (y <? kN k) && (get (bd p) y =? X) then places p y else none.
Definition starts p : list mask := map (start p) (kcards k).

Lemma places_ok p x y : is_sane R C p -> y < n -> joint (has (op p)) x y ->
  has (places p y) x = true.
Proof.
  intros S Hy J. unfold places. rewrite (col_ok ru R C) by auto.
  destruct J as [->|(H1 & H2 & W1 & W2 & K)].
  - destruct (has (op p) y) eqn:E; [|now rewrite has_one, Nat.eqb_refl].
    rewrite has_inter, E. now apply (colm_in ru R C).
  - rewrite W2, has_inter, W1, <- K. now apply (colm_in ru R C).
Qed.
Lemma start_ok p t x : is_sane R C p -> stands (has (op p)) (bd p) t -> x < n -> get t x <> 0 ->
  has (start p (get t x)) x = true.
Proof.
  intros S ST Hx X0. destruct (stands_place R C _ _ _ x ST) as (y & J & E).
  assert (Hy := joint_lt _ _ _ _ _ J Hx). unfold start. rewrite E in *.
  rewrite (s_at _ _ _ S) by auto. replace (kN k) with n by (now rewrite MK).
  apply Nat.ltb_lt in Hy as Hy'. rewrite Hy', Nat.eqb_refl. cbn [andb]. now apply places_ok.
Qed.

(** The table by card number; the entry of card 0 is empty. *)
Definition table (l : list mask) : masks := masks_of (none :: l).
Lemma mget_starts p X : mget (table (starts p)) X =
  if (1 <=? X) && (X <=? N) then start p X else none.
Proof.
  unfold table, masks_of, vec_of, mget, vget, starts. destruct X as [|X]; [reflexivity|].
  change (nth (S X) (none :: ?l) none) with (nth X l none). replace (kcards k) with (seq 1 N) by
    (now rewrite MK).
  destruct (Nat.leb_spec (S X) N) as [H|H]; cbn [andb Nat.leb].
  - rewrite nth_indep with (d' := start p 0) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. reflexivity.
  - apply nth_overflow. rewrite map_length, seq_length. lia.
Qed.

Section Tables.
Variable frozen : mask.
Definition door X (r : mask) : mask :=
  match kru k with
  | Standard => mget (kcolm k) 0
  | FixedSuits => one (suitof X * kC k)
  | FixedTwos => if within r (mget (kcolm k) 0) then none else mget (kcolm k) 0
  end.
Definition enter X (left r : mask) : mask :=
  if rankof X =? 0 then door X r else minus (right left) (mget (kcolm k) 0).
Definition closed1 (s r : masks) (g : mask) X :=
  let sX := mget s X in let rX := mget r X in
  within sX rX &&
  (if has frozen X then true else within (inter (enter X (mget r (X - 1)) rX) g) rX) &&
  (if negb (within rX sX) || negb (empty (inter sX g)) then within sX g else true).
Definition fixpoint p (s r : masks) (g : mask) :=
  forallb (fun y => if has (gp p) y then within (places p y) g else true) (kcells k) &&
  forallb (closed1 s r g) (kcards k).

Definition st (s : masks) X x := has (mget s X) x.
Definition re (r : masks) X x := (kK k <? X) || has (mget r X) x.

Lemma not_within m g x : has m x = true -> has g x = false -> within m g = false.
Proof.
  intros M G. destruct (within m g) eqn:W; auto. rewrite (within_has _ _ _ W M) in G. discriminate.
Qed.
Lemma not_empty m x : has m x = true -> empty m = false.
Proof. intros M. destruct (empty m) eqn:E; auto. now rewrite (empty_has _ x E) in M. Qed.

Lemma fixpoint_ok p r g t : is_sane R C p -> fixpoint p (table (starts p)) r g = true ->
  stands (has (op p)) (bd p) t ->
  closed ru R C (has frozen) (st (table (starts p))) (re r) (has g) /\
  holds R C (st (table (starts p))) (re r) (has g) t.
Proof.
  intros S H ST. set (s := table (starts p)) in *. unfold fixpoint in H.
  apply andb_prop in H as [HG H]. rewrite forallb_forall in HG, H.
  assert (KK : kK k = N) by (now rewrite MK).
  assert (SB : forall X x, st s X x = true -> 1 <= X <= N).
  { intros X x Q. unfold st, s in Q. rewrite mget_starts in Q.
    destruct (Nat.leb_spec 1 X); [|discriminate]. destruct (Nat.leb_spec X N); [lia|].
    discriminate. }
  assert (F : forall X, 1 <= X <= N -> within (mget s X) (mget r X) = true /\
    (has frozen X = false ->
      within (inter (enter X (mget r (X - 1)) (mget r X)) g) (mget r X) = true) /\
    (within (mget r X) (mget s X) = false \/ empty (inter (mget s X) g) = false ->
      within (mget s X) g = true)).
  { intros X HX. specialize (H X (proj2 (in_cards ru R C C2 k MK X) HX)). unfold closed1 in H.
    apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. split; [auto|split].
    - intros E. now rewrite E in H2.
    - intros [E|E]; rewrite E in H3; cbn in H3; auto. now rewrite orb_true_r in H3. }
  assert (RE : forall X x, X <> 0 -> (X <= N -> has (mget r X) x = true) -> re r X x = true).
  { intros X x X0 Q. unfold re. rewrite KK. destruct (Nat.ltb_spec N X) as [L|L]; auto. }
  assert (CLO : closed ru R C (has frozen) (st s) (re r) (has g)).
  { split.
    - intros X x Q. assert (B := SB X x Q). destruct (F X B) as (F1 & _).
      apply RE; [lia|]. intros _. exact (within_has _ _ _ F1 Q).
    - intros X a c FX X0 Ha Hc G K KC RA TM. apply RE; auto. intros XN.
      destruct (F X ltac:(lia)) as (_ & F2 & _). apply (within_has _ _ _ (F2 FX)).
      rewrite has_inter, G, andb_true_r. unfold enter. rewrite (rank_ok ru R C), K by auto.
      cbn [Nat.eqb]. unfold door. unfold two_may in TM. replace (kru k) with ru by (now rewrite MK).
      assert (IN : has (mget (kcolm k) 0) c = true) by (rewrite <- KC; now apply (colm_in ru R C)).
      destruct (rules_cases ru) as [RU|[RU|RU]]; rewrite RU in TM |- *; auto.
      + rewrite has_one, (suit_ok ru R C) by auto. apply Nat.eqb_eq in TM.
        replace (kC k) with C by (now rewrite MK). destruct (cell_split R C c Hc) as (_ & Q & _).
        unfold row in TM. apply Nat.eqb_eq. lia.
      + rewrite (not_within _ _ a); auto.
        * unfold re in RA. rewrite KK in RA. destruct (Nat.ltb_spec N X); [lia|exact RA].
        * destruct (has (mget (kcolm k) 0) a) eqn:Q; auto.
          apply (colm_ok ru R C) in Q; auto. destruct Q as [_ Q].
          rewrite Q in TM. discriminate.
    - intros X c FX X0 Hc G K KC RP. apply RE; auto. intros XN.
      destruct (F X ltac:(lia)) as (_ & F2 & _). apply (within_has _ _ _ (F2 FX)).
      rewrite has_inter, G, andb_true_r. unfold enter. rewrite (rank_ok ru R C) by auto.
      apply Nat.eqb_neq in K. rewrite K, has_minus, has_right.
      unfold re in RP. rewrite KK in RP. destruct (Nat.ltb_spec N (X - 1)); [lia|].
      cbn in RP. rewrite RP. assert (C0 : c <> 0) by (intros ->; apply KC, col_0).
      apply Nat.eqb_neq in C0. rewrite C0. cbn. apply negb_true_iff.
      destruct (has (mget (kcolm k) 0) c) eqn:Q; auto.
      apply (colm_ok ru R C C2 k MK) in Q. now destruct Q.
    - intros X a c Q Ha Hc X0 RC NS. assert (B := SB X a Q). destruct (F X B) as (_ & _ & F3).
      unfold re in RC. rewrite KK in RC. destruct (Nat.ltb_spec N X); [lia|].
      apply (within_has (mget s X)); auto. apply F3. left. eapply not_within; eauto.
    - intros X a c Q Ha Hc Q2 G. assert (B := SB X a Q). destruct (F X B) as (_ & _ & F3).
      apply (within_has (mget s X)); auto. apply F3. right. apply (not_empty _ c).
      rewrite has_inter. unfold st in Q2. now rewrite Q2, G. }
  split; auto. apply (holds_start ru R C (has frozen)); auto; [apply ST| |].
  - intros x Hx G. destruct (stands_place R C _ _ _ x ST) as (y & J & E).
    assert (Hy := joint_lt _ _ _ _ _ J Hx). rewrite G in E.
    specialize (HG y (proj2 (in_cells ru R C C2 k MK y) Hy)).
    rewrite (s_gaps _ _ _ S), <- E in HG by auto. cbn in HG.
    apply (within_has _ _ _ HG). now apply places_ok.
  - intros x Hx X0. unfold st, s. rewrite mget_starts.
    assert (XN : get t x <= N).
    { destruct (stands_place R C _ _ _ x ST) as (y & J & E). rewrite E in *.
      now apply (s_card _ _ _ S). }
    assert (Q : (1 <=? get t x) && (get t x <=? N) = true).
    { apply andb_true_intro. split; apply Nat.leb_le; lia. }
    rewrite Q. now apply start_ok.
Qed.

(** The computation of the tables, on which no proof depends. The cells that a card can reach
    follow from the gaps, so only the gaps are kept from round to round. *)
Definition reach X (left s g : mask) : mask :=
  if has frozen X then s else union s (inter (enter X left s) g).
Fixpoint round (X : nat) (left : mask) (ss : list mask) (g : mask) : mask :=
  match ss with
  | [] => g
  | s :: ss =>
    let r := reach X left s g in round (X + 1) r ss (if within r s then g else union g s)
  end.
Fixpoint grow (fuel : nat) (ss : list mask) (g : mask) : mask :=
  match fuel with
  | 0 => g
  | S fuel => let g' := round 1 none ss g in if same_mask g g' then g else grow fuel ss g'
  end.
Fixpoint reaches (X : nat) (left : mask) (ss : list mask) (g : mask) : list mask :=
  match ss with
  | [] => []
  | s :: ss => let r := reach X left s g in r :: reaches (X + 1) r ss g
  end.
Definition tables p ss :=
  let g := grow (kN k + 2) ss
    (fold_left (fun g y => if has (gp p) y then union g (places p y) else g) (kcells k) none) in
  (reaches 1 none ss g, g).
End Tables.

(** Lemma 2 says that the position is lost. *)
Definition dead p :=
  let ss := starts p in
  let (rs, g) := tables none p ss in
  let r := table rs in
  fixpoint none p (table ss) r g && negb (possible ru R C (re r) (has g)).
Theorem dead_ok p : is_sane R C p -> dead p = true -> lostT p.
Proof.
  intros S H. unfold dead in H. destruct (tables _ _ _) as [rs g].
  apply andb_prop in H as [F NP]. apply negb_true_iff in NP. intros t ST.
  destruct (fixpoint_ok none p (table rs) g t S F ST) as [CLO HO].
  apply (lemma2 ru R C (has none) (st (table (starts p))) (re (table rs)) (has g)); auto.
  eapply stands_uniq; [exact ST|apply (s_uniq _ _ _ S)].
Qed.
End DeadEnds.
