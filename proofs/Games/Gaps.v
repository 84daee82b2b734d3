(** * Gaps without open rows: plans, closed sets, layers

    The rules are those of Gaps/Rules.v. *)

From Coq Require Import List Bool Arith Lia.
From Patience.Games Require Import Search.
From Patience.Gaps Require Rules.
Import ListNotations.

Fixpoint same_numbers (a b : list nat) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => (x =? y) && same_numbers a b
  | _, _ => false
  end.
Lemma same_numbers_eq a b : same_numbers a b = true -> a = b.
Proof.
  revert b. induction a as [|x a IH]; destruct b as [|y b]; simpl; try discriminate; auto.
  intros H. apply andb_prop in H as [E H]. apply Nat.eqb_eq in E. apply IH in H. now subst.
Qed.

Section Gaps.
Variable ru : Rules.rules.
Variables R C : nat.

Definition move : Rules.board -> Rules.board -> Prop := Rules.move ru R C.
Definition won (b : Rules.board) : Prop := Rules.won ru R C b = true.

(** The rules once more, computed on lists where Rules.v has arrays when it is extracted. *)
Definition at_ (b : list nat) (x : nat) : nat := nth x b 0.
Fixpoint set_ (b : list nat) (x v : nat) : list nat :=
  match b, x with
  | [], _ => []
  | _ :: rest, 0 => v :: rest
  | content :: rest, S x => content :: set_ rest x v
  end.
Definition legal (b : list nat) (a c : nat) : bool :=
  let X := at_ b a in
  negb (X =? 0) && (at_ b c =? 0) &&
  if Rules.rank C X =? 0 then (Rules.col C c =? 0) && Rules.two_may ru C X a c
  else negb (Rules.col C c =? 0) && (at_ b (c - 1) =? X - 1).
Definition play (b : list nat) (a c : nat) : list nat := set_ (set_ b a 0) c (at_ b a).
Definition row_won (b : list nat) (r : nat) : bool :=
  (at_ b (r * C + (C - 1)) =? 0) &&
  existsb (fun s => Rules.may_own ru r s &&
    forallb (fun k => at_ b (r * C + k) =? Rules.card C s k) (seq 0 (C - 1))) (seq 0 R).
Definition wins_now (b : list nat) : bool := forallb (row_won b) (seq 0 R).
Lemma legal_eq b a c : legal b a c = Rules.legal ru C b a c.
Proof. reflexivity. Qed.
Lemma play_eq b a c : play b a c = Rules.play b a c.
Proof. reflexivity. Qed.
Lemma wins_now_eq b : wins_now b = Rules.won ru R C b.
Proof. reflexivity. Qed.

Definition same_place (m n : nat * nat) : bool := (fst m =? fst n) && (snd m =? snd n).
Definition moves (b : list nat) : list (nat * nat * list nat) :=
  let cells := seq 0 (R * C) in
  flat_map (fun c =>
    if at_ b c =? 0 then
      flat_map (fun a => if legal b a c then [(a, c, play b a c)] else []) cells
    else []) cells.
Definition gaps : game (nat * nat) (list nat) := {|
  look b := Some {| is_won := wins_now b; after _ := moves b |};
  dead _ := false; same := same_numbers; same_name := same_place |}.

Theorem gaps_fits : fits gaps move won.
Proof.
  constructor.
  - intros s v [= <-]. reflexivity.
  - intros s v m t [= <-] I. cbn [after] in I. unfold moves in I.
    apply in_flat_map in I as [c [Hc I]]. destruct (at_ s c =? 0); [|destruct I].
    apply in_flat_map in I as [a [Ha I]]. apply in_seq in Ha, Hc.
    destruct (legal s a c) eqn:E; [|destruct I]. destruct I as [[= <- <-]|[]].
    rewrite play_eq. rewrite legal_eq in E. constructor; [unfold Rules.n; lia|unfold Rules.n; lia|exact E].
  - intros s v t [= <-] [a c Ha Hc E]. exists (a, c). cbn [after]. unfold moves.
    unfold Rules.n in Ha, Hc. apply in_flat_map. exists c. split; [apply in_seq; lia|].
    assert (G : at_ s c =? 0 = true).
    { unfold Rules.legal in E. apply andb_prop in E as [E _]. now apply andb_prop in E. }
    rewrite G. apply in_flat_map. exists a. split; [apply in_seq; lia|].
    rewrite legal_eq, E. now left.
  - intros s H. discriminate H.
  - exact same_numbers_eq.
Qed.

(** Lost in Gaps/Rules.v, without a count of the moves, says the same. *)
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
