(** * Examples that the kernel of Coq computes: boards won and lost under the rules of [Rules.v]

    The verdicts are those of the program. *)

From Coq Require Import List Arith Bool.
From Patience Require Import Gaps.Rules Gaps.Opening Gaps.Machine Gaps.Plans
  Gaps.Tree.
Import ListNotations.

(** [2H 3H -- 4H], one row: the Four goes to the gap. *)
Example one_row : wins Standard 1 4 [1; 2; 0; 3] [(3, 2)] = true.
Proof. reflexivity. Qed.
(** [3H -- 2H]: there is no move, for the Three has no successor. *)
Example stuck : map (fun a => legal Standard 3 [2; 0; 1] a 1) [0; 2] = [false; false].
Proof. reflexivity. Qed.

(** Two rows of three columns, [-- 3C 2C / 2H 3H --]. The rules decide which
    cards the gap in the first column may take. *)
Definition two_rows : board := [0; 2; 1; 3; 4; 0].
Example standard_takes_any : map (fun a => legal Standard 3 two_rows a 0) [2; 3] = [true; true].
Proof. reflexivity. Qed.
Example fixed_suits_takes_its_own :
  map (fun a => legal FixedSuits 3 two_rows a 0) [2; 3] = [true; false].
Proof. reflexivity. Qed.
Example fixed_twos_leaves_those_in_place :
  map (fun a => legal FixedTwos 3 two_rows a 0) [2; 3] = [true; false].
Proof. reflexivity. Qed.
Example two_rows_won : wins Standard 2 3 two_rows [(2, 0)] = true /\
  wins FixedSuits 2 3 two_rows [(2, 0)] = true.
Proof. split; reflexivity. Qed.
(** Rows of the wrong suits are won, except with fixed suits. *)
Example suits_of_rows : map (fun ru => won ru 2 3 [3; 4; 0; 1; 2; 0])
  [Standard; FixedSuits; FixedTwos] = [true; false; true].
Proof. reflexivity. Qed.

(** The position of docs/certificates/positions.md, [2C 3H 4H -- / -- 2H 4C 3C]: one level is
    free, and the first column is open in both rows. *)
Definition two_boards : board := [1; 5; 6; 0; 0; 4; 3; 2].
Example two_boards_open : free_levels Standard 2 4 two_boards = 1 /\
  filter (opened Standard 2 4 two_boards (fun _ => false)) (seq 0 8) = [0; 4].
Proof. split; reflexivity. Qed.
Example two_boards_fixed : filter (opened FixedTwos 2 4 two_boards (fun _ => false)) (seq 0 8) = [].
Proof. reflexivity. Qed.

(** The kernel runs the checker on certificates, and so proves deals lost without any extraction.
    The fuel is a bound on the depth of recursion; the hash may be any function. It runs when [Qed]
    checks the proof, and only then. *)
Ltac by_tree body :=
  apply (check_tree_sound _ _ _ (fun _ => 0) 0 500 _ (bytes_of body) 0 (length body));
  match goal with |- _ = ?answer => vm_cast_no_check (eq_refl answer) end.

(** gaps:solvitaire/3x4/4 and 3x5/1. *)
Example lost_3x4 : lost Standard 3 4 [9; 0; 4; 8; 3; 5; 1; 0; 7; 6; 0; 2].
Proof. by_tree [1]. Qed.
Example lost_3x5 : lost Standard 3 5 [2; 11; 0; 12; 5; 8; 0; 6; 7; 10; 3; 0; 4; 9; 1].
Proof. by_tree [1; 0]. Qed.
(** gaps+fixed-suits:solvitaire/4x7/3 and gaps+fixed-twos:solvitaire/4x7/2. *)
Example lost_fixed_suits : lost FixedSuits 4 7
  [21; 13; 10; 17; 15; 6; 8; 0; 0; 2; 22; 18; 14; 19; 16; 20; 4; 24; 1; 9; 3; 5; 11; 0; 0; 23; 7;
   12].
Proof. by_tree [1; 0]. Qed.
(** gaps:solvitaire/4x13/869, a full deal: the whole pack without its aces. *)
Example lost_869 : lost Standard 4 13
  [37; 28; 25; 38; 26; 17; 13; 34; 47; 42; 0; 0; 33;
   41; 8; 46; 19; 31; 12; 0; 7; 48; 43; 3; 5; 6;
   16; 23; 24; 18; 15; 9; 45; 10; 29; 30; 39; 2; 0;
   4; 20; 1; 36; 35; 22; 40; 27; 11; 21; 44; 32; 14].
Proof.
  by_tree [1; 2; 0; 2; 1; 9; 0; 0; 1; 2; 0; 8; 8; 8; 8; 2; 0; 2; 1; 0; 0; 0; 2; 1; 2; 2; 1; 8; 8;
    0; 0; 2; 0; 2; 1; 2; 0; 1; 9; 8; 2; 0; 8; 9; 9; 0; 1; 0; 2; 0; 1; 1].
Qed.
