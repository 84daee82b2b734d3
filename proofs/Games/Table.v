(** * Tables of known states

    A tree of lists. The lowest bits of a hash, which is a number, lead to a list. The hash may be
    any function, and the tree may begin with any depth: bad ones cost time, not correctness. *)

From Coq Require Import List Bool Arith.
Import ListNotations.

Section Table.
Context {A : Type}.
Inductive table := Shelf (l : list A) | Fork (even odd : table).

Fixpoint fresh (depth : nat) : table :=
  match depth with 0 => Shelf [] | S depth => let t := fresh depth in Fork t t end.
Fixpoint bucket (t : table) (h : nat) : list A :=
  match t with
  | Shelf l => l
  | Fork a b => bucket (if Nat.odd h then b else a) (Nat.div2 h)
  end.
Fixpoint insert (t : table) (h : nat) (x : A) : table :=
  match t with
  | Shelf l => Shelf (x :: l)
  | Fork a b =>
    if Nat.odd h then Fork a (insert b (Nat.div2 h) x) else Fork (insert a (Nat.div2 h) x) b
  end.

Lemma fresh_empty depth : forall h, bucket (fresh depth) h = [].
Proof. induction depth as [|depth IH]; intros h; simpl; [reflexivity|]. destruct (Nat.odd h); auto. Qed.
Lemma bucket_insert t : forall h x g y,
  In y (bucket (insert t h x) g) -> y = x \/ In y (bucket t g).
Proof.
  induction t as [l|a IHa b IHb]; intros h x g y; simpl.
  - intros [->|I]; auto.
  - destruct (Nat.odd h); simpl; destruct (Nat.odd g); eauto.
Qed.
Lemma bucket_keeps t : forall h x g y, In y (bucket t g) -> In y (bucket (insert t h x) g).
Proof.
  induction t as [l|a IHa b IHb]; intros h x g y; simpl; [auto|].
  destruct (Nat.odd h); simpl; destruct (Nat.odd g); auto.
Qed.
End Table.
Arguments table : clear implicits.
