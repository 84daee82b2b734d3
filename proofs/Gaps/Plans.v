(** * The meaning of [wins]: a plan that ends with a won board *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards.
Import ListNotations.

Section Plans.
Variable ru : rules.
Variables R C : nat.
Notation n := (n R C).
Notation legal := (legal ru C).
Notation plays := (plays ru R C).
Notation won := (won ru R C).

(** A plan whose moves are legal, and which ends with a won board: the deal can be won. *)
Lemma follow_plays plan : forall b t, follow ru R C b plan = Some t -> plays b t.
Proof.
  induction plan as [|[a c] plan IH]; intros b t H; simpl in H.
  - injection H as ->. apply Here.
  - destruct ((a <? n) && (c <? n) && legal b a c) eqn:E; [|discriminate].
    rewrite !andb_true_iff in E. destruct E as ((A & D) & LG).
    apply Nat.ltb_lt in A, D.
    apply (plays_trans ru R C b (play b a c) t); [now apply plays_one|now apply IH].
Qed.
Theorem plan_wins b plan : wins ru R C b plan = true ->
  exists t, plays b t /\ won t = true.
Proof.
  unfold wins. destruct (follow _ _ _ b plan) as [t|] eqn:E; [|discriminate]. intros W.
  exists t. split; auto. now apply (follow_plays plan).
Qed.
End Plans.
