(* The bytes of a file, of which one piece is held at a time. What has no size, as a pipe has none,
   is one piece. *)

type t = { size : int; channel : in_channel; piece : Bytes.t; mutable first : int }

let length = 65536

(* Holds the piece that begins at the byte. *)
let hold file first =
  seek_in file.channel first;
  file.first <- first;
  really_input file.channel file.piece 0 (min length (file.size - first))

let size file = file.size

let get file i =
  if i < 0 || i >= file.size then invalid_arg "no such byte";
  if i < file.first || i - file.first >= Bytes.length file.piece then hold file (i - (i mod length));
  Bytes.get file.piece (i - file.first)

let read_all channel =
  let buffer = Buffer.create length in
  (try
     while true do
       Buffer.add_channel buffer channel 1
     done
   with End_of_file -> ());
  Buffer.to_bytes buffer

(* Of a path; `-` is standard input. *)
let load path =
  let channel = if path = "-" then stdin else open_in_bin path in
  set_binary_mode_in channel true;
  match in_channel_length channel with
  | size when size > 0 ->
    let file = { size; channel; piece = Bytes.create length; first = 0 } in
    hold file 0;
    file
  | _ | (exception Sys_error _) ->
    let piece = read_all channel in
    { size = Bytes.length piece; channel; piece; first = 0 }

let close file = close_in file.channel
