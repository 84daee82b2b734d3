(** * Small boards, computed by the kernel

    Each is read from the notation of the program, and decided by the rules of this folder alone:
    [decide] lists all states that play can reach. The program reaches the same verdicts. *)

From Coq Require Import List Bool Arith PArith Strings.Byte String.
From Patience.Gaps Require Machine.
From Patience.Games Require Import Search.
From Patience.Games Require Cards Grid Birds Cohesion Tiles Sliding Gaps.
From Patience.Format Require Import Bytes.
From Patience.Format Require Deals.
Import ListNotations.

(** The length of a shortest plan; [None]: there is none. *)
Inductive answer := Wins (moves : nat) | IsLost | TooLarge.
Section Decide.
Context {name state : Type}.
Variable G : game name state.
Definition is_new (known : list state) (s : state) : bool := negb (existsb (Machine.same (encode G s)) (map (encode G) known)).
Fixpoint add_new (known l : list state) : list state :=
  match l with
  | [] => []
  | s :: l => if is_new known s then s :: add_new (s :: known) l else add_new known l
  end.
Definition wins_now (s : state) : bool :=
  match look G s with Some v => is_won v | None => false end.
Definition nexts (s : state) : list state :=
  match look G s with Some v => map snd (after v tt) | None => [] end.
Fixpoint decide (fuel depth : nat) (known layer : list state) : answer :=
  match fuel with
  | 0 => TooLarge
  | S fuel =>
    match layer with
    | [] => IsLost
    | _ =>
      if existsb wins_now layer then Wins depth
      else
        let new := add_new known (flat_map nexts layer) in
        decide fuel (S depth) (new ++ known) new
    end
  end.
End Decide.
Definition solve (game_text deal_text : string) : option answer :=
  match Deals.read_deal (list_byte_of_string game_text) (list_byte_of_string deal_text) with
  | None => None
  | Some (Deals.Gaps ru _ R C b) => Some (decide (Gaps.gaps ru R C) 100 0 [b] [b])
  | Some (Deals.Birds s) => Some (decide Birds.birds 100 0 [s] [s])
  | Some (Deals.Cohesion w s) => Some (decide (Cohesion.cohesion w) 100 0 [s] [s])
  | Some (Deals.Tiles w g p) => Some (decide (Tiles.tiles w g) 100 0 [p] [p])
  | Some (Deals.Sliding last w s) => Some (decide (Sliding.sliding w last (List.length s)) 100 0 [s] [s])
  end.

(** The kernel computes when it checks the proof, and only then. *)
Ltac computed := match goal with |- _ = ?answer => vm_cast_no_check (eq_refl answer) end.

Open Scope string_scope.
Example gaps_0 :
  solve "gaps" "2H -- 4H 3H" = Some (Wins 1).
Proof. computed. Qed.
Example gaps_1 :
  solve "gaps" "3H 4H -- 2H" = Some IsLost.
Proof. computed. Qed.
Example gaps_2 :
  solve "gaps" "3C 2H 3H / -- -- 2C" = Some (Wins 4).
Proof. computed. Qed.
Example gaps_3 :
  solve "gaps" "-- 3H 2C / 2H 3C --" = Some (Wins 2).
Proof. computed. Qed.
Example gaps_4 :
  solve "gaps" "3C -- 2C / 3H -- 2H" = Some IsLost.
Proof. computed. Qed.
Example gaps_fixed_suits_5 :
  solve "gaps+fixed-suits" "-- 3H 2C / 2H 3C --" = Some IsLost.
Proof. computed. Qed.
Example gaps_fixed_twos_6 :
  solve "gaps+fixed-twos" "3C 2H 3H / -- -- 2C" = Some (Wins 4).
Proof. computed. Qed.
Example gaps_fixed_twos_7 :
  solve "gaps+fixed-twos" "-- 3H 2C / 2H 3C --" = Some IsLost.
Proof. computed. Qed.
Example birds_8 :
  solve "birds" "2D JD -- -- / -- -- -- -- / -- -- -- -- / -- -- -- --" = Some (Wins 1).
Proof. computed. Qed.
Example birds_9 :
  solve "birds" "2D JS -- -- / -- -- -- -- / -- -- -- -- / -- -- -- --" = Some IsLost.
Proof. computed. Qed.
Example birds_10 :
  solve "birds" "2D JD -- 3C / -- 4S -- -- / 5H -- -- -- / -- -- -- --" = Some IsLost.
Proof. computed. Qed.
Example birds_11 :
  solve "birds" "2D -- -- -- / -- 3D -- -- / -- -- 4D -- / -- -- -- 5D" = Some IsLost.
Proof. computed. Qed.
Example birds_12 :
  solve "birds" "2D 3D -- 9C / -- -- -- -- / 4D -- -- 9D / -- -- -- --" = Some (Wins 4).
Proof. computed. Qed.
Example cohesion_12 :
  solve "cohesion" "R.R/BB." = Some (Wins 1).
Proof. computed. Qed.
Example cohesion_13 :
  solve "cohesion" "RB./..R/B.R" = Some (Wins 4).
Proof. computed. Qed.
Example cohesion_14 :
  solve "cohesion" "RBR/BRB" = Some IsLost.
Proof. computed. Qed.
Example cohesion_15 :
  solve "cohesion" "R.BR/B..." = Some (Wins 4).
Proof. computed. Qed.
Example tiles_16 :
  solve "tiles" "r..R" = Some (Wins 1).
Proof. computed. Qed.
Example tiles_17 :
  solve "tiles" "r.R." = Some IsLost.
Proof. computed. Qed.
Example tiles_18 :
  solve "tiles" "aB.C/*.#./c..#/*=bA" = Some IsLost.
Proof. computed. Qed.
Example tiles_19 :
  solve "tiles" "#.../r..#/p..#/..PR" = Some (Wins 5).
Proof. computed. Qed.

Example sliding_20 :
  solve "sliding" "1 0 / 3 2" = Some IsLost.
Proof. computed. Qed.
Example sliding_21 :
  solve "sliding" "3 2 5 / 4 1 0" = Some (Wins 5).
Proof. computed. Qed.
Example sliding_blank_last_22 :
  solve "sliding+blank-last" "1 2 3 / 0 4 5" = Some (Wins 2).
Proof. computed. Qed.
Example sliding_blank_last_23 :
  solve "sliding+blank-last" "1 2 / 0 3" = Some (Wins 1).
Proof. computed. Qed.

(** Deals that [show] does not distinguish from others are not valid. *)
Example suits_twice : Deals.valid
  (Deals.Gaps Rules.Standard [Cards.Hearts; Cards.Hearts] 2 2 [1; 0; 2; 0]) = false.
Proof. reflexivity. Qed.
Example no_such_rank :
  Deals.valid (Deals.Birds (Some (Cards.Card 13 Cards.Clubs) :: repeat None 15)) = false.
Proof. reflexivity. Qed.
