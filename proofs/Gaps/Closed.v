(** * A checker of closed sets of boards (kind C) *)

From Coq Require Import List Arith Bool Lia PeanoNat FMapAVL OrderedTypeEx.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Machine Gaps.Plans Gaps.Tree.
Import ListNotations.

Section Closed.
Variable ru : rules.
Variables R C : nat.
Variable hash : board -> nat.

Definition shelf h (m : M.t (list board)) := match M.find h m with Some l => l | None => [] end.
Definition insert m (b : board) := let h := hash b in M.add h (b :: shelf h m) m.
Definition library (states : list board) := fold_left insert states (M.empty _).
Definition member m (b : board) := existsb (same b) (shelf (hash b) m).

Lemma library_in states : forall m (P : board -> Prop), (forall h b, In b (shelf h m) -> P b) ->
  (forall b, In b states -> P b) ->
  forall h b, In b (shelf h (fold_left insert states m)) -> P b.
Proof.
  induction states as [|s states IH]; simpl; intros m P Hm HS; [exact Hm|].
  apply IH; [|auto]. intros h b. unfold insert, shelf at 1.
  destruct (Nat.eq_dec (hash s) h) as [<-|NE].
  - rewrite (M.find_1 (M.add_1 m _ eq_refl)). intros [<-|I]; [auto|eauto].
  - destruct (M.find h _) eqn:F; [|contradiction].
    apply M.find_2, (M.add_3 NE), M.find_1 in F. intros I. apply (Hm h). unfold shelf.
      now rewrite F.
Qed.
Lemma member_in states b : member (library states) b = true -> In b states.
Proof.
  unfold member. intros H. apply existsb_exists in H as (t & I & E). apply same_eq in E as ->.
  refine (library_in states (M.empty _) (fun b => In b states) _ _ (hash t) t I); auto.
  intros h c. unfold shelf. destruct (M.find h (M.empty (list board))) eqn:F; [|contradiction].
  apply M.find_2 in F. now apply M.empty_1 in F.
Qed.

Definition check_closed (deal : board) (states : list board) : bool :=
  let m := library states in
  let cells := seq 0 (R * C) in
  member m deal && forallb (fun b => negb (won ru R C b) && forallb (fun c =>
    if get b c =? 0 then forallb (fun a =>
      if legal ru C b a c then member m (play b a c) else true) cells
    else true) cells) states.
Theorem check_closed_sound deal states : check_closed deal states = true -> lost ru R C deal.
Proof.
  unfold check_closed. intros H. apply andb_prop in H as [D H]. rewrite forallb_forall in H.
  apply (closed_set_lost ru R C (fun b => In b states)); [now apply member_in| |].
  - intros b I. specialize (H b I). apply andb_prop in H as [H _]. now apply negb_true_iff.
  - intros b a c I Ha Hc LG. specialize (H b I). apply andb_prop in H as [_ H].
    rewrite forallb_forall in H. specialize (H c ltac:(apply in_seq; unfold n in Hc; lia)).
    assert (M := LG). apply legal_may in M. rewrite (may_gap _ _ _ _ _ M) in H. cbn in H.
    rewrite forallb_forall in H. specialize (H a ltac:(apply in_seq; unfold n in Ha; lia)).
    rewrite LG in H. now apply member_in.
Qed.
End Closed.
Print Assumptions check_closed_sound.
