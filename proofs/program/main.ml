(* Checks a certificate (docs/certificates.md) with the verified checker. Trusted here: that the
   bytes of the file reach it, and that its verdict is printed. Hash, depth, fuel and checksum are
   not: [verify_sound] holds for any. build.sh puts before this what differs between the two
   programs, that with machine integers and that with Coq's own. *)

let help = "Checks a certificate with the checker that is proved correct in Coq.

Usage: verified-check FILE... [--checksum-in-coq]     (`-`: standard input)

Prints a line per file. --checksum-in-coq computes the checksum with the extracted function, slowly.

Exit codes: 0 verified; 1 refused; 2 it cannot be read, or the result
not written. The highest one of all files"

let all = Array.of_list all_bytes

(* So many bytes, made from the end so that the stack stays small. *)
let bytes size get =
  let rec from i list = if i < 0 then list else from (i - 1) (all.(Char.code (get i)) :: list) in
  from (size - 1) []

let text bytes =
  let rec index byte i = if all.(i) == byte then Char.chr i else index byte (i + 1) in
  String.of_seq (Seq.map (fun byte -> index byte 0) (List.to_seq bytes))

(* FNV-1a of all but the last eight bytes. The extracted function returns the same, slowly. *)
let native_sum file =
  let sum = ref 0xCBF29CE484222325L in
  for i = 0 to File.size file - 9 do
    let byte = Int64.of_int (Char.code (File.get file i)) in
    sum := Int64.mul (Int64.logxor !sum byte) 0x100000001B3L
  done;
  bytes 8 (fun i -> Char.chr (Int64.to_int (Int64.shift_right_logical !sum (8 * i)) land 255))

let claim = function
  | Lost -> "lost"
  | WonIn n -> Printf.sprintf "won in %d moves" (int_of_nat n)
  | WonFirstIn n -> Printf.sprintf "won in %d moves and in no fewer" (int_of_nat n)

let check path in_coq =
  let file = File.load path in
  let sum _ _ =
    if in_coq then fnv1a (bytes (File.size file - 8) (File.get file)) else native_sum file in
  let verdict () =
    (* No byte, card or cell is beyond a file, a string or an array in an honest certificate. *)
    try verify hash (depth file) sum fuel (data_of bytes file) with Invalid_argument _ -> Refused in
  match Fun.protect ~finally:(fun () -> File.close file) verdict with
  | Verified (deal, what) ->
    Printf.printf "verified: %s: %s: %s\n" (claim what) (text (game_of deal)) (text (show deal));
    0
  | Refused -> print_endline "refused"; 1
  | Unreadable -> print_endline "unreadable as a certificate of a valid deal"; 2

let check_safely in_coq path =
  try check path in_coq with
  | Sys_error why -> print_endline why; 2
  | End_of_file -> print_endline "the file became shorter while it was read"; 2
  | Stack_overflow | Out_of_memory -> print_endline "stopped: not enough memory"; 2

let misused why =
  prerr_endline ("error: " ^ why ^ "; --help shows the usage");
  exit 2

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 131072; space_overhead = 40 };
  let words = List.tl (Array.to_list Sys.argv) in
  let in_coq = List.mem "--checksum-in-coq" words in
  let files = List.filter (( <> ) "--checksum-in-coq") words in
  let is_option word = String.length word > 1 && word.[0] = '-' in
  match files with
  | [ "--help" ] | [ "-h" ] -> print_endline help
  | [] -> misused "there is no FILE; expected a certificate"
  | _ ->
    match List.find_opt is_option files with
    | Some word ->
      misused ("`" ^ word ^ "` is not valid here; expected FILE... [--checksum-in-coq]")
    | None ->
      let code = List.fold_left (fun worst file -> max worst (check_safely in_coq file)) 0 files in
      (* At the end of a program an unwritten result would be lost without a word. *)
      (try flush stdout with Sys_error why -> prerr_endline ("error: " ^ why); exit 2);
      exit code
