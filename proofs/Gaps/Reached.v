(** * The positions of a tree: common properties

    Every open cell is in its level, so each open card has the rank of its column (the fact (c) of
    docs/certificates/positions.md), and the conditions (a) and (b) hold for every position: a
    checker that tests them never fails there. *)

From Coq Require Import List Arith Bool Lia PeanoNat FinFun.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Opening
  Gaps.Levels.
Import ListNotations.

Set Default Proof Using "All".

Section Reached.
Variable ru : rules.
Variables R C : nat.
Hypothesis C2 : 2 <= C.
Notation n := (n R C).
Notation col := (col C).
Notation rank := (rank C).
Notation legal := (legal ru C).
Notation stands := (stands R C).
Notation joint := (joint R C).
Notation level := (level R C).
Notation is_free := (is_free R C).
Notation free_levels := (free_levels ru R C).
Notation top := (top ru C).
Notation settled := (settled R C).
Notation opened := (opened ru R C).
Notation opens := (opens ru R C).
Notation step := (step ru R C).
Notation take := (take ru R C).
Notation level_lt := (level_lt ru R C C2).
Notation level_before := (level_before ru R C C2).
Notation level_rank := (level_rank ru R C C2).
Notation level_stands := (level_stands ru R C C2).
Notation free_stands := (free_stands ru R C C2).
Notation in_levels := (in_levels R C).

Lemma joint_W W x y : joint W x y -> W x = true -> W y = true.
Proof. intros [->|(?&?&?&?&?)]; auto. Qed.
Lemma sw_lt u v x : u < n -> v < n -> x < n -> sw u v x < n.
Proof. intros. unfold sw. eqb. Qed.

(** At most four gaps, as there is one for each row. *)
Definition few (b : board) := forall l, NoDup l ->
  (forall x, In x l -> x < n /\ get b x = 0) -> length l <= 4.
Lemma few_map b t s : few b -> (forall x y, s x = s y -> x = y) -> (forall x, x < n -> s x < n) ->
  (forall x, get t x = get b (s x)) -> few t.
Proof.
  intros F I B E l ND H. rewrite <- (map_length s). apply F.
  - apply Injective_map_NoDup; auto.
  - intros x Ix. apply in_map_iff in Ix as (y & <- & Iy). destruct (H y Iy). rewrite <- E. auto.
Qed.
Lemma few_stands W b t : few b -> stands W b t -> few t.
Proof.
  intros F (_ & _ & s & i & P & E). apply (few_map b t s); auto.
  - intros x y. now apply (perm_inj R C W s i).
  - intros x H. apply (joint_lt R C W x); auto. apply P.
Qed.
Lemma few_play b x c : length b = n -> x < n -> c < n -> get b c = 0 -> few b ->
  few (play b x c).
Proof.
  intros L Hx Hc G F. rewrite (play_sw R C) by auto. apply (few_map b _ (sw x c)); auto.
  - intros y z E. rewrite <- (sw_sw x c y), E. apply sw_sw.
  - intros y. now apply sw_lt.
  - intros y. now apply get_sw.
Qed.

(** Before opening, every open cell is in its level. *)
Record unopened b W : Prop := {
  u_len : length b = n;
  u_uniq : uniq b;
  u_few : few b;
  u_open : forall x, W x = true -> level b (col x) x = true /\ col x < top }.
(** And of positions: cells of free levels are open, and where the level of an open gap is not free,
    an open cell of the column is a card. *)
Record inv b W : Prop := {
  i_unopened : unopened b W;
  i_free : forall x, level b (col x) x = true -> col x < free_levels b -> W x = true;
  i_card : forall g, W g = true -> get b g = 0 -> free_levels b <= col g ->
    exists y, W y = true /\ col y = col g /\ get b y <> 0 }.

Lemma u_levels b W : unopened b W -> in_levels b W.
Proof. intros U x X. now apply (u_open _ _ U). Qed.
Lemma u_lt b W x : unopened b W -> W x = true -> x < n.
Proof. intros U X. now apply (level_lt b (col x)), (u_open _ _ U). Qed.
Lemma unopened_stands b W t : unopened b W -> stands W b t -> unopened t W.
Proof.
  intros U S. assert (O := u_levels _ _ U). destruct U as [L Q F P]. split.
  - apply S.
  - eapply stands_uniq; eauto.
  - eapply few_stands; eauto.
  - intros x X. rewrite <- (level_stands b W t O S). auto.
Qed.
Lemma inv_stands b W t : inv b W -> stands W b t -> inv t W.
Proof.
  intros [U F K] S. assert (O := u_levels _ _ U). split.
  - now apply (unopened_stands b).
  - intros x. rewrite <- (level_stands b W t O S), <- (free_stands b W t O S). apply F.
  - intros g G E. rewrite <- (free_stands b W t O S). intros H.
    destruct (stands_place R C _ _ _ g S) as (y & J & EY).
    assert (KY := joint_col R C _ _ _ J). rewrite <- KY in H.
    destruct (K y (joint_W _ _ _ J G) ltac:(congruence) H) as (z & Z & KZ & EZ).
    destruct (stands_place R C _ _ _ z (stands_sym R C _ _ _ S)) as (w & JW & EW). exists w.
    split; [eapply joint_W; eauto|]. rewrite (joint_col R C _ _ _ JW). split; congruence.
Qed.
Lemma inv_ext b W V : (forall x, V x = W x) -> inv b W -> inv b V.
Proof.
  intros E [[L Q F P] A K]. split; [split; auto; intros x; rewrite E; auto| |].
  - intros x. rewrite E. auto.
  - intros g. rewrite E. intros G Z H. destruct (K g G Z H) as (y & Y). exists y.
    now rewrite E.
Qed.

(** ** Opening *)

Lemma settled_spec b W x : (forall y, W y = true -> y < n) -> settled b W x = true <->
  W x = true /\ (exists y, W y = true /\ col y = col x /\ y <> x) /\
  (exists y, W y = true /\ col y = col x /\ get b y <> 0).
Proof.
  intros B. unfold Opening.settled, gap_at. rewrite !andb_true_iff, !existsb_exists. split.
  - intros ((X & (y & _ & Y)) & (z & _ & Z)). rewrite !andb_true_iff in *.
    rewrite negb_true_iff, Nat.eqb_eq, Nat.eqb_neq in *.
    split; [auto|split; [exists y|exists z]]; tauto.
  - intros (X & (y & Y1 & Y2 & Y3) & (z & Z1 & Z2 & Z3)).
    split; [split; auto; exists y|exists z]; (split; [apply (in_cells ru R C C2); auto|]);
      rewrite !andb_true_iff, negb_true_iff, Nat.eqb_eq, Nat.eqb_neq; auto.
Qed.
(** Emptying the open cells of a column does not change the position if there is only one, or if all are gaps. *)
Lemma settled_stands b W t : (forall y, W y = true -> y < n) -> stands W b t ->
  stands (settled b W) b t.
Proof.
  intros B S. apply (stands_less R C W); auto. intros x X Q.
  destruct (stands_place R C _ _ _ x S) as (y & J & E). rewrite E.
  destruct (Nat.eq_dec y x) as [->|N]; auto.
  assert (Y := joint_W _ _ _ J X). assert (K := joint_col R C _ _ _ J).
  destruct (Nat.eq_dec (get b x) 0) as [X0|X0], (Nat.eq_dec (get b y) 0) as [Y0|Y0]; try congruence;
    exfalso; apply not_true_iff_false in Q; apply Q, settled_spec; auto;
    (split; [auto|split; [eauto|]]); eauto.
Qed.

Theorem condition_a_holds b W : unopened b W -> condition_a ru R C b W.
Proof.
  intros U x X _. apply settled_spec in X; [|intros y; now apply (u_lt b W)].
  now apply (u_open _ _ U).
Qed.
Theorem condition_b_holds b W : unopened b W -> condition_b ru R C b W.
Proof.
  intros U _ x X K E. apply settled_spec in X; [|intros y; now apply (u_lt b W)].
  destruct X as (X & _ & y & Y & KY & EY). destruct (u_open _ _ U x X) as [LX T].
  destruct (u_open _ _ U y Y) as [LY _]. rewrite K in *. rewrite KY in LY.
  assert (F := free_end ru R C C2 b T). apply not_true_iff_false in F. apply F.
  apply (is_free_spec ru R C C2). split; [exists x|exists y]; auto.
Qed.
Lemma opened_sub b W x : unopened b W -> settled b W x = true -> opened b W x = true.
Proof.
  intros U S. unfold Opening.opened. destruct (Nat.ltb_spec (col x) (free_levels b)); auto.
  now apply (condition_a_holds b W).
Qed.
Lemma opened_inv b W : unopened b W -> inv b (opened b W).
Proof.
  intros U. assert (B : forall y, W y = true -> y < n) by (intros y; now apply (u_lt b W)).
  assert (T := free_top ru R C C2 b). split; [split; try apply U| |].
  - intros x. unfold Opening.opened. destruct (Nat.ltb_spec (col x) (free_levels b)) as [H|H].
    + intros L. split; [auto|lia].
    + intros X. apply settled_spec in X; auto. now apply (u_open _ _ U).
  - intros x L H. unfold Opening.opened. apply Nat.ltb_lt in H. now rewrite H.
  - intros g G E H. unfold Opening.opened in *. apply Nat.ltb_ge in H. rewrite H in G.
    apply settled_spec in G; auto. destruct G as (G & _ & y & Y & KY & EY). exists y.
    rewrite KY, H. split; [|auto]. apply settled_spec; auto. rewrite KY. split; [auto|split].
    + exists g. repeat split; auto. congruence.
    + exists y. auto.
Qed.
(** A position that is opened keeps all its boards. *)
Lemma opens_ok b W q V : unopened b W -> opens b W q V ->
  inv q V /\ forall t, stands W b t -> stands V q t.
Proof.
  intros U [E S]. assert (IV := inv_ext b _ V E (opened_inv b W U)). split.
  - now apply (inv_stands b).
  - intros t ST. eapply stands_trans; [apply stands_sym; exact S|].
    apply settled_stands in ST; [|intros y; now apply (u_lt b W)].
    eapply stands_mono; [|exact ST]. intros x X. rewrite E. now apply opened_sub.
Qed.

(** ** Steps *)

Lemma legal_next b x c : get b x <> 0 -> get b c = 0 -> rank (get b x) <> 0 -> col c <> 0 ->
  get b (c - 1) = get b x - 1 -> legal b x c = true.
Proof. intros. apply legal_may. split; auto; contradiction. Qed.
Lemma first_gap_ok b p c : first_gap R C b p = Some c -> c < n /\ p c = true /\ get b c = 0.
Proof.
  unfold first_gap, gap_at. intros F. apply find_some in F as [I F].
  apply andb_prop in F as [P G]. apply Nat.eqb_eq in G. apply (in_cells ru R C C2) in I. auto.
Qed.
(** If there is a gap, the first gap exists. *)
Lemma first_gap_ex b (p : nat -> bool) c : c < n -> p c = true -> get b c = 0 ->
  exists g, first_gap R C b p = Some g /\ g < n /\ p g = true /\ get b g = 0.
Proof.
  intros H P G. destruct (first_gap R C b p) as [g|] eqn:F.
  - exists g. split; auto. now apply first_gap_ok.
  - exfalso. unfold first_gap in F. assert (Q := find_none _ _ F c).
    rewrite (in_cells ru R C C2) in Q. specialize (Q H). cbn in Q. unfold gap_at in Q.
    now rewrite P, G in Q.
Qed.

(** A step of a Two; to the right of a predecessor that is not open; within a free level; to the
    right of a predecessor that is open. *)
Definition fills b W c := (W c = false /\ get b c = 0) \/
  (W c = true /\ exists g, open_gap R C b W c g).
Lemma step_facts b W X c : uniq b -> step b W X c -> X <> 0 /\ c < n /\
  ((rank X = 0 /\ col c = 0 /\ get b c = 0 /\
    forall x, get b x = X -> two_may ru C X x c = true) \/
   (rank X <> 0 /\ col c <> 0 /\ exists y, y < n /\ get b y = X - 1 /\ col c = col y + 1 /\
     ((W y = false /\ c = y + 1 /\ fills b W c) \/
      (W y = true /\ W (c - 1) = true /\ col c <= free_levels b /\ get b c = 0) \/
      (W y = true /\ W (c - 1) = true /\ free_levels b < col c /\ fills b W c)))).
Proof.
  intros U S. destruct S as [x c RU Hx X0 K Hc KC RC G|x c RU Hx X0 K KX Hc KC G|
    x c RU Hx X0 K KX F|x y Hx Hy X0 K E KY WY M|x y c Hx Hy X0 K E KY WY FY F NX|
    x y e Hx Hy X0 K E KY WY FY He WE KE M].
  - repeat (split; [assumption|]). left. repeat (split; [assumption|]). intros z _.
    unfold two_may. rewrite RU. now apply Nat.eqb_eq.
  - repeat (split; [assumption|]). left. repeat (split; [assumption|]). intros z Z.
    unfold two_may. rewrite RU. replace z with x by (apply U; congruence).
    now apply negb_true_iff, Nat.eqb_neq.
  - apply first_gap_ok in F as (Hc & KC & G). apply Nat.eqb_eq in KC.
    repeat (split; [assumption|]). left. repeat (split; [assumption|]). intros z _.
    unfold two_may. now rewrite RU.
  - assert (KC := col_next ru R C C2 y KY).
    assert (FI : fills b W (y + 1)) by (destruct M as [M|(M1 & M2 & _)]; [left|right]; auto).
    split; [auto|split].
    + destruct FI as [[_ G]|[WC (g & G1 & G2 & G3 & _)]].
      * assert (D := Nat.div_mod y C ltac:(lia)). unfold Rules.n, Rules.col in *.
        assert (y / C < R) by (apply Nat.div_lt_upper_bound; lia). nia.
      * assert (D := Nat.div_mod y C ltac:(lia)). unfold Rules.n, Rules.col in *.
        assert (y / C < R) by (apply Nat.div_lt_upper_bound; lia). nia.
    + right. split; [auto|]. split; [lia|]. exists y. repeat (split; [assumption|]). left. auto.
  - apply first_gap_ok in F as (Hc & P & G). apply andb_prop in P as [KC WC].
    apply Nat.eqb_eq in KC. split; [auto|split; [auto|]]. right. split; [auto|split; [lia|]].
    exists y. repeat (split; [assumption|]). right. left. repeat (split; [assumption|]).
    split; [lia|auto].
  - assert (KC := col_next ru R C C2 e ltac:(lia)).
    assert (FI : fills b W (e + 1)) by (destruct M as [M|(M1 & M2 & _)]; [left|right]; auto).
    split; [auto|split].
    + assert (D := Nat.div_mod e C ltac:(lia)). unfold Rules.n, Rules.col in *.
      assert (e / C < R) by (apply Nat.div_lt_upper_bound; lia). nia.
    + right. split; [auto|split; [lia|]]. exists y. split; [auto|]. split; [auto|].
      split; [lia|]. right. right. rewrite Nat.add_sub. repeat (split; [assumption|]).
      split; [lia|auto].
Qed.

(** The move of another arrangement: [play] after an exchange. *)
Lemma play_exchanged b u v x c : length b = n -> u < n -> v < n -> x < n -> c < n -> c <> u ->
  c <> v -> get b c = 0 ->
  play (exchanged R C b u v) (sw u v x) c = exchanged R C (play b x c) u v.
Proof.
  intros L Hu Hv Hx Hc N1 N2 G. unfold exchanged.
  apply (board_eq R C); [rewrite play_length; apply arr_length|apply arr_length|]. intros z.
  assert (H := sw_lt u v x Hu Hv Hx).
  rewrite get_play by (rewrite arr_length; auto).
  rewrite !get_sw by (rewrite ?play_length; auto). rewrite get_play by lia. rewrite sw_sw.
  destruct (Nat.eqb_spec c z) as [<-|NC].
  - now rewrite sw_o, Nat.eqb_refl by auto.
  - destruct (Nat.eqb_spec c (sw u v z)) as [Q|_].
    { exfalso. apply NC. rewrite <- (sw_sw u v z), <- Q. symmetry. now apply sw_o. }
    destruct (Nat.eqb_spec (sw u v x) z) as [Q|Q], (Nat.eqb_spec x (sw u v z)) as [Q'|Q']; auto.
    + exfalso. apply Q'. rewrite <- Q. symmetry. apply sw_sw.
    + exfalso. apply Q. rewrite Q'. apply sw_sw.
Qed.

(** A step is a legal move on some board of the position. *)
Theorem take_legal b W X c b' V : inv b W -> step b W X c -> take b W X c b' V ->
  exists b1 x1, stands W b b1 /\ x1 < n /\ c < n /\ get b1 x1 = X /\ legal b1 x1 c = true /\
    stands V (play b1 x1 c) b' /\ (V = W \/ V = step_open C W c).
Proof.
  intros IV ST TK. assert (U := i_unopened _ _ IV). assert (L := u_len _ _ U).
  assert (QU := u_uniq _ _ U).
  destruct (step_facts b W X c QU ST) as (X0 & Hc & H).
  destruct TK as [x F Hx EX|b1 b2 x F HB HB2 Hx EX].
  - destruct H as [(K & KC & G & T)|(K & KC & y & Hy & EY & KY & H)].
    + exists b, x. assert (LG : legal b x c = true).
      { apply legal_may. split; rewrite ?EX; auto; contradiction. }
      split; [now apply stands_refl|]. do 4 (split; [assumption|]). split; [|auto].
      apply stands_refl. now rewrite play_length.
    + destruct H as [(WY & EC & FI)|[(WY & WC & _ & G)|(_ & _ & F' & _)]]; [| |lia].
      * assert (CY : c - 1 = y) by lia. destruct FI as [[WC G]|[WC _]].
        { exists b, x. assert (LG : legal b x c = true)
            by (apply legal_next; rewrite ?EX, ?CY; auto).
          split; [now apply stands_refl|]. do 4 (split; [assumption|]). split; [|auto].
          apply stands_refl. now rewrite play_length. }
        exfalso. destruct (u_open _ _ U c WC) as [LC _].
        assert (LY := level_before _ _ _ LC KC). rewrite CY in LY.
        rewrite (i_free _ _ IV y) in WY; [discriminate| |lia].
        now replace (col y) with (col c - 1) by lia.
      * destruct (col_before ru R C C2 c KC) as [KB _]. assert (Hc1 : c - 1 < n) by lia.
        assert (J : joint W (c - 1) y) by (right; repeat split; auto; lia).
        assert (N1 : c <> c - 1) by (intros Q; rewrite <- Q in KB; lia).
        assert (N2 : c <> y) by (intros Q; rewrite <- Q in KY; lia).
        exists (exchanged R C b (c - 1) y), (sw (c - 1) y x).
        assert (GX : forall z, get (exchanged R C b (c - 1) y) z = get b (sw (c - 1) y z))
          by (intros; now apply get_sw).
        split; [now apply stands_sw|]. split; [now apply sw_lt|]. split; [auto|].
        split; [now rewrite GX, sw_sw|]. split.
        { apply legal_next; rewrite ?GX, ?sw_sw, ?EX, ?sw_l; auto. now rewrite sw_o. }
        split; [|auto]. rewrite play_exchanged by auto.
        apply stands_sym, stands_sw; auto. now rewrite play_length.
  - destruct H as [(K & KC & G & T)|(K & KC & y & Hy & EY & KY & H)]; [lia|].
    destruct (col_before ru R C C2 c KC) as [KB _]. assert (Hc1 : c - 1 < n) by lia.
    assert (N1 : c <> c - 1) by (intros Q; rewrite <- Q in KB; lia).
    assert (N2 : c <> y) by (intros Q; rewrite <- Q in KY; lia).
    assert (FI : fills b W c) by (destruct H as [H|[H|H]]; [tauto|lia|tauto]).
    assert (B1 : stands W b b1 /\ get b1 c = 0 /\ forall z, col z <> col c -> get b1 z = get b z).
    { destruct HB as [[WC ->]|(g & WC & (Hg & WG & KG & G) & ->)].
      - split; [now apply stands_refl|]. split; [|auto].
        destruct FI as [[_ G]|[Q _]]; [auto|congruence].
      - assert (J : joint W c g) by (right; repeat split; auto).
        split; [now apply stands_sw|]. unfold exchanged. split.
        + rewrite get_sw by auto. now rewrite sw_l.
        + intros z KZ. rewrite get_sw by auto. now rewrite sw_o by congruence. }
    destruct B1 as (S1 & G1 & O1). assert (EY1 : get b1 y = X - 1) by (rewrite O1; auto; lia).
    assert (L1 : length b1 = n) by apply S1.
    assert (Q1 := stands_uniq _ _ _ _ _ S1 QU).
    assert (B2 : stands W b b2 /\ legal b2 x c = true).
    { destruct HB2 as [[WC ->]|(y' & WC & Hy' & EY' & ->)].
      - split; auto. destruct H as [(WY & EC & _)|[(_ & Q & _)|(_ & Q & _)]]; try congruence.
        apply legal_next; rewrite ?EX; auto. now replace (c - 1) with y by lia.
      - destruct H as [(WY & EC & _)|H]; [replace (c - 1) with y in WC by lia; congruence|].
        assert (WY : W y = true) by tauto. assert (Z := rank_pred C X X0 K).
        replace y' with y in * by (apply Q1; congruence).
        assert (J : joint W (c - 1) y) by (right; repeat split; auto; lia).
        split; [eapply stands_trans; [exact S1|now apply stands_sw]|].
        unfold exchanged in *. apply legal_next; rewrite ?EX; auto.
        + rewrite get_sw by auto. now rewrite sw_o by auto.
        + rewrite get_sw by auto. now rewrite sw_l. }
    destruct B2 as [S2 LG]. exists b2, x. do 5 (split; [assumption|]). split; [|auto].
    apply stands_refl. rewrite play_length. apply S2.
Qed.

Lemma take_levels b W X c b' V : inv b W -> step b W X c -> take b W X c b' V ->
  unopened b' V /\ forall k x, level b k x = true -> level b' k x = true.
Proof.
  intros IV ST TK.
  destruct (take_legal _ _ _ _ _ _ IV ST TK) as (b1 & x1 & S1 & H1 & Hc & E1 & LG & SV & VW).
  assert (U := i_unopened _ _ IV). assert (U1 := unopened_stands _ _ _ U S1).
  assert (VS : sub V W) by (destruct VW as [->| ->]; [intros x; auto|apply step_open_sub]).
  assert (LM := level_move ru R C C2 b1 x1 c (u_len _ _ U1) (u_uniq _ _ U1) H1 Hc LG).
  assert (GC : get b1 c = 0) by (apply legal_may in LG; apply LG).
  assert (UM : unopened (play b1 x1 c) V).
  { split.
    - rewrite play_length. apply U1.
    - apply (uniq_play R C); auto; apply U1.
    - apply few_play; auto; apply U1.
    - intros x X1. destruct (u_open _ _ U1 x (VS x X1)) as [LX T]. split; auto. now apply LM. }
  split; [now apply (unopened_stands (play b1 x1 c))|]. intros k x Lx.
  rewrite <- (level_stands _ _ _ (u_levels _ _ UM) SV). apply LM.
  now rewrite <- (level_stands _ _ _ (u_levels _ _ U) S1).
Qed.

(** ** All positions *)

Variable deal : board.
Hypothesis deal_length : length deal = n.
Hypothesis deal_uniq : uniq deal.
Hypothesis deal_few : few deal.

Lemma deal_unopened : unopened deal (fun _ => false).
Proof. split; auto; discriminate. Qed.
Theorem reached_inv b W : reached ru R C deal b W -> inv b W.
Proof.
  induction 1 as [b W O|b W X c q V _ IH ST (b' & V' & TK & O)].
  - now apply (opens_ok deal (fun _ => false) b W deal_unopened).
  - apply (opens_ok b' V' q V); auto. now apply (take_levels b W X c).
Qed.
(** The conditions (a) and (b) hold when the deal is opened, and after each step. *)
Theorem conditions_hold : condition_a ru R C deal (fun _ => false) /\
  condition_b ru R C deal (fun _ => false) /\
  forall b W X c b' V, reached ru R C deal b W -> step b W X c -> take b W X c b' V ->
    condition_a ru R C b' V /\ condition_b ru R C b' V.
Proof.
  split; [apply condition_a_holds, deal_unopened|].
  split; [apply condition_b_holds, deal_unopened|]. intros b W X c b' V RE ST TK.
  destruct (take_levels b W X c b' V (reached_inv b W RE) ST TK) as [U _].
  split; [now apply condition_a_holds|now apply condition_b_holds].
Qed.
(** The fact (c). *)
Theorem open_rank b W x : reached ru R C deal b W -> W x = true -> get b x <> 0 ->
  rank (get b x) = col x.
Proof.
  intros RE X X0. apply (level_rank b (col x) x); auto.
  now apply (u_levels b W (i_unopened _ _ (reached_inv b W RE))).
Qed.
End Reached.
