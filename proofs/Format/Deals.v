(** * Deals and their notation

    [read_deal] accepts a string only if [show] writes the parsed deal in exactly this way. So
    a reader of the theorems must read [show] and [valid], not the parser. *)

From Coq Require Import List Bool Arith Lia Strings.Byte.
From Patience.Gaps Require Rules.
From Patience.Games Require Import Cards.
From Patience.Games Require Grid.
From Patience.Format Require Import Bytes.
Import ListNotations.

(** Gaps: the suits in play by their numbers, rows, columns, and the content of each cell as in
    Gaps/Rules.v. Grids: the width and the signs. Sliding tiles: whether the blank is at home in the
    last cell, the width, and the numbers as bytes. *)
Inductive deal :=
| Gaps (ru : Rules.rules) (suits : list suit) (R C : nat) (b : list nat)
| Birds (s : board)
| Cohesion (w : nat) (s : Grid.signs)
| Tiles (w : nat) (ground pieces : Grid.signs)
| Sliding (last : bool) (w : nat) (s : Grid.signs).

Definition game_of (d : deal) : bytes :=
  match d with
  | Gaps Rules.Standard _ _ _ _ => ["g"; "a"; "p"; "s"]
  | Gaps Rules.FixedSuits _ _ _ _ =>
      ["g"; "a"; "p"; "s"; "+"; "f"; "i"; "x"; "e"; "d"; "-"; "s"; "u"; "i"; "t"; "s"]
  | Gaps Rules.FixedTwos _ _ _ _ =>
      ["g"; "a"; "p"; "s"; "+"; "f"; "i"; "x"; "e"; "d"; "-"; "t"; "w"; "o"; "s"]
  | Birds _ => ["b"; "i"; "r"; "d"; "s"]
  | Cohesion _ _ => ["c"; "o"; "h"; "e"; "s"; "i"; "o"; "n"]
  | Tiles _ _ _ => ["t"; "i"; "l"; "e"; "s"]
  | Sliding false _ _ => ["s"; "l"; "i"; "d"; "i"; "n"; "g"]
  | Sliding true _ _ =>
      ["s"; "l"; "i"; "d"; "i"; "n"; "g"; "+"; "b"; "l"; "a"; "n"; "k"; "-"; "l"; "a"; "s"; "t"]
  end%byte.

(** ** Writing *)

Fixpoint join (between : bytes) (parts : list bytes) : bytes :=
  match parts with
  | [] => []
  | [part] => part
  | part :: parts => part ++ between ++ join between parts
  end.
Fixpoint chunks (fuel w : nat) (l : list cell) : list (list cell) :=
  match fuel, l with
  | S fuel, _ :: _ => firstn w l :: chunks fuel w (skipn w l)
  | _, _ => []
  end.
Fixpoint lines (fuel w : nat) (l : bytes) : list bytes :=
  match fuel, l with
  | S fuel, _ :: _ => firstn w l :: lines fuel w (skipn w l)
  | _, _ => []
  end.

Definition rank_signs : bytes :=
  ["A"; "2"; "3"; "4"; "5"; "6"; "7"; "8"; "9"; "T"; "J"; "Q"; "K"]%byte.
Definition suit_sign (s : suit) : byte :=
  match s with Clubs => "C" | Hearts => "H" | Spades => "S" | Diamonds => "D" end%byte.
Definition all_suits := [Clubs; Hearts; Spades; Diamonds].
Definition show_cell (c : cell) : bytes :=
  match c with
  | None => ["-"; "-"]%byte
  | Some x => [nth (rank x) rank_signs "?"%byte; suit_sign (of x)]
  end.
Definition show_cells (w : nat) (l : list cell) : bytes :=
  join [" "; "/"; " "]%byte
    (map (fun row => join [" "%byte] (map show_cell row)) (chunks (length l) w l)).

(** A number of Gaps as a card: rank 0 is the Two. *)
Definition gaps_cell (suits : list suit) (C X : nat) : cell :=
  match X with
  | 0 => None
  | _ => Some (Card (S (Rules.rank C X)) (nth (Rules.suit C X) suits Clubs))
  end.
Definition show_grid (w : nat) (s : bytes) : bytes := join ["/"%byte] (lines (length s) w s).

(** A piece on a target is "*", and the legend names both. *)
Definition tile_sign (g p : byte) : byte :=
  if Grid.empty p then g else if Grid.empty g then p else "*"%byte.
Fixpoint zip_signs (f : byte -> byte -> byte) (a b : bytes) : bytes :=
  match a, b with x :: a, y :: b => f x y :: zip_signs f a b | _, _ => [] end.
Fixpoint legend (ground pieces : bytes) : list bytes :=
  match ground, pieces with
  | g :: ground, p :: pieces =>
    if Grid.empty p || Grid.empty g then legend ground pieces
    else [p; g] :: legend ground pieces
  | _, _ => []
  end.
Definition show_tiles (w : nat) (ground pieces : bytes) : bytes :=
  show_grid w (zip_signs tile_sign ground pieces) ++
  match legend ground pieces with
  | [] => []
  | pairs => ["/"; "*"; "="]%byte ++ join [","%byte] pairs
  end.

(** A number below 100 has one or two digits. *)
Definition digits : bytes := ["0"; "1"; "2"; "3"; "4"; "5"; "6"; "7"; "8"; "9"]%byte.
Definition digit (n : nat) : byte := nth n digits "?"%byte.
Definition show_number (c : byte) : bytes :=
  let n := to_nat c in if n <? 10 then [digit n] else [digit (n / 10); digit (n mod 10)].
Definition show_numbers (w : nat) (s : bytes) : bytes :=
  join [" "; "/"; " "]%byte
    (map (fun row => join [" "%byte] (map show_number row)) (lines (length s) w s)).

Definition show (d : deal) : bytes :=
  match d with
  | Gaps _ suits _ C b => show_cells C (map (gaps_cell suits C) b)
  | Birds s => show_cells 4 s
  | Cohesion w s => show_grid w s
  | Tiles w ground pieces => show_tiles w ground pieces
  | Sliding _ w s => show_numbers w s
  end.

(** ** Valid deals *)

Definition count {A} (f : A -> bool) (l : list A) : nat := length (filter f l).
Definition between (a n b : nat) : bool := (a <=? n) && (n <=? b).
Definition within (a : byte) (c : byte) (z : byte) : bool :=
  between (to_nat a) (to_nat c) (to_nat z).
Definition is_small c := within "a" c "z".
Definition is_large c := within "A" c "Z".
Definition grid_ok (w : nat) (s : bytes) : bool :=
  let h := length s / w in
  between 1 w 32 && between 1 h 32 && (length s =? h * w) && (length s <=? 256).
Fixpoint no_card_twice (s : board) : bool :=
  match s with
  | [] => true
  | None :: s => no_card_twice s
  | Some x :: s => (rank x <? 13) && negb (existsb (same_cell (Some x)) s) && no_card_twice s
  end.
Fixpoint is_prefix (a b : list suit) : bool :=
  match a, b with
  | [], _ => true
  | x :: a, y :: b => same_suit x y && is_prefix a b
  | _, _ => false
  end.
(** Each once, in the order of [all_suits]. *)
Fixpoint in_order (l all : list suit) : bool :=
  match l, all with
  | [], _ => true
  | _, [] => false
  | x :: rest, y :: all => if same_suit x y then in_order rest all else in_order l all
  end.
Definition valid (d : deal) : bool :=
  match d with
  | Gaps ru suits R C b =>
    between 1 R 4 && between 2 C 13 && (length suits =? R) && (length b =? R * C) &&
    (count (Nat.eqb 0) b =? R) &&
    forallb (fun X => count (Nat.eqb X) b =? 1) (seq 1 (R * (C - 1))) &&
    match ru with Rules.FixedSuits => is_prefix suits all_suits | _ => in_order suits all_suits end
  | Birds s => (length s =? 16) && negb (count (fun c => negb (same_cell None c)) s =? 0) &&
      no_card_twice s
  | Cohesion w s => grid_ok w s && forallb (fun c => Grid.empty c || is_large c) s &&
      existsb is_large s
  | Tiles w ground pieces =>
    grid_ok w ground && (length pieces =? length ground) &&
    forallb (fun g => Grid.empty g || is_large g || Grid.is g "#") ground &&
    forallb (fun p => Grid.empty p || is_small p) pieces &&
    forallb (fun c => Grid.empty (fst c) || negb (Grid.is (snd c) "#"))
      (combine pieces ground) && existsb is_small pieces
  | Sliding _ w s =>
    let h := length s / w in
    between 2 w 5 && between 2 h 5 && (length s =? h * w) &&
    forallb (fun n => count (fun c => to_nat c =? n) s =? 1) (seq 0 (length s))
  end.

(** ** Reading *)

Fixpoint index {A} (f : A -> bool) (l : list A) (i : nat) : option nat :=
  match l with
  | [] => None
  | x :: l => if f x then Some i else index f l (S i)
  end.
Definition read_cell (a b : byte) : option cell :=
  match a, b with
  | "-"%byte, "-"%byte => Some None
  | _, _ =>
    match index (Grid.is a) rank_signs 0,
          find (fun s => Grid.is b (suit_sign s)) all_suits with
    | Some r, Some s => Some (Some (Card r s))
    | _, _ => None
    end
  end.
(** The cells, and the number of those in the first row. *)
Fixpoint read_cells (t : bytes) (w : option nat) (done : list cell)
  : option (nat * list cell) :=
  match t with
  | a :: b :: t =>
    match read_cell a b with
    | None => None
    | Some c =>
      let done := c :: done in
      let w' := match w with Some w => w | None => length done end in
      match t with
      | [] => Some (w', rev done)
      | " "%byte :: "/"%byte :: " "%byte :: t => read_cells t (Some w') done
      | " "%byte :: t => read_cells t w done
      | _ => None
      end
    end
  | _ => None
  end.
Definition has_suit (s : suit) (c : cell) : bool :=
  match c with Some x => same_suit s (of x) | None => false end.
Definition gaps_number (suits : list suit) (C : nat) (c : cell) : nat :=
  match c with
  | None => 0
  | Some x =>
    match index (same_suit (of x)) suits 0 with
    | Some s => Rules.card C s (rank x - 1)
    | None => 0
    end
  end.
Definition read_gaps (ru : Rules.rules) (t : bytes) : option deal :=
  match read_cells t None [] with
  | None => None
  | Some (C, cells) =>
    let suits := filter (fun s => existsb (has_suit s) cells) all_suits in
    Some (Gaps ru suits (length cells / C) C (map (gaps_number suits C) cells))
  end.

(** Signs up to the legend, without the slashes; the first row's length; and the legend. *)
Fixpoint read_grid (t : bytes) (w : option nat) (done : bytes) : nat * bytes * bytes :=
  let w' := match w with Some w => w | None => length done end in
  match t with
  | [] => (w', rev done, [])
  | "/"%byte :: "*"%byte :: "="%byte :: t => (w', rev done, t)
  | "/"%byte :: t => read_grid t (Some w') done
  | c :: t => read_grid t w (c :: done)
  end.
Fixpoint read_tiles (signs pairs : bytes) : bytes * bytes :=
  match signs with
  | [] => ([], [])
  | "*"%byte :: signs =>
    match pairs with
    | p :: g :: pairs =>
      let (ground, pieces) := read_tiles signs (skipn 1 pairs) in (g :: ground, p :: pieces)
    | _ => ([], [])
    end
  | c :: signs =>
    let (ground, pieces) := read_tiles signs pairs in
    if is_small c then ("."%byte :: ground, c :: pieces) else (c :: ground, "."%byte :: pieces)
  end.
(** The numbers as bytes, and how many the first row has; n is the number being read. *)
Fixpoint read_numbers (t : bytes) (n : nat) (w : option nat) (done : bytes)
  : option (nat * bytes) :=
  let done' := match of_nat n with Some c => c :: done | None => done end in
  let w' := match w with Some w => w | None => length done' end in
  match t with
  | [] => Some (w', rev done')
  | " "%byte :: "/"%byte :: " "%byte :: t => read_numbers t 0 (Some w') done'
  | " "%byte :: t => read_numbers t 0 w done'
  | c :: t =>
    match index (Grid.is c) digits 0 with
    | Some i => let n := n * 10 + i in if n <? 100 then read_numbers t n w done else None
    | None => None
    end
  end.
Definition read_sliding (last : bool) (t : bytes) : option deal :=
  match read_numbers t 0 None [] with Some (w, s) => Some (Sliding last w s) | None => None end.
Definition read_any (game t : bytes) : option deal :=
  let named d := Grid.same_signs game (game_of d) in
  if named (Birds []) then
    match read_cells t None [] with Some (4, s) => Some (Birds s) | _ => None end
  else if named (Cohesion 0 []) then
    match read_grid t None [] with (w, s, _) => Some (Cohesion w s) end
  else if named (Tiles 0 [] []) then
    match read_grid t None [] with
    | (w, s, pairs) =>
      let (ground, pieces) := read_tiles s pairs in Some (Tiles w ground pieces)
    end
  else if named (Gaps Rules.Standard [] 0 0 []) then read_gaps Rules.Standard t
  else if named (Gaps Rules.FixedSuits [] 0 0 []) then read_gaps Rules.FixedSuits t
  else if named (Gaps Rules.FixedTwos [] 0 0 []) then read_gaps Rules.FixedTwos t
  else if named (Sliding false 0 []) then read_sliding false t
  else if named (Sliding true 0 []) then read_sliding true t
  else None.
Definition read_deal (game t : bytes) : option deal :=
  match read_any game t with
  | Some d =>
    if valid d && Grid.same_signs game (game_of d) && Grid.same_signs t (show d) then Some d
    else None
  | None => None
  end.

Theorem read_deal_show game t d : read_deal game t = Some d ->
  valid d = true /\ game = game_of d /\ t = show d.
Proof.
  unfold read_deal. destruct (read_any game t) as [e|]; [|discriminate].
  destruct (_ && _) eqn:E; [|discriminate]. intros [= <-].
  apply andb_prop in E as [E T]. apply andb_prop in E as [V G].
  apply Grid.same_signs_eq in T, G. auto.
Qed.

(** Cells of a state. *)
Definition cells_of (d : deal) : nat :=
  match d with
  | Gaps _ _ _ _ b => length b
  | Birds s => length s
  | Cohesion _ s => length s
  | Tiles _ ground _ => length ground
  | Sliding _ _ s => length s
  end.
Lemma valid_cells d : valid d = true -> cells_of d <> 0.
Proof.
  assert (G : forall w s, grid_ok w s = true -> length s <> 0).
  { intros w s H. unfold grid_ok, between in H. rewrite !andb_true_iff in H.
    destruct H as [[[[W _] [H _]] E] _]. intros Z. rewrite Z in H.
    destruct w; [discriminate W|]. rewrite Nat.div_0_l in H by lia. discriminate H. }
  destruct d; simpl; intros H; rewrite ?andb_true_iff in H.
  - destruct H as [[[[[[R1 C1] _] L] _] _] _]. apply Nat.eqb_eq in L. rewrite L.
    unfold between in R1, C1. apply andb_prop in R1 as [R1 _], C1 as [C1 _].
    apply Nat.leb_le in R1, C1. nia.
  - destruct H as [[L _] _]. apply Nat.eqb_eq in L. lia.
  - destruct H as [[H _] _]. exact (G _ _ H).
  - destruct H as [[[[[H _] _] _] _] _]. exact (G _ _ H).
  - destruct H as [[[W H] E] _]. unfold between in W, H. rewrite !andb_true_iff in W, H.
    destruct W as [W _], H as [H _]. apply Nat.leb_le in W, H. apply Nat.eqb_eq in E. nia.
Qed.
Lemma valid_width w s : valid (Cohesion w s) = true -> w <> 0.
Proof.
  simpl. intros H. apply andb_prop in H as [H _]. apply andb_prop in H as [H _].
  unfold grid_ok in H. rewrite !andb_true_iff in H. destruct H as [[[W _] _] _].
  intros ->. discriminate W.
Qed.
Lemma sliding_width last w s : valid (Sliding last w s) = true -> w <> 0.
Proof.
  simpl. unfold between. rewrite !andb_true_iff. intros [[[[W _] _] _] _].
  apply Nat.leb_le in W. lia.
Qed.
