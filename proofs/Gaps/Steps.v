(** * Lemma 1, as the checker uses it: steps cover moves

    The lemma for all positions of a tree is [steps_cover], in Cover.v. This file proves no
    facts about the way in which a checker opens positions and brings them into a canonical form. A step is a move on
    some board of the position; all moves of the same card to the same cell, on any board of the
    position, are then among those of one position after the step ([move_step]). So a position is
    lost if each move of each of its boards stays within the position, or leads to lost boards,
    since it is one of a step whose position is lost ([lemma1]). *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions.
Import ListNotations.

Section Steps.
Variable ru : rules.
Variables R C : nat.
Notation n := (n R C).
Notation col := (col C).
Notation legal := (legal ru C).
Notation lost := (lost ru R C).
Notation won := (won ru R C).
Notation stands := (stands R C).
Notation joint := (joint R C).

(** A position is lost if all boards that it stands for are lost. *)
Definition lostP W b0 := forall b, stands W b0 b -> lost b.

(** All moves of the card [X] to the cell [c], on any board of the position, lead to lost boards. *)
Definition asleep W b0 X c := forall b x,
  stands W b0 b -> x < n -> get b x = X -> legal b x c = true -> lost (play b x c).

(** The position of [d1] and [V] stands for all boards for which that of [b1] and [W] does. *)
Definition covers W b1 V d1 := forall t, stands W b1 t -> stands V d1 t.

(** A card goes to a cell that is not open, on two boards of a position. *)
Lemma stands_play W b1 b x1 x c : stands W b1 b -> uniq b1 -> x1 < n -> x < n -> c < n ->
  W c = false -> get b1 c = 0 -> get b x = get b1 x1 -> get b x <> 0 ->
  stands W (play b1 x1 c) (play b x c).
Proof.
  intros S U H1 H Hc F G E X0. assert (G' := stands_closed _ _ _ _ _ _ S F).
  destruct S as (L & M & s & i & P & A).
  split; [now rewrite play_length|split; [now rewrite play_length|]]. exists s, i. split; [auto|].
  assert (SX : s x = x1) by (apply U; [rewrite <- A; auto|rewrite <- A; auto]).
  assert (SC : s c = c) by (destruct P as [J _]; destruct (J c) as [?|(?&?&?&?&?)]; congruence).
  intros y. rewrite !get_play by lia. assert (INJ := fun x y => perm_inj R C W s i x y P).
  destruct (Nat.eqb_spec c y) as [<-|N]; [rewrite SC, Nat.eqb_refl; auto|].
  destruct (Nat.eqb_spec c (s y)) as [Q|Q]; [exfalso; apply N, INJ; congruence|].
  destruct (Nat.eqb_spec x y) as [<-|N']; [rewrite SX, Nat.eqb_refl; auto|].
  destruct (Nat.eqb_spec x1 (s y)) as [Q'|Q']; [exfalso; apply N', INJ; congruence|]. apply A.
Qed.

(** After a step to [c] neither this cell nor the one left of it is open. *)
Definition step_open W c := if col c =? 0 then pin c W else pin (c - 1) (pin c W).
Lemma step_open_c W c : step_open W c c = false.
Proof.
  unfold step_open, pin. destruct (col c =? 0); rewrite Nat.eqb_refl; cbn;
    now rewrite ?andb_false_r.
Qed.
Lemma step_open_pred W d : col d <> 0 -> step_open W d (d - 1) = false.
Proof.
  intros K. apply Nat.eqb_neq in K. unfold step_open, pin. rewrite K, Nat.eqb_refl. cbn.
  now rewrite andb_false_r.
Qed.
Lemma step_open_sub W d : sub (step_open W d) W.
Proof.
  intros x. unfold step_open, pin. destruct (col d =? 0); intros H;
    repeat (apply andb_prop in H as [H _]); auto.
Qed.
Lemma stands_step W b1 b c : stands W b1 b -> get b c = get b1 c ->
  (col c <> 0 -> get b (c - 1) = get b1 (c - 1)) -> stands (step_open W c) b1 b.
Proof.
  intros S G P. unfold step_open. destruct (Nat.eqb_spec (col c) 0) as [K|K].
  - now apply stands_pin.
  - apply stands_pin; [now apply stands_pin|auto].
Qed.

(** Moves of one card to one cell, on two boards of a position. *)
Theorem move_step W b1 b x1 x c : stands W b1 b -> uniq b1 -> x1 < n -> x < n -> c < n ->
  legal b x c = true -> legal b1 x1 c = true -> get b x = get b1 x1 ->
  stands (step_open W c) (play b1 x1 c) (play b x c).
Proof.
  intros S U H1 H Hc LG LG1 E. apply legal_may in LG, LG1.
  apply stands_play; auto using step_open_c; try apply LG; try apply LG1.
  apply stands_step; auto.
  - rewrite (may_gap _ _ _ _ _ LG), (may_gap _ _ _ _ _ LG1). auto.
  - intros K. assert (K1 := may_col _ _ _ _ _ LG). assert (K2 := may_col _ _ _ _ _ LG1).
    rewrite (proj2 (may_next _ _ _ _ _ LG ltac:(tauto))).
    rewrite (proj2 (may_next _ _ _ _ _ LG1 ltac:(tauto))). congruence.
Qed.

(** A step that leads to a lost position: all its moves lead to lost boards. *)
Lemma step_asleep W b0 b1 x1 c V d1 : uniq b0 -> stands W b0 b1 -> x1 < n -> c < n ->
  legal b1 x1 c = true -> covers (step_open W c) (play b1 x1 c) V d1 -> lostP V d1 ->
  asleep W b0 (get b1 x1) c.
Proof.
  intros U S1 H1 Hc LG1 SV LO b x S Hx E LG. apply LO, SV.
  apply move_step; auto.
  - eapply stands_trans; [apply stands_sym; exact S1|exact S].
  - eapply stands_uniq; eauto.
Qed.

(** A position is lost if no board of it is won, and each move of a board of it stays within the
    position or leads to a lost board. *)
Theorem covered_lost W b0 : (forall b, stands W b0 b -> won b = false) ->
  (forall b x c, stands W b0 b -> x < n -> c < n -> legal b x c = true ->
    stands W b0 (play b x c) \/ lost (play b x c)) ->
  lostP W b0.
Proof.
  intros NW CV b S b' P.
  assert (A : forall d, plays ru R C b d ->
    stands W b0 d \/ exists e, lost e /\ plays ru R C e d).
  { intros d Q. induction Q as [|d1 d2 Q IH M]; [left; auto|].
    destruct IH as [I|[e [LE PE]]]; [|right; exists e; split; auto; eapply Then; eauto].
    destruct M as [x c Hx Hc LG]. destruct (CV d1 x c I Hx Hc LG); [left; auto|right].
    eexists; split; [eassumption|constructor]. }
  destruct (A b' P) as [|[e [LE PE]]]; auto.
Qed.

(** Lemma 1 and its corollary: a position is lost if no board of it is won, and each move of a card
    to a cell is within open cells of a column, or leads to lost boards. *)
Theorem lemma1 W b0 : (forall b, stands W b0 b -> won b = false) ->
  (forall b x c, stands W b0 b -> x < n -> c < n -> legal b x c = true ->
     joint W x c \/ lost (play b x c)) ->
  lostP W b0.
Proof.
  intros NW H. apply covered_lost; auto. intros b x c S Hx Hc LG.
  destruct (H b x c S Hx Hc LG) as [J|LO]; [left|right; auto].
  eapply stands_trans; [exact S|]. apply move_within; auto; [apply S|].
  apply legal_may in LG. apply LG.
Qed.
End Steps.
