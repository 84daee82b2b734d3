(** * Gaps (Montana): the rules

    Definitions only. To trust a theorem of this folder, read this file and the
    statement of the theorem. A board has [R] rows and [C] columns, so [R * C] cells, numbered row
    by row from 0. There are [R] suits, and of each suit the ranks 0 (the Two) to [C - 2].
    docs/certificates/notations.md states the same in words. *)

From Coq Require Import List Arith Bool.
Import ListNotations.

(** The cards that a gap in the first column takes: any Two; only the Two of the row's own suit; any Two that
    is not in the first column. *)
Inductive rules := Standard | FixedSuits | FixedTwos.

(** The content of each cell: 0 is a gap, and [1 + suit * (C - 1) + rank] a card. *)
Definition board := list nat.
Definition get (b : board) (x : nat) : nat := nth x b 0.
Fixpoint put (b : board) (x v : nat) : board :=
  match b, x with
  | [], _ => []
  | _ :: rest, 0 => v :: rest
  | content :: rest, S x => content :: put rest x v
  end.

Section Rules.
Variable ru : rules.
Variables R C : nat.

Definition n := R * C.
Definition card (s k : nat) : nat := 1 + s * (C - 1) + k.
Definition rank (X : nat) : nat := (X - 1) mod (C - 1).
Definition suit (X : nat) : nat := (X - 1) / (C - 1).
Definition col (x : nat) : nat := x mod C.
Definition row (x : nat) : nat := x / C.

(** Whether the Two [X] may go from cell [a] to cell [c] of the first column. *)
Definition two_may (X a c : nat) : bool :=
  match ru with
  | Standard => true
  | FixedSuits => suit X =? row c
  | FixedTwos => negb (col a =? 0)
  end.

(** The card in cell [a] may go to the gap in cell [c]: a Two into the first column, any other card
    to the right of its predecessor, which has one rank less and the same suit. *)
Definition enters (b : board) (a c : nat) : bool :=
  let X := get b a in
  if rank X =? 0 then (col c =? 0) && two_may X a c
  else negb (col c =? 0) && (get b (c - 1) =? X - 1).
Definition legal (b : board) (a c : nat) : bool :=
  negb (get b a =? 0) && (get b c =? 0) && enters b a c.

(** The card in [a] and the gap in [c] are swapped. *)
Definition play (b : board) (a c : nat) : board := put (put b a 0) c (get b a).

Inductive move (b : board) : board -> Prop :=
| Move a c : a < n -> c < n -> legal b a c = true -> move b (play b a c).

(** Any number of moves. *)
Inductive plays (b : board) : board -> Prop :=
| Here : plays b b
| Then b1 b2 : plays b b1 -> move b1 b2 -> plays b b2.

(** Won: in each row the cards of one suit in ascending order, and then a gap. With fixed suits it
    is the row's own suit. *)
Definition may_own (r s : nat) : bool := match ru with FixedSuits => s =? r | _ => true end.
Definition row_won (b : board) (r : nat) : bool :=
  (get b (r * C + (C - 1)) =? 0) &&
  existsb (fun s => may_own r s &&
    forallb (fun k => get b (r * C + k) =? card s k) (seq 0 (C - 1))) (seq 0 R).
Definition won (b : board) : bool := forallb (row_won b) (seq 0 R).

(** No play wins. *)
Definition lost (b : board) : Prop := forall b', plays b b' -> won b' = false.

(** A plan: the cells from and to which the moves go. *)
Fixpoint follow (b : board) (plan : list (nat * nat)) : option board :=
  match plan with
  | [] => Some b
  | (a, c) :: plan =>
    if (a <? n) && (c <? n) && legal b a c then follow (play b a c) plan else None
  end.
Definition wins (b : board) (plan : list (nat * nat)) : bool :=
  match follow b plan with Some b' => won b' | None => false end.
End Rules.
