(** * Positions of a tree, as docs/certificates/positions.md defines them

    Definitions only. The theorems about them are [steps_cover] (lemma 1, in Cover.v) and
    [sleep_after] (lemma 4, in Sleeping.v). A row of a column is named by its cell: [below b k],
    [gap_in b k], [card_in b k] and [level b k] are the cells of column k in the rows of R_(k-1),
    G_k, C_k and R_k. *)

From Coq Require Import List Arith Bool PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps.
Import ListNotations.

Section Opening.
Variable ru : rules.
Variables R C : nat.
Notation n := (n R C).
Notation col := (col C).
Notation row := (row C).
Notation rank := (rank C).
Notation suit := (suit C).
Notation set := (nat -> bool).
Definition cells := seq 0 n.

(** ** Free levels *)

Definition gap_at (b : board) x := get b x =? 0.
Definition card_at (b : board) k (suits : set) x :=
  negb (gap_at b x) && (rank (get b x) =? k) && suits (suit (get b x)).
(** [suits b k] is S_(k-1). *)
Fixpoint below (b : board) (k x : nat) {struct k} : bool :=
  (x <? n) && (col x =? k) &&
  match k with
  | 0 => true
  | S j => below b j (x - 1) && (gap_at b (x - 1) || card_at b j (suits b j) (x - 1))
  end
with suits (b : board) (k s : nat) {struct k} : bool :=
  match k with
  | 0 => true
  | S j => existsb (fun x => below b j x && card_at b j (suits b j) x &&
      (suit (get b x) =? s)) cells
  end.
Definition gap_in b k x := below b k x && gap_at b x.
Definition card_in b k x := below b k x && card_at b k (suits b k) x.
Definition level b k x := gap_in b k x || card_in b k x.
Definition is_free b k := existsb (gap_in b k) cells && existsb (card_in b k) cells.

(** The number of free levels, f: of the first four, but not beyond the last rank. It is 0 if
    the first column has no gap, because level 0 is then not free. *)
Definition top := match ru with Standard => min 4 (C - 1) | _ => 0 end.
Fixpoint count b todo k :=
  match todo with
  | 0 => k
  | S todo => if is_free b k then count b todo (S k) else k
  end.
Definition free_levels b := count b top 0.

(** ** Opening *)

(** Empty first: the open cells of a column, if there is only one or all are gaps. *)
Definition settled b (W : set) x := W x &&
  existsb (fun y => W y && (col y =? col x) && negb (y =? x)) cells &&
  existsb (fun y => W y && (col y =? col x) && negb (gap_at b y)) cells.
(** The open cells afterwards. *)
Definition opened b (W : set) x :=
  if col x <? free_levels b then level b (col x) x else settled b W x.
(** The conditions (a) and (b). *)
Definition condition_a b W := forall x, settled b W x = true -> col x < free_levels b ->
  level b (col x) x = true.
Definition condition_b b W := (exists g, g < n /\ col g = 0 /\ get b g = 0) ->
  forall x, settled b W x = true -> col x = free_levels b -> get b x <> 0.
(** The position of [b] and [W] is opened to that of [q] and [V]. The open cells of [q] may be
    in any order, including that of the canonical arrangement. *)
Definition opens b W q V := (forall x, V x = opened b W x) /\ stands R C V b q.

(** ** Steps *)

(** An open cell of the column of [c] is a gap. *)
Definition open_gap b (W : set) c g := g < n /\ W g = true /\ col g = col c /\ get b g = 0.
(** The card in [x], with the cell [y] of its predecessor, may move to [c], right of the cell of
    its predecessor in some arrangement. *)
Definition may_fill b (W : set) x c :=
  (W c = false /\ get b c = 0) \/
  (W c = true /\ (exists g, open_gap b W c g) /\ ~ (W x = true /\ col x = col c)).
Definition first_gap b (p : set) := find (fun c => p c && gap_at b c) cells.

Inductive step (b : board) (W : set) : nat -> nat -> Prop :=
| TwoOfRow x c : ru = FixedSuits -> x < n -> get b x <> 0 -> rank (get b x) = 0 ->
    c < n -> col c = 0 -> row c = suit (get b x) -> get b c = 0 -> step b W (get b x) c
| TwoFixed x c : ru = FixedTwos -> x < n -> get b x <> 0 -> rank (get b x) = 0 -> col x <> 0 ->
    c < n -> col c = 0 -> get b c = 0 -> step b W (get b x) c
| TwoAny x c : ru = Standard -> x < n -> get b x <> 0 -> rank (get b x) = 0 -> col x <> 0 ->
    first_gap b (fun c => col c =? 0) = Some c -> step b W (get b x) c
| Closed x y : x < n -> y < n -> get b x <> 0 -> rank (get b x) <> 0 -> get b y = get b x - 1 ->
    col y + 1 < C -> W y = false -> may_fill b W x (y + 1) -> step b W (get b x) (y + 1)
| Join x y c : x < n -> y < n -> get b x <> 0 -> rank (get b x) <> 0 -> get b y = get b x - 1 ->
    col y + 1 < C -> W y = true -> col y < free_levels b ->
    first_gap b (fun c => (col c =? col y + 1) && W (c - 1)) = Some c ->
    ~ (col x = col y + 1 /\ W (x - 1) = true) -> step b W (get b x) c
| Beside x y e : x < n -> y < n -> get b x <> 0 -> rank (get b x) <> 0 -> get b y = get b x - 1 ->
    col y + 1 < C -> W y = true -> free_levels b <= col y -> e < n -> W e = true ->
    col e = col y -> may_fill b W x (e + 1) -> step b W (get b x) (e + 1).

(** ** Taking a step *)

(** The contents of two cells exchanged. *)
Definition exchanged (b : board) x y := arr R C b (sw x y).
(** The board and the open cells after the step of [X] to [c], before opening. If nothing is
    rearranged, the card and the gap are exchanged. Otherwise [b1] has a gap at [c], and [b2]
    also has the predecessor left of it. *)
Inductive take (b : board) (W : set) (X c : nat) : board -> set -> Prop :=
| Still x : col c <= free_levels b -> x < n -> get b x = X -> take b W X c (play b x c) W
| Arranged b1 b2 x : free_levels b < col c ->
    (W c = false /\ b1 = b \/ exists g, W c = true /\ open_gap b W c g /\ b1 = exchanged b c g) ->
    (W (c - 1) = false /\ b2 = b1 \/
     exists y, W (c - 1) = true /\ y < n /\ get b1 y = X - 1 /\ b2 = exchanged b1 (c - 1) y) ->
    x < n -> get b2 x = X -> take b W X c (play b2 x c) (step_open C W c).
Definition after b W X c q V := exists b' W', take b W X c b' W' /\ opens b' W' q V.

(** The positions of a tree: that of the deal, and those after steps. *)
Inductive reached (deal : board) : board -> set -> Prop :=
| First b W : opens deal (fun _ => false) b W -> reached deal b W
| Next b W X c q V : reached deal b W -> step b W X c -> after b W X c q V -> reached deal q V.

(** ** Sleeping *)

(** The open cells of free levels. *)
Definition in_free b (W : set) x := W x && (col x <? free_levels b).
Definition may_sleep b W X c := rank X <> 0 /\ W c = false /\ in_free b W (c - 1) = false /\
  forall x, x < n -> get b x = X -> in_free b W x = false.
End Opening.
