(* Reads a certificate of Gaps (kinds P, C and T) and has the extracted checker check it. Trusted:
   this file, Coq's extraction with the lines of Extract.v, and the OCaml compiler. It ends with 0
   and `verified`; with 1 and `refused`; with 2 if it cannot read the file as a certificate. *)

module C = CHECKER

let board_of (cells : int list) = BOARD
let hash b = HASH

exception Unreadable of string

let fail text = raise (Unreadable text)

(* FNV-1a with 64 bits. *)
let sum text length =
  let sum = ref 0xCBF29CE484222325L in
  for i = 0 to length - 1 do
    sum :=
      Int64.mul (Int64.logxor !sum (Int64.of_int (Char.code text.[i]))) 0x100000001B3L
  done;
  !sum

let index x list =
  let rec go i = function
    | [] -> fail "not a card" | y :: rest -> if x = y then i else go (i + 1) rest in
  go 0 list

(* Cuts a text where a separator stands; nothing is skipped. *)
let split separator text =
  let width = String.length separator in
  let rec go from at =
    if at + width > String.length text then [ String.sub text from (String.length text - from) ]
    else if String.sub text at width = separator then
      String.sub text from (at - from) :: go (at + width) (at + width)
    else go from (at + 1) in
  go 0 0

(* The deal: rows, columns, and the board in the numbers of Rules.v. *)
let read_deal rules text =
  let rows = List.map (split " ") (split " / " text) in
  let r = List.length rows and c = List.length (List.hd rows) in
  if List.exists (fun row -> List.length row <> c) rows then fail "rows of several lengths";
  if r > 4 || c < 2 || c > 13 then fail "expected 1 to 4 rows and 2 to 13 columns";
  let cells = List.concat rows in
  let signs = List.filter (( <> ) "--") cells in
  List.iter (fun word -> if String.length word <> 2 then fail "not a card") signs;
  let all = [ 'C'; 'H'; 'S'; 'D' ] in
  let found = List.filter (fun s -> List.exists (fun word -> word.[1] = s) signs) all in
  let suits = if rules = C.FixedSuits then List.filteri (fun i _ -> i < r) all else found in
  let ranks = List.filteri (fun i _ -> i < c - 1) (List.init 12 (fun i -> "23456789TJQK".[i])) in
  let card word =
    if word = "--" then 0 else 1 + (index word.[1] suits * (c - 1)) + index word.[0] ranks in
  let board = List.map card cells in
  let expected = List.init r (fun _ -> 0) @ List.init (r * (c - 1)) (fun i -> i + 1) in
  if List.sort compare board <> expected then fail "expected each card once and a gap a row";
  (r, c, board)

let check text =
  let length = String.length text in
  if length < 21 || String.sub text 0 8 <> "\x89PCERT\n\x02" then fail "not a certificate";
  let field at =
    if at + 2 > length then fail "it ends early";
    let size = Char.code text.[at] + (256 * Char.code text.[at + 1]) in
    if at + 2 + size > length - 8 then fail "it ends early";
    let field = String.sub text (at + 2) size in
    String.iter (fun sign -> if sign < ' ' || sign > '~' then fail "no printable text") field;
    (field, at + 2 + size) in
  let game, at = field 9 in
  let rules = match game with
    | "gaps" -> C.Standard
    | "gaps+fixed-suits" -> C.FixedSuits
    | "gaps+fixed-twos" -> C.FixedTwos
    | _ -> fail "not a game of Gaps" in
  let deal, at = field at in
  if String.get_int64_le text (length - 8) <> sum text (length - 8) then fail "wrong checksum";
  let r, c, board = read_deal rules deal in
  let finish = length - 8 in
  let number size =
    if at + size > finish then fail "it ends early";
    (* OCaml's integers have 63 bits. *)
    if size = 8 && text.[at + 7] <> '\x00' then fail "a number that is too large";
    List.fold_right (fun i n -> (n * 256) + Char.code text.[at + i]) (List.init size Fun.id) 0 in
  let deal_board = board_of board in
  let proved = match text.[8] with
    | 'T' ->
      C.check_tree rules r c hash 1_000_000_000 deal_board (String.sub text at (finish - at)) 0
    | 'C' ->
      let count = number 8 and size = r * c in
      if count < 0 || count > length || at + 8 + (count * size) <> finish then
        fail "not as many states as it says";
      let cell byte =
        if byte = 255 then 0
        else if byte mod 4 >= r || byte / 4 >= c - 1 then fail "no card of this deal"
        else 1 + (byte mod 4 * (c - 1)) + (byte / 4) in
      let state k = board_of (List.init size (fun x ->
        cell (Char.code text.[at + 8 + (k * size) + x]))) in
      let seen = Hashtbl.create 1024 in
      let is_new k =
        let bytes = String.sub text (at + 8 + (k * size)) size in
        (not (Hashtbl.mem seen bytes)) && (Hashtbl.add seen bytes (); true) in
      List.for_all is_new (List.init count Fun.id)
      && C.check_closed rules r c hash deal_board (List.init count state)
    | 'P' ->
      let count = number 4 in
      if at + 4 + (2 * count) <> finish then fail "not as many moves as it says";
      let byte i = Char.code text.[at + 4 + i] in
      C.wins rules r c deal_board (List.init count (fun k -> (byte (2 * k), byte ((2 * k) + 1))))
    | _ -> fail "a kind that this checker does not know" in
  let what = if text.[8] = 'P' then "won" else "lost" in
  Printf.printf "%s: %s %s\n" (if proved then "verified: " ^ what else "refused") game deal;
  if proved then 0 else 1

let () =
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 18; space_overhead = 200 };
  let read name =
    let channel = open_in_bin name in
    let text = really_input_string channel (in_channel_length channel) in
    close_in channel; text in
  let run name =
    try check (read name) with
    | Unreadable why -> Printf.printf "unreadable: %s\n" why; 2
    | Invalid_argument _ -> print_endline "refused: a cell that is not there"; 1
    | Sys_error why -> Printf.printf "unreadable: %s\n" why; 2
    | Stack_overflow -> print_endline "refused: too deep"; 1 in
  match Array.to_list Sys.argv with
  | _ :: (_ :: _ as names) -> exit (List.fold_left (fun worst name -> max worst (run name)) 0 names)
  | _ -> prerr_endline "usage: gaps-checker FILE…"; exit 2
