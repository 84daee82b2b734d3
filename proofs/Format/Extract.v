(** * The checker as a program of OCaml, with Coq's own numbers

    Plans, closed sets and layers. Nothing is believed of OCaml's numbers. *)

From Coq Require Import List NArith.
From Patience.Format Require Import Bytes Deals Verify.
Require Extraction ExtrOcamlBasic.

(** The bytes in their order. *)
Definition all_bytes := Eval vm_compute in map (fun n => byte_of (N.of_nat n)) (seq 0 256).

Extraction Language OCaml.
Extraction "Plain.ml" all_bytes fnv1a show game_of verify no_trees.
