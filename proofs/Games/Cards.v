(** * Cards in cells *)

From Coq Require Import List Bool Arith Lia.
From Patience.Gaps Require Rules Machine.
Import ListNotations.

Inductive suit := Clubs | Hearts | Spades | Diamonds.
(** Ranks count from 0, the ace, to 12, the king. *)
Record card := Card { rank : nat; of : suit }.
(** [None]: no card, a gap. *)
Definition cell := option card.
(** Cells in reading order. *)
Definition board := list cell.

Definition same_suit (a b : suit) : bool :=
  match a, b with
  | Clubs, Clubs | Hearts, Hearts | Spades, Spades | Diamonds, Diamonds => true
  | _, _ => false
  end.
Definition same_card (x y : card) : bool := same_suit (of x) (of y) && (rank x =? rank y).
Definition same_cell (a b : cell) : bool :=
  match a, b with
  | None, None => true
  | Some x, Some y => same_card x y
  | _, _ => false
  end.
Definition at_ (b : board) (x : nat) : cell := nth x b None.
Fixpoint put (b : board) (x : nat) (v : cell) : board :=
  match b, x with
  | [], _ => []
  | _ :: rest, 0 => v :: rest
  | content :: rest, S x => content :: put rest x v
  end.
(** The card in cell a, which is x, goes to cell c. *)
Definition carry (b : board) (a c : nat) (x : card) : board := put (put b a None) c (Some x).

Definition same_place (m n : nat * nat) : bool := (fst m =? fst n) && (snd m =? snd n).

(** A board as numbers: 0 for a gap. *)
Definition suit_code (s : suit) : nat :=
  match s with Clubs => 1 | Hearts => 2 | Spades => 3 | Diamonds => 4 end.
Definition cell_code (c : cell) : nat :=
  match c with Some x => 4 * rank x + suit_code (of x) | None => 0 end.
Definition code (b : board) : Rules.board := Machine.board_of (map cell_code b).

Lemma same_suit_eq a b : same_suit a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.
Lemma same_card_eq x y : same_card x y = true <-> x = y.
Proof.
  destruct x as [r s], y as [r' s']. unfold same_card. simpl.
  rewrite andb_true_iff, same_suit_eq, Nat.eqb_eq. split; [intros [-> ->]|intros [= -> ->]]; auto.
Qed.
Lemma same_cell_eq a b : same_cell a b = true -> a = b.
Proof.
  destruct a, b; simpl; try congruence. intros H. apply same_card_eq in H. now subst.
Qed.
Lemma code_eq b c : code b = code c -> b = c.
Proof.
  unfold code, Machine.board_of. revert c. induction b as [|x b IH]; destruct c as [|y c];
    try discriminate; auto.
  intros [= E F]. f_equal; [|auto].
  destruct x as [[r s]|], y as [[r' s']|]; try destruct s; try destruct s'; simpl in E; try lia;
    repeat f_equal; lia.
Qed.

Lemma put_length b x v : length (put b x v) = length b.
Proof. revert x. induction b; destruct x; simpl; auto. Qed.
Lemma at_put_same b x v : x < length b -> at_ (put b x v) x = v.
Proof.
  unfold at_. revert x. induction b; destruct x; simpl; intros; try lia; auto.
  apply IHb. lia.
Qed.
Lemma at_put_other b x y v : x <> y -> at_ (put b x v) y = at_ b y.
Proof.
  unfold at_. revert x y. induction b; destruct x, y; simpl; intros; auto; try lia.
Qed.
Lemma at_some_length b x y : at_ b x = Some y -> x < length b.
Proof.
  intros H. destruct (Nat.lt_ge_cases x (length b)) as [L|L]; [exact L|].
  unfold at_ in H. rewrite nth_overflow in H by exact L. discriminate.
Qed.

Lemma at_carry b a c x y : a <> c -> c < length b -> at_ (carry b a c x) y =
  if y =? c then Some x else if y =? a then None else at_ b y.
Proof.
  intros N L. unfold carry. destruct (Nat.eqb_spec y c) as [->|Y].
  - apply at_put_same. now rewrite put_length.
  - rewrite at_put_other by auto. destruct (Nat.eqb_spec y a) as [->|Y'].
    + destruct (Nat.lt_ge_cases a (length b)) as [La|La]; [now apply at_put_same|].
      unfold at_. apply nth_overflow. now rewrite put_length.
    + now rewrite at_put_other by auto.
Qed.
