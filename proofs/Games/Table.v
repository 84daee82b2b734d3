(** * Tables of known states

    A tree of lists. The lowest bits of a hash, which is a number, lead to a list. The hash may be
    any function, and the tree may begin with any depth: bad choices cost time, but the table stays correct. *)

From Coq Require Import List Bool Arith.
Import ListNotations.

Section Table.
Context {A : Type}.
Inductive table := Empty | Item (x : A) (rest : table) | Fork (even odd : table).

Fixpoint fresh (depth : nat) : table :=
  match depth with 0 => Empty | S depth => let t := fresh depth in Fork t t end.
Fixpoint bucket (t : table) (h : nat) : list A :=
  match t with
  | Empty => []
  | Item x rest => x :: bucket rest h
  | Fork a b => bucket (if Nat.odd h then b else a) (Nat.div2 h)
  end.
(** One of the list has a property. *)
Fixpoint found (p : A -> bool) (t : table) (h : nat) : bool :=
  match t with
  | Empty => false
  | Item x rest => p x || found p rest h
  | Fork a b => found p (if Nat.odd h then b else a) (Nat.div2 h)
  end.
Fixpoint insert (t : table) (h : nat) (x : A) : table :=
  match t with
  | Fork a b =>
    if Nat.odd h then Fork a (insert b (Nat.div2 h) x) else Fork (insert a (Nat.div2 h) x) b
  | _ => Item x t
  end.

Lemma fresh_empty depth : forall h, bucket (fresh depth) h = [].
Proof. induction depth as [|depth IH]; intros h; simpl; [reflexivity|]. destruct (Nat.odd h); auto. Qed.
Lemma found_in p t : forall h, found p t h = true -> exists x, In x (bucket t h) /\ p x = true.
Proof.
  induction t as [|x t IH|a IHa b IHb]; intros h; simpl.
  - discriminate.
  - intros H. apply orb_prop in H as [H|H]; [eauto|]. destruct (IH _ H) as (y & I & Q). eauto.
  - destruct (Nat.odd h); auto.
Qed.
Lemma bucket_insert t : forall h x g y,
  In y (bucket (insert t h x) g) -> y = x \/ In y (bucket t g).
Proof.
  induction t as [|z t _|a IHa b IHb]; intros h x g y; simpl.
  - intros [->|I]; auto.
  - intros [->|I]; auto.
  - destruct (Nat.odd h); simpl; destruct (Nat.odd g); eauto.
Qed.
Lemma bucket_keeps t : forall h x g y, In y (bucket t g) -> In y (bucket (insert t h x) g).
Proof.
  induction t as [|z t _|a IHa b IHb]; intros h x g y; simpl; [auto|auto|].
  destruct (Nat.odd h); simpl; destruct (Nat.odd g); auto.
Qed.
End Table.
Arguments table : clear implicits.
