(** States the game: boards, lines, and what it means that a side wins or holds.

    These definitions are all that one must read to know what the theorems say. *)
From Coq Require Import List Arith.
Import ListNotations.

Inductive side := First | Second.

Definition other (s : side) : side := match s with First => Second | Second => First end.

Definition same (s t : side) : bool :=
  match s, t with First, First | Second, Second => true | _, _ => false end.

(** The stones of a column from the bottom, and the columns of a board from the left. *)
Definition column := list side.
Definition board := list column.
Definition empty (width : nat) : board := repeat [] width.

(** Counts the stones of [s] at the beginning of a list. *)
Fixpoint streak (s : side) (stones : list side) : nat :=
  match stones with
  | t :: rest => if same s t then S (streak s rest) else 0
  | [] => 0
  end.

(** Counts the stones of [s] in a row through [columns], which are given from near to far. [next] gives the row in
    the next column, or [None] below the board. Rows are counted from 0. *)
Fixpoint run (s : side) (next : nat -> option nat) (row : nat) (columns : list column) : nat :=
  match columns, next row with
  | near :: far, Some row =>
      match nth_error near row with
      | Some t => if same s t then S (run s next row far) else 0
      | None => 0
      end
  | _, _ => 0
  end.

Definition level (row : nat) : option nat := Some row.
Definition up (row : nat) : option nat := Some (S row).
Definition down (row : nat) : option nat := match row with 0 => None | S row => Some row end.

Section Game.
  (** The rows of the board, and how many stones in a row make a line. *)
  Variables height connect : nat.

  (** Tells if a stone of [s], dropped into [col], makes a line in one of the four directions. [left] and [right] are
      the columns beside [col], from near to far. *)
  Definition completes (left : list column) (col : column) (right : list column) (s : side) : bool :=
    let row := length col in
    if connect <=? 1 + streak s (rev col) then true
    else if connect <=? 1 + (run s level row left + run s level row right) then true
    else if connect <=? 1 + (run s down row left + run s up row right) then true
    else connect <=? 1 + (run s up row left + run s down row right).

  (** The side that claims something. With [win] it claims to make the first line, else that the other side does not. *)
  Variables (me : side) (win : bool).

  (** [kept b]: the other side is to move at [b], nobody has a line, and [me] gets what it claims.
      [answered b]: the same with [me] to move. *)
  Inductive kept : board -> Prop :=
  | replies : forall b,
      (win = true -> exists col, In col b /\ length col < height) ->
      (forall left col right, b = left ++ col :: right -> length col < height ->
        completes (rev left) col right (other me) = false) ->
      (forall left col right, b = left ++ col :: right -> length col < height ->
        answered (left ++ (col ++ [other me]) :: right)) ->
      kept b
  with answered : board -> Prop :=
  | line : forall left col right,
      length col < height -> completes (rev left) col right me = true ->
      answered (left ++ col :: right)
  | move : forall left col right,
      length col < height -> kept (left ++ (col ++ [me]) :: right) ->
      answered (left ++ col :: right)
  | full : forall b,
      win = false -> (forall col, In col b -> height <= length col) ->
      answered b.
End Game.

(** The claim from the first move: [First] begins. *)
Definition claim (height connect width : nat) (me : side) (win : bool) : Prop :=
  match me with
  | First => answered height connect me win (empty width)
  | Second => kept height connect me win (empty width)
  end.

Definition wins (width height connect : nat) (me : side) : Prop := claim height connect width me true.
Definition holds (width height connect : nat) (me : side) : Prop := claim height connect width me false.
Definition drawn (width height connect : nat) : Prop :=
  holds width height connect First /\ holds width height connect Second.
