(** * The checker as an OCaml program, in two versions

    [Plain] has Coq's own numbers and lists: it makes no assumptions about OCaml's numbers,
    strings and arrays. It is for small files.

    [Native] has machine integers of 63 bits for numbers and masks, characters for bytes, strings
    for boards (one byte per cell), arrays, and the module [File] for files (program/file.ml), which
    reads them piece by piece. Three assumptions are made. No number
    overflows (cells and cards are below 53, masks have at most 53 bits, numbers that are read from
    a file are at most 256 times its size, and bounds of depth are far below 2^62). The OCaml
    function on each line below does what the Coq function of that name does, or raises
    [Invalid_argument], which the program reports as a refusal: if a cell or a byte does not exist,
    or the content of a cell exceeds 255. And no other program changes a file while it is read. OCaml's
    types prevent the extracted code from accessing boards, masks, arrays and files in any other way. *)

From Coq Require Import List Arith NArith Strings.Byte.
From Patience Require Import Gaps.Rules Gaps.Machine.
From Patience.Format Require Bytes Deals Verify.
Require Extraction ExtrOcamlBasic.
Extraction Language OCaml.

(** The bytes in their order. *)
Definition all_bytes := Eval vm_compute in
  map (fun n => Bytes.byte_of (N.of_nat n)) (seq 0 256).

Extraction "Plain.ml" all_bytes Bytes.fnv1a Deals.show Deals.game_of Verify.verify.

Require ExtrOcamlNatInt ExtrOcamlChar.

(* As in [ExtrOcamlNatInt], but never polymorphic, and with division as in Coq. *)
Extract Inlined Constant Nat.modulo => "(fun a b -> if b = 0 then a else a mod b)".
Extract Inlined Constant Nat.div => "(fun a b -> if b = 0 then 0 else a / b)".
Extract Inlined Constant Nat.testbit => "(fun m i -> i < 63 && (m lsr i) land 1 = 1)".
Extract Inlined Constant Nat.odd => "(fun m -> m land 1 = 1)".
Extract Inlined Constant Nat.div2 => "(fun m -> m lsr 1)".
Extract Inlined Constant Init.Nat.add => "(+)".
Extract Inlined Constant Init.Nat.mul => "( * )".
Extract Inlined Constant Init.Nat.sub => "(fun (a : int) b -> if a > b then a - b else 0)".
Extract Inlined Constant Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant Nat.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant Nat.eqb => "(fun (a : int) b -> a = b)".

(* Bytes and the file. *)
Extract Inlined Constant Byte.eqb => "(fun (a : char) b -> a = b)".
Extract Inlined Constant Byte.to_nat => "Char.code".
Extract Constant data => "File.t".
Extract Inlined Constant data_size => "File.size".
Extract Inlined Constant sign_at => "File.get".
Extract Inlined Constant byte =>
  "(fun f i -> if i < File.size f then Char.code (File.get f i) else 256)".

(* Boards. *)
Extract Constant board => "string".
Extract Inlined Constant get => "(fun b x -> Char.code (String.get b x))".
Extract Constant put => "(fun b x v ->
  let b = Bytes.of_string b in
  Bytes.set b x (Char.chr v);
  Bytes.unsafe_to_string b)".
Extract Inlined Constant size => "String.length".
Extract Constant board_of => "(fun l ->
  let b = Bytes.create (List.length l) in
  let rec fill i = function
    | [] -> Bytes.unsafe_to_string b
    | v :: l -> Bytes.set b i (Char.chr v); fill (i + 1) l in
  fill 0 l)".
Extract Inlined Constant same => "String.equal".

(* Arrays. *)
Extract Constant vec "'a" => "'a array".
Extract Inlined Constant vget => "(fun _ a i -> Array.get a i)".
Extract Inlined Constant vec_of => "Array.of_list".

(* Masks. *)
Extract Constant mask => "int".
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

Extraction "Native.ml" all_bytes Bytes.fnv1a Deals.show Deals.game_of Verify.verify.
