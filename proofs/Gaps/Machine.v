(** * Data of the checker: arrays of numbers, and sets of small numbers as bit masks

    In Coq arrays are lists, and masks are binary numbers. The extracted program has arrays and
    machine integers instead ([Extract.v]); the types [board], [mask] and [masks] are used only
    through the functions of this file and of [Rules.v]. *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat Strings.Byte.
From Patience Require Import Gaps.Rules.
Import ListNotations.

Definition size (b : board) : nat := length b.
Definition board_of (l : list nat) : board := l.
Definition same (a b : board) : bool := if list_eq_dec Nat.eq_dec a b then true else false.
Lemma same_eq a b : same a b = true -> a = b.
Proof. unfold same. now destruct list_eq_dec. Qed.

Definition mask := N.
Definition none : mask := 0%N.
Definition has (m : mask) (x : nat) : bool := N.testbit m (N.of_nat x).
Definition one (x : nat) : mask := N.shiftl 1 (N.of_nat x).
Definition union (m k : mask) : mask := N.lor m k.
Definition inter (m k : mask) : mask := N.land m k.
Definition minus (m k : mask) : mask := N.ldiff m k.
(** All cells shifted right by one. *)
Definition right (m : mask) : mask := N.shiftl m 1.
Definition same_mask (m k : mask) : bool := N.eqb m k.
(** Only the lowest number. *)
Definition lowest (m : mask) : mask := N.ldiff m (N.pred m).
Definition empty (m : mask) : bool := same_mask m none.
Definition within (m k : mask) : bool := empty (minus m k).

Lemma has_none x : has none x = false.
Proof. reflexivity. Qed.
Lemma has_one x y : has (one x) y = (x =? y).
Proof.
  unfold has, one. destruct (Nat.eqb_spec x y) as [->|N].
  - rewrite N.shiftl_spec_high', N.sub_diag; [reflexivity|lia].
  - destruct (le_lt_dec x y) as [H|H].
    + rewrite N.shiftl_spec_high' by lia. change 1%N with (N.ones 1).
      apply N.ones_spec_high. lia.
    + apply N.shiftl_spec_low. lia.
Qed.
Lemma has_union m k x : has (union m k) x = has m x || has k x.
Proof. apply N.lor_spec. Qed.
Lemma has_inter m k x : has (inter m k) x = has m x && has k x.
Proof. apply N.land_spec. Qed.
Lemma has_minus m k x : has (minus m k) x = has m x && negb (has k x).
Proof. apply N.ldiff_spec. Qed.
Lemma has_right m x : has (right m) x = negb (x =? 0) && has m (x - 1).
Proof.
  unfold has, right. destruct x as [|x]; [now apply N.shiftl_spec_low|].
  rewrite N.shiftl_spec_high' by lia. cbn [Nat.eqb negb andb]. f_equal. lia.
Qed.
Lemma same_mask_eq m k : same_mask m k = true -> m = k.
Proof. apply N.eqb_eq. Qed.
Lemma empty_has m x : empty m = true -> has m x = false.
Proof. intros E. apply same_mask_eq in E as ->. apply has_none. Qed.
Lemma within_has m k x : within m k = true -> has m x = true -> has k x = true.
Proof.
  intros E H. apply (empty_has _ x) in E. rewrite has_minus, H in E. now apply negb_false_iff in E.
Qed.

(** The bytes of a file; beyond its end, a value that is not a byte. *)
Definition data := list Byte.byte.
Definition data_size (d : data) : nat := length d.
Definition sign_at (d : data) (i : nat) : Byte.byte := nth i d x00.
Definition byte (d : data) (i : nat) : nat :=
  if i <? data_size d then to_nat (sign_at d i) else 256.
Definition bytes_of (l : list nat) : data :=
  map (fun n => match of_nat n with Some b => b | None => x00 end) l.

(** Arrays of any type, and arrays of masks. *)
Definition vec (A : Type) := list A.
Definition vget {A} (d : A) (a : vec A) (i : nat) : A := nth i a d.
Definition vec_of {A} (l : list A) : vec A := l.
Definition masks := vec mask.
Definition mget (a : masks) (i : nat) : mask := vget none a i.
Definition masks_of (l : list mask) : masks := vec_of l.

(** The members of a list that have a property. *)
Definition mask_of (p : nat -> bool) (l : list nat) : mask :=
  fold_left (fun m x => if p x then union m (one x) else m) l none.
Lemma has_mask_of p l x : has (mask_of p l) x = existsb (Nat.eqb x) l && p x.
Proof.
  unfold mask_of.
  enough (G : forall l m, has (fold_left (fun m x => if p x then union m (one x) else m) l m) x =
    has m x || existsb (Nat.eqb x) l && p x) by (rewrite G, has_none; reflexivity).
  clear l. induction l as [|y l IH]; intros m; simpl; [now rewrite orb_false_r|].
  rewrite IH. destruct (p y) eqn:E.
  - rewrite has_union, has_one, (Nat.eqb_sym y x). destruct (Nat.eqb_spec x y) as [->|N]; cbn.
    + rewrite E. now destruct (has m y), (existsb _ l).
    + now rewrite orb_false_r.
  - destruct (Nat.eqb_spec x y) as [->|N]; cbn; auto. rewrite E. now destruct (existsb _ l).
Qed.
Lemma has_mask_of_seq p m x : has (mask_of p (seq 0 m)) x = (x <? m) && p x.
Proof.
  rewrite has_mask_of. f_equal. destruct (Nat.ltb_spec x m) as [H|H].
  - apply existsb_exists. exists x. split; [apply in_seq; lia|apply Nat.eqb_refl].
  - destruct (existsb _ _) eqn:E; auto. apply existsb_exists in E as (y & I & E).
    apply Nat.eqb_eq in E. apply in_seq in I. lia.
Qed.
