(* Reads a part of a file of cards from its input, and tells what the checker of Judge.v says: accepted or refused. The
   first line has columns, rows, stones of a line, the side and its claim; then come the positions of the opening, each
   with its moves and a word; then the cards, a level for each cell, column by column from the bottom. *)
open Judge

let rec nat n = if n = 0 then O else S (nat (n - 1))
let numbers text = List.map (fun one -> nat (int_of_string one)) (List.filter (( <> ) "") (String.split_on_char ',' text))

let rec lines () = match input_line stdin with line -> let rest = lines () in line :: rest | exception End_of_file -> []

let word text =
  match text.[0], int_of_string (String.sub text 1 (String.length text - 1)) with
  | 'p', n -> Play (nat (n - 1))
  | letter, n -> Take (nat (n - 1), letter = 'm')

let entry line = match String.split_on_char ' ' line with [moves; text] -> (numbers moves, word text) | _ -> failwith line

let () =
  match lines () with
  | [] -> failwith "nothing to read"
  | head :: rest ->
      let entries, cards = List.partition (fun line -> String.contains line ' ') rest in
      let cards = List.map (fun line -> List.map numbers (String.split_on_char ';' line)) cards in
      Scanf.sscanf head "%d %d %d %s %s" (fun width height connect side verb ->
          let side = if side = "first" then First else Second in
          let said = judge (nat width) (nat height) (nat connect) side (verb = "wins") (List.map entry entries) cards in
          print_endline (if said then "accepted" else "refused"))
