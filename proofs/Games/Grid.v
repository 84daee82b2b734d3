(** * Boards of signs: cells, neighbours, rows *)

From Coq Require Import List Bool Arith Lia Strings.Byte.
From Patience.Gaps Require Rules Machine.
Import ListNotations.

(** A sign is a byte (ASCII), a board its signs in reading order. *)
Definition signs := list byte.
Definition sign (s : signs) (x : nat) : byte := nth x s "."%byte.
Definition is (a b : byte) : bool := Byte.eqb a b.
Definition empty (a : byte) : bool := match a with "."%byte => true | _ => false end.

Inductive direction := L | R | U | D.
Definition directions := [L; R; U; D].
Definition same_direction (d e : direction) : bool :=
  match d, e with L, L | R, R | U, U | D, D => true | _, _ => false end.
Definition opposite (d : direction) : direction :=
  match d with L => R | R => L | U => D | D => U end.

(** The next cell in a direction, on a board of n cells whose rows have w. *)
Definition next (w n : nat) (d : direction) (x : nat) : option nat :=
  match d with
  | L => if x mod w =? 0 then None else Some (x - 1)
  | R => if (S x mod w =? 0) || (n <=? S x) then None else Some (S x)
  | U => if x <? w then None else Some (x - w)
  | D => if n <=? x + w then None else Some (x + w)
  end.

Fixpoint same_signs (s t : signs) : bool :=
  match s, t with
  | [], [] => true
  | a :: s, b :: t => is a b && same_signs s t
  | _, _ => false
  end.

(** A board as numbers. *)
Definition code (s : signs) : Rules.board := Machine.board_of (map to_nat s).

Lemma is_eq a b : is a b = true <-> a = b.
Proof.
  unfold is. split; [apply byte_dec_bl|apply byte_dec_lb].
Qed.
Lemma is_not a b : is a b = false <-> a <> b.
Proof. rewrite <- is_eq. destruct (is a b); intuition congruence. Qed.
Lemma empty_eq a : empty a = true <-> a = "."%byte.
Proof. destruct a; simpl; split; congruence. Qed.
Lemma empty_not a : empty a = false <-> a <> "."%byte.
Proof. rewrite <- empty_eq. destruct (empty a); intuition congruence. Qed.
Lemma same_signs_eq s t : same_signs s t = true <-> s = t.
Proof.
  revert t. induction s as [|a s IH]; destruct t as [|b t]; simpl; try (split; congruence).
  rewrite andb_true_iff, is_eq, IH. split; [intros [-> ->]|intros [= -> ->]]; auto.
Qed.

Lemma code_eq s t : code s = code t -> s = t.
Proof.
  unfold code, Machine.board_of. revert t. induction s as [|a s IH]; destruct t as [|b t];
    try discriminate; auto.
  intros [= E F]. f_equal; [|auto].
  enough (Some a = Some b) by congruence. now rewrite <- (of_to_nat a), <- (of_to_nat b), E.
Qed.

Lemma next_in w n d x y : x < n -> next w n d x = Some y -> y < n.
Proof.
  unfold next. destruct d; intros Hx.
  - destruct (_ =? _); intros [= <-]; lia.
  - destruct (_ || _) eqn:E; intros [= <-]. apply orb_false_elim in E as [_ E].
    apply Nat.leb_gt in E. lia.
  - destruct (_ <? _); intros [= <-]; lia.
  - destruct (_ <=? _) eqn:E; intros [= <-]. apply Nat.leb_gt in E. lia.
Qed.

(** Adjacency is symmetric. *)
Lemma next_back w n d x y : w <> 0 -> x < n ->
  next w n d x = Some y -> next w n (opposite d) y = Some x.
Proof.
  intros Hw Hx. unfold next. destruct d; simpl.
  - destruct (Nat.eqb_spec (x mod w) 0) as [|N]; [discriminate|]. intros [= <-].
    assert (X : x <> 0) by (intros ->; rewrite Nat.mod_0_l in N; lia).
    replace (S (x - 1)) with x by lia.
    destruct (Nat.eqb_spec (x mod w) 0); [contradiction|].
    destruct (Nat.leb_spec n x); [lia|reflexivity].
  - destruct (Nat.eqb_spec (S x mod w) 0) as [|N]; [discriminate|].
    destruct (Nat.leb_spec n (S x)); [discriminate|]. intros [= <-].
    destruct (Nat.eqb_spec (S x mod w) 0); [contradiction|]. f_equal. lia.
  - destruct (Nat.ltb_spec x w); [discriminate|]. intros [= <-].
    replace (x - w + w) with x by lia. destruct (Nat.leb_spec n x); [lia|reflexivity].
  - destruct (Nat.leb_spec n (x + w)); [discriminate|]. intros [= <-].
    destruct (Nat.ltb_spec (x + w) w); [lia|]. f_equal. lia.
Qed.

(** Two boards of equal length that agree in every cell are equal. *)
Lemma signs_ext s t : length s = length t -> (forall x, x < length s -> sign s x = sign t x) ->
  s = t.
Proof.
  revert t. induction s as [|a s IH]; destruct t as [|b t]; simpl; try discriminate; auto.
  intros [= E] H. f_equal.
  - apply (H 0). lia.
  - apply IH; [exact E|]. intros x Hx. apply (H (S x)). lia.
Qed.

Fixpoint put (s : signs) (x : nat) (c : byte) : signs :=
  match s, x with
  | [], _ => []
  | _ :: s, 0 => c :: s
  | a :: s, S x => a :: put s x c
  end.
(** The sign c in each cell of a list. *)
Definition put_all (s : signs) (l : list nat) (c : byte) : signs :=
  fold_left (fun s x => put s x c) l s.

Lemma put_length s x c : length (put s x c) = length s.
Proof. revert x. induction s; destruct x; simpl; auto. Qed.
Lemma sign_put s x y c : y < length s -> sign (put s x c) y = if y =? x then c else sign s y.
Proof.
  unfold sign. revert x y. induction s as [|a s IH]; intros x y Hy; [simpl in Hy; lia|].
  destruct x, y; simpl in *; auto. apply IH. lia.
Qed.
Lemma put_all_length s l c : length (put_all s l c) = length s.
Proof.
  revert s. induction l as [|x l IH]; intros s; simpl; [reflexivity|]. rewrite IH.
  apply put_length.
Qed.
Lemma sign_put_all s l c y : y < length s ->
  sign (put_all s l c) y = if existsb (Nat.eqb y) l then c else sign s y.
Proof.
  revert s. induction l as [|x l IH]; intros s Hy; simpl; [reflexivity|].
  rewrite IH by (rewrite put_length; exact Hy). rewrite sign_put by exact Hy.
  destruct (y =? x), (existsb (Nat.eqb y) l); reflexivity.
Qed.
