(** * Gaps without open rows: plans, closed sets, layers

    The rules are those of Gaps/Rules.v. *)

From Coq Require Import List Bool Arith Lia.
From Patience.Gaps Require Import Rules.
From Patience.Games Require Import Search.
Import ListNotations.

Section Gaps.
Variable ru : Rules.rules.
Variables R C : nat.

Definition move : board -> board -> Prop := Rules.move ru R C.
Definition won (b : board) : Prop := Rules.won ru R C b = true.

Definition same_place (m n : nat * nat) : bool := (fst m =? fst n) && (snd m =? snd n).
(** Lists cells from which a card may go to the gap in c, right of its predecessor or to the first
    column. *)
Definition moves (b : board) : list (nat * nat * board) :=
  let cells := seq 0 (R * C) in
  flat_map (fun c =>
    if get b c =? 0 then
      let first := Rules.col C c =? 0 in
      let X := S (get b (c - 1)) in
      flat_map (fun a =>
        if first || (get b a =? X) then
          if Rules.legal ru C b a c then [(a, c, Rules.play b a c)] else []
        else []) cells
    else []) cells.
Definition gaps : game (nat * nat) board := {|
  look b := Some {| is_won := Rules.won ru R C b; after _ := moves b |};
  dead _ := false; encode b := b; same_name := same_place |}.

Theorem gaps_fits : fits gaps move won.
Proof.
  constructor.
  - intros s v [= <-]. reflexivity.
  - intros s v m t [= <-] I. cbn [after] in I. unfold moves in I.
    apply in_flat_map in I as [c [Hc I]]. destruct (get s c =? 0); [|destruct I].
    apply in_flat_map in I as [a [Ha I]]. apply in_seq in Ha, Hc.
    destruct (_ || _); [|destruct I].
    destruct (Rules.legal ru C s a c) eqn:E; [|destruct I]. destruct I as [[= <- <-]|[]].
    constructor; [unfold Rules.n; lia|unfold Rules.n; lia|exact E].
  - intros s v t [= <-] [a c Ha Hc E]. exists (a, c). cbn [after]. unfold moves.
    unfold Rules.n in Ha, Hc. apply in_flat_map. exists c. split; [apply in_seq; lia|].
    assert (L := E). unfold Rules.legal, enters in L. rewrite !andb_true_iff in L.
    destruct L as [[X0 G] L]. rewrite G. apply in_flat_map. exists a. split; [apply in_seq; lia|].
    assert (F : (Rules.col C c =? 0) || (get s a =? S (get s (c - 1))) = true).
    { destruct (Rules.rank C (get s a) =? 0); apply andb_prop in L as [L1 L2].
      - now rewrite L1.
      - apply Nat.eqb_eq in L2. apply negb_true_iff, Nat.eqb_neq in X0. rewrite L2.
        apply orb_true_iff. right. apply Nat.eqb_eq. lia. }
    rewrite F, E. now left.
  - intros s H. discriminate H.
  - auto.
Qed.

(** [lost] of Gaps/Rules.v, which does not count moves, is equivalent. *)
Theorem lost_iff b : lost move won b <-> Rules.lost ru R C b.
Proof.
  split.
  - intros L. unfold Rules.lost. intros b' P.
    enough (exists n, plays move n b b') as [n Q].
    { destruct (Rules.won ru R C b') eqn:W; [|reflexivity]. now destruct (L n b' Q). }
    induction P as [|b1 b2 P [n IH] M]; [exists 0; constructor|]. exists (S n).
    clear P L. induction IH as [s|n s t u M' Q IH]; [econstructor; [exact M|constructor]|].
    econstructor; [exact M'|auto].
  - intros L n t P W. unfold won in W. enough (Rules.won ru R C t = false) by congruence. apply L.
    clear W L. assert (T : forall a b c, Rules.move ru R C a b -> Rules.plays ru R C b c ->
      Rules.plays ru R C a c).
    { intros a b' c M Q. induction Q; econstructor; eauto. constructor. }
    induction P as [s|n s t u M P IH]; [constructor|exact (T _ _ _ M IH)].
Qed.
End Gaps.
