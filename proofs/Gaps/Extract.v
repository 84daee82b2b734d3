(** * Extraction of the checker to OCaml

    Numbers of Coq become machine integers of 63 bits, boards arrays, masks machine integers. What
    has to be believed: that no number overflows (cells and cards are below 53, masks have at most
    53 bits, positions in a file and fuel are far smaller), that [Array.get] of a cell that is not
    there raises an exception, which the program reports as a refusal, and that each line below
    says of an OCaml function what the Coq function of this name does.

    [CheckerSlow] is extracted without the lines about masks and boards: Coq's own binary numbers
    and lists. *)

From Coq Require Import List Arith NArith.
From Patience Require Import Gaps.Rules Gaps.Machine Gaps.Moves Gaps.Tree
  Gaps.Closed.
Require Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Extraction Language OCaml.

(* As in [ExtrOcamlNatInt], but never polymorphic, and with division as in Coq. *)
Extract Inlined Constant Nat.modulo => "(fun a b -> if b = 0 then a else a mod b)".
Extract Inlined Constant Nat.div => "(fun a b -> if b = 0 then 0 else a / b)".
Extract Inlined Constant Nat.testbit => "(fun m i -> i < 63 && (m lsr i) land 1 = 1)".
Extract Inlined Constant Nat.add => "(+)".
Extract Inlined Constant Nat.sub => "(fun (a : int) b -> if a > b then a - b else 0)".
Extract Inlined Constant Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant Nat.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant Nat.eqb => "(fun (a : int) b -> a = b)".

(* The bytes of the file. *)
Extract Constant data => "string".
Extract Inlined Constant byte =>
  "(fun s i -> if i < String.length s then Char.code (String.unsafe_get s i) else 256)".
Extract Inlined Constant data_size => "String.length".

Extraction "CheckerSlow.ml" check_tree check_closed wins.

(* Boards. *)
Extract Constant board => "int array".
Extract Inlined Constant get => "Array.get".
Extract Constant put => "(fun b x v -> let b = Array.copy b in b.(x) <- v; b)".
Extract Inlined Constant size => "Array.length".
Extract Inlined Constant board_of => "Array.of_list".
Extract Inlined Constant same => "(fun (a : int array) b -> a = b)".

(* Masks. *)
Extract Constant mask => "int".
Extract Constant masks => "int array".
Extract Inlined Constant none => "0".
Extract Inlined Constant has => "(fun m x -> x < 63 && (m lsr x) land 1 = 1)".
Extract Inlined Constant one => "(fun x -> 1 lsl x)".
Extract Inlined Constant union => "(lor)".
Extract Inlined Constant inter => "(land)".
Extract Inlined Constant minus => "(fun a b -> a land lnot b)".
Extract Inlined Constant right => "(fun m -> m lsl 1)".
Extract Inlined Constant same_mask => "(fun (a : int) b -> a = b)".
Extract Inlined Constant lowest => "(fun m -> m land (- m))".
Extract Inlined Constant empty => "(fun m -> m = 0)".
Extract Inlined Constant within => "(fun a b -> a land lnot b = 0)".
Extract Inlined Constant mget => "Array.get".
Extract Inlined Constant masks_of => "Array.of_list".

Extraction "Checker.ml" check_tree check_closed wins.
