(** * Lemma 4, as the checker uses it: sleep sets

    The lemma for all positions of a tree is [sleep_after], in Sleeping.v. This file has the
    common parts: lemma 4 itself ([lemma4]), and a proof that the boards of the position after a step result from one move
    on a board of the position before, and moves within open cells of free levels ([back_step],
    [back_join]).

    It needs less than the lemma in docs/certificates/lemma-4.md requires: at the position before
    the step only that the sleeping card is not a Two, and that its target is a gap that is not
    open. *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.FreeLevels.
Import ListNotations.

Section Sleep.
Variable ru : rules.
Variables R C : nat.
Hypothesis C1 : 1 <= C.
Notation n := (n R C).
Notation col := (col C).
Notation legal := (legal ru C).
Notation lost := (lost ru R C).
Notation plays := (plays ru R C).
Notation joint := (joint R C).
Notation perm := (perm R C).
Notation stands := (stands R C).
Notation arr := (arr R C).
Notation lostP := (lostP ru R C).
Notation asleep := (asleep ru R C).
Notation step_open := (step_open C).
Notation plays_in := (plays_in ru R C).
Notation plays_in_plays := (plays_in_plays ru R C).
Notation rank0_col := (rank0_col ru C).
Notation legal_intro := (legal_intro ru C).
Notation two_may_col := (two_may_col ru C).
Notation col_pred := (col_pred C C1).

(** A are the open cells of the free levels, in the columns before f. *)
Variable A : nat -> bool.
Variable f : nat.
Notation free := (free R C A f).
Notation within := (within C A f).
Notation or := (or A).
Hypothesis LV : levels R C A f.
Hypothesis STD : f = 0 \/ ru = Standard.
Notation joint_in := (joint_in R C A f LV).
Notation free_stands := (free_stands R C A f).
Notation open_reach := (open_reach ru R C C1 A f LV STD).

Lemma plays_in_length b t : plays_in A b t -> length b = n -> length t = n.
Proof. induction 1; intros; auto. rewrite play_length; auto. Qed.

(** Moves within A are those of the play after a move that A does not concern. *)
Lemma asleep_in b t x c : length b = n -> plays_in A b t -> x < n -> c < n -> A x = false ->
  A c = false ->
  (col c <> 0 -> A (c - 1) = false) -> legal t x c = true ->
  get b x = get t x /\ legal b x c = true /\ plays (play b x c) (play t x c).
Proof.
  intros L P Hx Hc AX AC AP. induction P as [|b1 y d P IH Hy Hd AY AD LG]; intros LT.
  - repeat split; auto. constructor.
  - assert (y <> x) by congruence. assert (d <> x) by congruence. assert (y <> c) by congruence.
    assert (d <> c) by congruence.
    assert (L1 := plays_in_length _ _ P L).
    rewrite (legal_frame ru R C) in LT by (auto; intros K; specialize (AP K); split; congruence).
    destruct (IH LT) as (E & LB & Q). split; [|split; [auto|]].
    + rewrite E, get_play by lia. destruct (Nat.eqb_spec d x); [congruence|].
      destruct (Nat.eqb_spec y x); congruence.
    + rewrite (commute ru R C b1 y d x c) by auto. eapply Then; [exact Q|]. apply Move; auto.
      rewrite (legal_frame ru R C); auto.
      intros K. assert (A (d - 1) = true) by now apply LV. split; congruence.
Qed.

(** The boards of q result from a move of the card Y on a board of p, followed by moves in A. *)
Definition back W b0 Y V d1 := forall t, stands V d1 t -> exists b y d,
  stands W b0 b /\ y < n /\ d < n /\ get b y = Y /\ legal b y d = true /\ plays_in A (play b y d) t.

(** Lemma 4. *)
Theorem lemma4 W b0 X c Y V d1 : asleep W b0 X c -> back W b0 Y V d1 ->
  X <> Y -> (rank C X <> 0 -> X - 1 <> Y) -> (rank C Y <> 0 -> Y - 1 <> X) ->
  c < n -> W c = false -> get b0 c = 0 -> A c = false -> (col c <> 0 -> A (c - 1) = false) ->
  (forall t x, stands V d1 t -> get t x = X -> A x = false) ->
  asleep V d1 X c.
Proof.
  intros AS B N1 N2 N3 Hc WC G0 AC AP AX t x ST Hx EX LT.
  destruct (B t ST) as (b & y & d & S & Hy & Hd & EY & LG & P).
  assert (L : length b = n) by apply S. assert (G := stands_closed R C _ _ _ _ S WC).
    rewrite G0 in G.
  destruct (asleep_in (play b y d) t x c) as (E & L2 & Q); eauto; [rewrite play_length; auto|].
  assert (RL := rank0_col _ _ _ LG). assert (RX := rank0_col _ _ _ L2). rewrite E, EX in *.
    rewrite EY in *.
  destruct RL as (Y0 & GD & ND & TD), RX as (X0 & GC & NC & TC).
  assert (GP : forall z, get (play b y d) z = if d =? z then Y else if y =? z then 0 else get b z)
    by (intros; rewrite get_play by lia; now rewrite EY).
  assert (x <> d). { intros ->. rewrite GP, Nat.eqb_refl in E. congruence. }
  assert (x <> y). { intros ->. rewrite GP in E. destruct (Nat.eqb_spec d y); [congruence|].
    rewrite Nat.eqb_refl in E. congruence. }
  assert (c <> d). { intros ->. rewrite GP, Nat.eqb_refl in GC. congruence. }
  assert (c <> y) by congruence.
  assert (C2 : col c <> 0 -> c - 1 <> y /\ c - 1 <> d).
  { intros K. destruct (NC K) as [K1 E1]. assert (Z := rank_pred C X X0 K1). specialize (N2 K1).
    rewrite GP in E1.
    split; intros Q1; rewrite Q1 in *; [|rewrite Nat.eqb_refl in E1; congruence].
    destruct (Nat.eqb_spec d y); [congruence|]. rewrite Nat.eqb_refl in E1. congruence. }
  assert (LB := L2). rewrite (legal_frame ru R C) in LB by auto.
  assert (EB : get b x = X).
  { rewrite GP in E. destruct (Nat.eqb_spec d x); [congruence|].
    destruct (Nat.eqb_spec y x); congruence. }
  assert (LO := AS b x S Hx EB LB). intros b' P'. apply LO. eapply (plays_trans ru R C);
    [|eapply (plays_trans ru R C); [exact Q|exact P']].
  rewrite (commute ru R C b y d x c) by auto. eapply Then; [apply Here|]. apply Move; auto.
    rewrite (legal_frame ru R C); auto.
  intros K. destruct (ND K) as [K1 E1]. assert (Z := rank_pred C Y Y0 K1). specialize (N3 K1).
    split; congruence.
Qed.

(** The boards after a step, and their origins. *)
Lemma stands_undo W b1 y1 d t : stands W (play b1 y1 d) t -> W d = false -> length b1 = n ->
  y1 < n -> d < n -> get b1 d = 0 ->
  exists b y, stands W b1 b /\ y < n /\ col y = col y1 /\ get b y = get b1 y1 /\ t = play b y d.
Proof.
  intros (L & M & s & i & P & E) F L1 H1 Hd G.
  assert (SB : stands W b1 (arr b1 s)) by (eapply stands_arr; eauto).
  assert (SD : s d = d) by (destruct P as [J _]; destruct (J d) as [?|(?&?&?&?&?)]; congruence).
  assert (SI : s (i y1) = y1) by apply P. assert (HI : i y1 < n) by (eapply joint_lt;
    [apply (perm_inv R C _ _ _ P)|auto]).
  exists (arr b1 s), (i y1). split; [exact SB|]. split; [exact HI|].
  split; [eapply joint_col; apply (perm_inv R C _ _ _ P)|].
  assert (GA : forall x, get (arr b1 s) x = get b1 (s x)) by (intros; eapply get_arr; eauto).
  split; [now rewrite GA, SI|]. apply (board_eq R C); [auto|rewrite play_length; apply arr_length|].
  intros x. rewrite E, !get_play by (rewrite ?arr_length; lia). rewrite !GA, SI.
  assert (INJ := fun x y => perm_inj R C W s i x y P).
  destruct (Nat.eqb_spec d (s x)) as [Q|Q], (Nat.eqb_spec d x) as [Q'|Q']; auto.
  - exfalso. apply Q', INJ. congruence.
  - congruence.
  - destruct (Nat.eqb_spec y1 (s x)) as [K|K], (Nat.eqb_spec (i y1) x) as [K'|K']; auto.
    + exfalso. apply K', INJ. congruence.
    + congruence.
Qed.

Theorem back_step W b0 b1 y1 d : stands W b0 b1 -> y1 < n -> d < n -> legal b1 y1 d = true ->
  free (play b1 y1 d) -> within (step_open W d) ->
  back W b0 (get b1 y1) (or (step_open W d)) (play b1 y1 d).
Proof.
  intros S Hy Hd LG F WI t ST. assert (L1 : length b1 = n) by apply S.
  destruct (open_reach _ _ _ F WI ST) as (b2 & S2 & F2 & P).
  assert (RL := rank0_col _ _ _ LG). destruct RL as (Y0 & GD & ND & TD).
  destruct (stands_undo _ _ _ _ _ S2 (step_open_c C W d) L1 Hy Hd GD) as (b & y & SB & H & CY & E
    & ->).
  exists b, y, d. split; [|split; [auto|split; [auto|split; [auto|split; [|exact P]]]]].
  - eapply stands_trans; [exact S|]. eapply stands_mono; [apply step_open_sub|exact SB].
  - apply legal_intro; rewrite ?E; auto.
    + rewrite (stands_closed R C _ _ _ _ SB (step_open_c C W d)). auto.
    + intros K. rewrite (two_may_col _ y y1) by auto. auto.
    + intros K. rewrite (stands_closed R C _ _ _ _ SB (step_open_pred C W d K)). auto.
Qed.
Lemma back_mono W b0 Y V V' d1 : sub V' V -> back W b0 Y V d1 -> back W b0 Y V' d1.
Proof. intros S B t ST. apply B. eapply stands_mono; eauto. Qed.

Lemma free_same b t : length t = n -> (forall x, A x = true -> get t x = get b x) -> free b ->
  free t.
Proof.
  intros L E (_ & F & G). split; [auto|]. split.
  - intros x AX. rewrite E by auto. intros X0. destruct (F x AX X0) as [Q1 Q2]. split; [auto|].
    intros K.
    destruct (Q2 K) as [K1 [y [AY [CY EY]]]]. split; auto. exists y. rewrite E by auto. auto.
  - intros k Hk. destruct (G k Hk) as [g [AG [CG EG]]]. exists g. rewrite E by auto. auto.
Qed.

(** A card takes the last gap of a free level, whose cells all stay open. *)
Theorem back_join W b0 b1 y1 d : stands W b0 b1 -> y1 < n -> d < n -> legal b1 y1 d = true ->
  ru = Standard -> uniq b1 -> free (play b1 y1 d) -> within W -> W d = true -> A d = false ->
  (col d <> 0 -> forall e, W e = true -> col e = col d -> W (e - 1) = true /\ A (e - 1) = true) ->
  back W b0 (get b1 y1) (or W) (play b1 y1 d).
Proof.
  intros S Hy Hd LG ST0 U F WI WD AD BEL t ST. assert (L1 : length b1 = n) by apply S.
  assert (RL := rank0_col _ _ _ LG). destruct RL as (Y0 & GD & ND & TD).
  assert (FD : f <= col d) by (destruct (le_lt_dec f (col d)); auto; rewrite WI in AD by auto;
    discriminate).
  assert (T := ST). destruct T as (LP & LT & s & i & P & E). set (e := i d).
  assert (SE : s e = d) by apply P. assert (JE : joint (or W) e d) by (rewrite <- SE; apply P).
  assert (CE : col e = col d) by (symmetry; eapply joint_col; exact JE).
  assert (HE : e < n) by (eapply joint_lt; [apply joint_sym; exact JE|auto]).
  assert (AE : A e = false). { destruct (A e) eqn:Q; auto. apply LV in Q. lia. }
  assert (WE : W e = true).
  { destruct JE as [->|(_&_&Q&_&_)]; auto. unfold or in Q. rewrite AE, orb_false_r in Q. exact Q. }
  assert (JW : joint W d e) by (right; repeat split; auto).
  (** The board of p with the gap at e, and the predecessor left of it. *)
  assert (EX : exists r r', perm W r r' /\ r e = d /\ (col d <> 0 ->
    r (e - 1) = d - 1) /\ exists ra ra', perm A ra ra' /\ forall x, A x = true -> r x = ra x).
  { destruct (Nat.eq_dec (col d) 0) as [K|K].
    - exists (sw d e), (sw d e). split; [now apply perm_sw|]. split; [apply sw_r|].
      split; [contradiction|].
      exists (fun x => x), (fun x => x). split; [apply perm_id|]. intros x AX.
        rewrite sw_o; congruence.
    - destruct (BEL K e WE CE) as [W1 A1]. destruct (BEL K d WD eq_refl) as [W2 A2].
      assert (C1' : col (d - 1) = col d - 1) by now apply col_pred.
        assert (C2' : col (e - 1) = col d - 1) by (rewrite col_pred; congruence).
      assert (J2 : joint W (d - 1) (e - 1)) by (right; repeat split; auto; try lia; congruence).
      exists (fun x => sw d e (sw (d - 1) (e - 1) x)), (fun x => sw (d - 1) (e - 1) (sw d e x)).
      split; [apply (perm_comp R C W (sw d e) (sw d e) (sw (d - 1) (e - 1)) (sw (d - 1) (e - 1)));
        now apply perm_sw|].
      assert (e <> d - 1) by congruence. assert (e <> e - 1) by congruence.
        assert (d <> d - 1) by congruence. assert (d <> e - 1) by congruence.
      split; [rewrite (sw_o (d - 1)) by auto; apply sw_r|]. split; [intros _; rewrite sw_r, sw_o;
        auto|].
      exists (sw (d - 1) (e - 1)), (sw (d - 1) (e - 1)). split; [apply perm_sw, joint_in;
        congruence|].
      intros x AX. rewrite (sw_o d e); auto.
      + unfold sw. destruct (Nat.eqb_spec x (d - 1)); [congruence|].
        destruct (Nat.eqb_spec x (e - 1)); congruence.
      + unfold sw. destruct (Nat.eqb_spec x (d - 1)); [congruence|].
        destruct (Nat.eqb_spec x (e - 1)); congruence. }
  destruct EX as (r & r' & PR & RE & RP & ra & ra' & PA & RA). set (b2 := arr b1 r).
  assert (G2 : forall x, get b2 x = get b1 (r x)) by (intros; eapply get_arr; eauto).
  assert (S2 : stands W b1 b2) by (eapply stands_arr; eauto).
    assert (L2 : length b2 = n) by apply S2.
  assert (RY : r (r' y1) = y1) by apply PR. assert (HY : r' y1 < n) by (eapply joint_lt;
    [apply (perm_inv R C _ _ _ PR)|auto]).
  assert (LG2 : legal b2 (r' y1) e = true).
  { apply legal_intro; rewrite !G2, ?RY, ?RE; auto.
    - intros K. split; [apply TD; congruence|]. unfold two_may. now rewrite ST0.
    - intros K. rewrite RP by congruence. apply ND. congruence. }
  assert (INJ := fun x y => perm_inj R C W r r' x y PR).
  assert (GP : forall x, get (play b2 (r' y1) e) x = get (play b1 y1 d) (r x)).
  { intros x. rewrite !get_play by lia. rewrite !G2, RY.
    destruct (Nat.eqb_spec e x) as [Q|Q], (Nat.eqb_spec d (r x)) as [Q'|Q']; auto.
    - congruence.
    - exfalso. apply Q, INJ. congruence.
    - destruct (Nat.eqb_spec (r' y1) x) as [K|K], (Nat.eqb_spec y1 (r x)) as [K'|K']; auto.
      + congruence.
      + exfalso. apply K, INJ. congruence. }
  assert (L3 : length (play b2 (r' y1) e) = n) by (rewrite play_length; auto).
  assert (SP : stands W (play b1 y1 d) (play b2 (r' y1) e)).
  { split; [auto|split; [auto|]]. exists r, r'. auto. }
  assert (F2 : free (play b2 (r' y1) e)).
  { apply (free_same (arr (play b1 y1 d) ra)); auto.
    - intros x AX. rewrite GP, (RA x AX), (get_arr R C A _ _ ra'); auto.
    - eapply free_stands; [exact F|]. eapply stands_arr; eauto. }
  assert (S3 : stands (or W) (play b2 (r' y1) e) t).
  { eapply stands_trans; [apply stands_sym; eapply stands_mono; [|exact SP]|exact ST]. intros x H.
    unfold or. now rewrite H. }
  assert (S4 : stands (pin e (or W)) (play b2 (r' y1) e) t).
  { apply stands_pin; auto. rewrite E, GP, RE. unfold e. now rewrite (proj2 (proj2 P d)). }
  assert (EY : get b2 (r' y1) = get b1 y1) by (rewrite G2, RY; auto). rewrite <- EY.
  apply (back_step W b0 b2 (r' y1) e); auto.
  - eapply stands_trans; eauto.
  - intros x H K. apply WI; auto. eapply step_open_sub; eauto.
  - eapply stands_mono; [|exact S4]. intros x. unfold pin, or, step_open. intros H.
    apply andb_prop in H as [H Q].
    destruct (A x) eqn:AX; [apply orb_true_r|]. rewrite orb_false_r in *.
      destruct (Nat.eqb_spec (col e) 0) as [K|K]; unfold pin; rewrite H, Q; auto.
    cbn. destruct (Nat.eqb_spec x (e - 1)) as [->|]; auto. destruct (BEL ltac:(congruence) e WE
      CE). congruence.
Qed.
End Sleep.
