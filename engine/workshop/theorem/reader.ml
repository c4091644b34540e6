(* Reads a part of a file of cards, and tells if the checker of Judge.v accepts it. The first line has columns, rows,
   stones of a line, the side and its claim; then come the positions of the opening, each with its moves and a word;
   then the cards, a level for each cell, column by column from the bottom. *)
open Judge

let each f items = List.rev (List.rev_map f items)
let numbers text = List.map int_of_string (List.filter (( <> ) "") (String.split_on_char ',' text))

let word text =
  match text.[0], int_of_string (String.sub text 1 (String.length text - 1)) with
  | 'p', n -> Play (n - 1)
  | letter, n -> Take (n - 1, letter = 'm')

let entry line = match String.split_on_char ' ' line with [moves; text] -> (numbers moves, word text) | _ -> failwith line

let judged text =
  match List.filter (( <> ) "") (String.split_on_char '\n' text) with
  | [] -> failwith "nothing to read"
  | head :: rest -> (
      let entries, cards = List.partition (fun line -> String.contains line ' ') rest in
      let cards = each (fun line -> List.map numbers (String.split_on_char ';' line)) cards in
      match String.split_on_char ' ' head with
      | [width; height; connect; side; verb] ->
          let n = int_of_string and side = if side = "first" then First else Second in
          judge (n width) (n height) (n connect) side (verb = "wins") (each entry entries) cards
      | _ -> failwith head)
