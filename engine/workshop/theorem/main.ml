(* Tells what the checker says of its input: accepted or refused. *)
let rec lines () = match input_line stdin with line -> line :: lines () | exception End_of_file -> []
let () = print_endline (if Reader.judged (String.concat "\n" (lines ())) then "accepted" else "refused")
