(** * Lemma 3 for positions: some steps of a position of a tree suffice *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Relaxation
  Gaps.Persistent Gaps.Opening Gaps.Levels Gaps.Reached Gaps.Cover Gaps.Relaxed Gaps.Sleeping.

Set Default Proof Using "All".

Section Chosen.
Variable ru : rules.
Variables R C : nat.
Hypothesis C2 : 2 <= C.
Notation n := (n R C).
Notation col := (col C).
Notation rank := (rank C).
Notation legal := (legal ru C).
Notation stands := (stands R C).
Notation joint := (joint R C).
Notation step := (step ru R C).
Notation after := (after ru R C).
Notation lostP := (lostP ru R C).
Notation single := (single ru C).

Variable b : board.
Variable W : nat -> bool.
Hypothesis IV : inv ru R C b W.

(** The steps, and the cards that they move. *)
Variable T : nat -> nat -> Prop.
Variable F : nat -> bool.
Hypothesis T_step : forall X c, T X c -> step b W X c.
Hypothesis F_moved : forall X, F X = true <-> exists c, T X c.
Hypothesis T_some : exists X c, T X c.
Definition has_two := exists X c, T X c /\ single X = false.

(** 1. Each moves from a cell that is not open to another, right of a third, except for Twos. *)
Hypothesis T_closed : forall X c, T X c -> single X = true ->
  (forall x, get b x = X -> W x = false) /\ W c = false /\ (rank X <> 0 -> W (c - 1) = false).
(** 2. If it has a step of a Two, it has all such steps; and the first column has two gaps. *)
Hypothesis T_twos : has_two -> forall X c, step b W X c -> rank X = 0 -> T X c.
Hypothesis T_gaps : has_two -> ru = Standard -> two_gaps R C b.
(** 3. The relaxation in which these cards do not move, and the cells that are not in [gaps]. *)
Variables start reach : nat -> nat -> bool.
Variable gaps : nat -> bool.
Hypothesis CL : closed ru R C F start reach gaps.
Hypothesis start_block : forall x y, joint W x y -> get b y <> 0 -> start (get b y) x = true.
Hypothesis gaps_block : forall x y, joint W x y -> get b y = 0 -> gaps x = true.
Hypothesis before : forall X y, F X = true -> rank X <> 0 -> F (X - 1) = false ->
  get b y = X - 1 -> gaps y = false.
Hypothesis behind : forall X x, F X = true -> rank (X + 1) <> 0 -> F (X + 1) = false ->
  get b x = X -> col (x + 1) <> 0 -> x + 1 < n -> gaps (x + 1) = false.
Hypothesis doors : has_two -> ru = FixedTwos ->
  forall x, x < n -> col x = 0 -> get b x <> 0 -> gaps x = false.

Definition place X := match find (fun x => get b x =? X) (seq 0 n) with Some x => x | None => 0 end.
Definition target_of X := if rank X =? 0 then suit C X * C else place (X - 1) + 1.

Lemma place_ok x : get b x <> 0 -> place (get b x) = x.
Proof.
  intros X. assert (U := i_unopened _ _ _ _ _ IV). assert (L := u_len _ _ _ _ _ U).
  assert (Hx := get_in R C b x L X). unfold place. destruct (find _ _) as [y|] eqn:E.
  - apply find_some in E as [_ E]. apply Nat.eqb_eq in E. apply (u_uniq _ _ _ _ _ U); congruence.
  - exfalso. assert (Q := find_none _ _ E x). rewrite in_seq in Q. specialize (Q ltac:(lia)).
    cbn in Q. now rewrite Nat.eqb_refl in Q.
Qed.
Lemma closed_rules : ru <> Standard -> forall y, W y = false.
Proof.
  intros RU y. destruct (W y) eqn:Y; auto. assert (U := i_unopened _ _ _ _ _ IV).
  destruct (u_open _ _ _ _ _ U y Y) as [_ Q]. unfold top in Q.
  destruct ru; [contradiction|lia|lia].
Qed.
(** The card of a step is in a cell that is not open. *)
Lemma moved X c : T X c -> X <> 0 /\ place X < n /\ get b (place X) = X /\ W (place X) = false /\
  (single X = false -> col (place X) <> 0).
Proof.
  intros TX. assert (ST := T_step X c TX). assert (U := i_unopened _ _ _ _ _ IV).
  assert (HX : exists x, x < n /\ get b x = X /\ X <> 0 /\ (single X = false -> col x <> 0)).
  { destruct ST as [x c RU Hx X0 K|x c RU Hx X0 K KX|x c RU Hx X0 K KX|x y Hx Hy X0 K|
      x y c Hx Hy X0 K|x y e Hx Hy X0 K]; exists x; repeat (split; [assumption||reflexivity|]);
      unfold Persistent.single; try (apply Nat.eqb_neq in K; rewrite K; discriminate); auto.
    rewrite K, RU. discriminate. }
  destruct HX as (x & Hx & EX & X0 & KX). assert (P := place_ok x ltac:(congruence)).
  rewrite EX in P. rewrite P. repeat (split; [assumption|]). split; auto.
  destruct (single X) eqn:SG.
  - now apply (proj1 (T_closed X c TX SG)).
  - destruct (W x) eqn:WX; auto. exfalso. apply (KX eq_refl).
    destruct (u_open _ _ _ _ _ U x WX) as [LX _].
    assert (Q := level_rank ru R C C2 _ _ _ LX ltac:(congruence)). rewrite EX in Q.
    destruct (not_single ru C X SG). congruence.
Qed.
Lemma single_target X c : T X c -> single X = true ->
  c = target_of X /\ c < n /\ legal b (place X) c = true.
Proof.
  intros TX SG. destruct (moved X c TX) as (X0 & HP & EP & WP & _).
  destruct (T_closed X c TX SG) as (_ & WC & WB). assert (ST := T_step X c TX).
  assert (U := i_unopened _ _ _ _ _ IV). assert (QU := u_uniq _ _ _ _ _ U).
  destruct (step_facts ru R C C2 b W X c QU ST) as (_ & Hc & H). unfold target_of.
  destruct H as [(K & KC & G & TM)|(K & KC & y & Hy & EY & KY & H)].
  - assert (RU : ru = FixedSuits).
    { unfold Persistent.single in SG. rewrite K in SG. destruct ru; auto; discriminate. }
    split; [|split; auto].
    + rewrite K, Nat.eqb_refl. assert (Q := TM _ EP). unfold two_may in Q. rewrite RU in Q.
      apply Nat.eqb_eq in Q. rewrite Q. unfold Rules.col, row in *.
      assert (D := Nat.div_mod c C ltac:(lia)). lia.
    + apply legal_may. split; rewrite ?EP; auto; contradiction.
  - assert (E1 : get b (c - 1) = X - 1 /\ get b c = 0).
    { destruct H as [(WY & EC & FI)|[(_ & Q & _)|(_ & Q & _)]];
        try (rewrite WB in Q; auto; discriminate).
      split; [now replace (c - 1) with y by lia|]. destruct FI as [[_ G]|[Q _]]; congruence. }
    destruct E1 as [E1 G]. split; [|split; auto].
    + rewrite (proj2 (Nat.eqb_neq _ _) K). rewrite <- E1, place_ok.
      * assert (c <> 0) by (intros ->; now rewrite col_0 in KC). lia.
      * rewrite E1. now apply (rank_pred C).
    + apply (legal_next ru R C C2); rewrite ?EP; auto.
Qed.

(** Lemma 3. *)
Theorem lemma3_position :
  (forall X c, T X c -> exists q V, after b W X c q V /\ lostP V q) -> lostP W b.
Proof.
  intros LO t S. assert (U := i_unopened _ _ _ _ _ IV). assert (QU := u_uniq _ _ _ _ _ U).
  assert (CLO := fun y => stands_closed R C W b t y S).
  assert (TWO : twos ru C F -> has_two).
  { intros (X & FX & SG). apply F_moved in FX as (c & TX). now exists X, c. }
  destruct T_some as (X0 & c0 & TX0).
  apply (lemma3 ru R C C2 t) with (F := F) (pos := place) (to := target_of) (start := start)
    (reach := reach) (gaps := gaps) (X := X0); auto.
  - apply S.
  - eapply stands_uniq; eauto.
  - intros X FX. apply F_moved in FX as (c & TX).
    destruct (moved X c TX) as (Q1 & Q2 & Q3 & Q4 & _).
    rewrite CLO; auto.
  - intros X FX SG. apply F_moved in FX as (c & TX).
    destruct (moved X c TX) as (Q1 & Q2 & Q3 & Q4 & _).
    destruct (T_closed X c TX SG) as (_ & WC & WB).
    destruct (single_target X c TX SG) as (<- & Hc & LG). split; auto.
    apply legal_may in LG. apply legal_may. destruct LG as [A1 A2 A3 A4].
    split; rewrite ?(CLO _ Q4), ?(CLO _ WC); auto. rewrite Q3 in *. intros K. destruct (A4 K).
    split; auto. rewrite CLO; auto.
  - intros X FX SG. apply F_moved in FX as (c & TX). now apply (moved X c TX).
  - intros TW x XT KT FT. destruct (Nat.eq_dec (col x) 0) as [|KX]; auto. exfalso.
    specialize (TWO TW). destruct (stands_place R C _ _ _ x S) as (y & J & E).
    assert (KY := joint_col R C _ _ _ J). rewrite E in *.
    assert (Hy : y < n) by (apply (get_in R C b); auto; apply U).
    enough (Q : exists c, T (get b y) c) by (apply F_moved in Q; congruence).
    destruct TWO as (X & c & TX & SG). destruct (not_single ru C X SG) as [K NF].
    destruct (rules_cases ru) as [RU|[RU|RU]]; [|contradiction|].
    + destruct T_gaps as (g & _ & _ & Hg & _ & KG & _ & G & _); [now exists X, c|auto|].
      destruct (first_gap_ex ru R C C2 b (fun c => col c =? 0) g) as (d & FG & _); auto.
      { now apply Nat.eqb_eq. }
      exists d. apply T_twos; auto; [now exists X, c|]. apply TwoAny; auto. congruence.
    + destruct (step_facts ru R C C2 b W X c QU (T_step X c TX)) as (_ & Hc & H).
      destruct H as [(_ & KC & G & _)|(Q & _)]; [|contradiction].
      exists c. apply T_twos; auto; [now exists X, c|]. apply TwoFixed; auto. congruence.
  - apply (holds_start ru R C F); auto; [apply S| |]; intros x _;
      destruct (stands_place R C _ _ _ x S) as (y & J & ->); eauto.
  - intros TW RU. destruct (T_gaps (TWO TW) RU) as (g & h & N & Hg & Hh & KG & KH & G & H).
    destruct S as (_ & _ & s & i & PM & EQ). assert (JI := proj1 (perm_inv R C _ _ _ PM)).
    exists (i g), (i h). split.
    { intros Q. apply N. rewrite <- (proj2 (proj2 PM g)), <- (proj2 (proj2 PM h)). congruence. }
    split; [eapply joint_lt; eauto|]. split; [eapply joint_lt; eauto|].
    split; [now rewrite (joint_col R C _ _ _ (JI g))|].
    split; [now rewrite (joint_col R C _ _ _ (JI h))|].
    split; rewrite EQ; [now rewrite (proj2 (proj2 PM g))|now rewrite (proj2 (proj2 PM h))].
  - intros TW RU. assert (WF := closed_rules ltac:(congruence)). specialize (TWO TW). split.
    + destruct TWO as (X & c & TX & SG). destruct (not_single ru C X SG) as [K _].
      destruct (step_facts ru R C C2 b W X c QU (T_step X c TX)) as (_ & Hc & H).
      destruct H as [(_ & KC & G & _)|(Q & _)]; [|contradiction]. exists c. rewrite CLO; auto.
    + intros x Hx KX. rewrite CLO by auto. now apply doors.
  - intros X FX KX FP. apply (before X _ FX KX FP).
    assert (FX' := FX). apply F_moved in FX' as (c & TX).
    assert (SG : single X = true).
    { unfold Persistent.single. apply Nat.eqb_neq in KX. now rewrite KX. }
    destruct (single_target X c TX SG) as (<- & _ & LG). apply legal_may in LG.
    destruct (moved X c TX) as (_ & _ & Q3 & _). destruct LG as [_ _ _ A4]. rewrite Q3 in A4.
    now apply A4.
  - intros X FX KX FS KC HX. apply (behind X _ FX); auto.
    apply F_moved in FX as (c & TX). apply (moved X c TX).
  - apply F_moved. eauto.
  - intros Y c FY (Hc & LG & TS). assert (FY' := FY). apply F_moved in FY' as (d & TY).
    destruct (moved Y d TY) as (Y0 & HP & EP & WP & KP).
    assert (ET : get t (place Y) = Y) by (rewrite CLO; auto).
    destruct (single Y) eqn:SG.
    + assert (E : c = d) by (rewrite TS by auto; symmetry; now apply single_target). subst c.
      destruct (LO Y d TY) as (q & V & AF & L). apply L.
      apply (same_target ru R C C2 b W t (place Y) d q V IV); rewrite ?ET; auto.
    + destruct (not_single ru C Y SG) as [KY _].
      destruct (steps_cover_inv ru R C C2 b W t (place Y) c IV S HP Hc LG) as [Q|(e & ST & Q)].
      * exfalso. apply (KP eq_refl). apply legal_may in LG as [_ _ TM _].
        rewrite ET in TM. destruct (TM KY) as [KC _].
        destruct (stands_place R C _ _ _ c Q) as (y & J & E).
        assert (Lt : length t = n) by apply S.
        rewrite get_play, Nat.eqb_refl, ET in E by lia.
        rewrite E, place_ok by congruence. now rewrite (joint_col R C _ _ _ J).
      * rewrite ET in *. destruct (LO Y e) as (q & V & AF & L).
        { apply T_twos; auto. now exists Y, d. }
        apply L. now apply Q.
Qed.
End Chosen.
