(** The rules of Connect Four and its cousins, and what it means that a side wins.

    Whoever believes this page and the proof assistant needs to read no other file for the value of a board.
    Columns and rows are counted from 0, from the left and from the bottom. *)
From Coq Require Import List Arith.
Import ListNotations.

Inductive side := First | Second.
Definition other (s : side) : side := match s with First => Second | Second => First end.
Definition same (s t : side) : bool :=
  match s, t with First, First | Second, Second => true | _, _ => false end.

(** A column is its stones from the bottom, a board its columns from the left. *)
Definition column := list side.
Definition board := list column.
Definition empty (width : nat) : board := repeat [] width.

(** The stone in column [x] and row [y], if there is one. *)
Definition stone (b : board) (x y : nat) : option side :=
  match nth_error b x with Some col => nth_error col y | None => None end.

(** Drops a stone of [s] into column [x]. There is no board after it if the column is full, or is none of the board. *)
Fixpoint drop (height : nat) (s : side) (x : nat) (b : board) : option board :=
  match b, x with
  | col :: far, 0 => if length col <? height then Some ((col ++ [s]) :: far) else None
  | col :: far, S x => match drop height s x far with Some far => Some (col :: far) | None => None end
  | [], _ => None
  end.

(** A line: [k] stones of [s] side by side in a row, in a column, or in a diagonal that rises or falls. *)
Definition line (k : nat) (s : side) (b : board) : Prop :=
  exists x y,
    (forall i, i < k -> stone b (x + i) y = Some s) \/
    (forall i, i < k -> stone b x (y + i) = Some s) \/
    (forall i, i < k -> stone b (x + i) (y + i) = Some s) \/
    (forall i, i < k -> i <= y /\ stone b (x + i) (y - i) = Some s).

(** The same as a program, which looks from each stone of the board. [Line.v] proves that it is the same. *)
Definition is_stone (s : side) (b : board) (x y : nat) : bool :=
  match stone b x y with Some t => same s t | None => false end.

Definition has_line (k : nat) (s : side) (b : board) : bool :=
  let all from := forallb from (seq 0 k) in
  existsb (fun x => existsb (fun y =>
    all (fun i => is_stone s b (x + i) y) ||
    all (fun i => is_stone s b x (y + i)) ||
    all (fun i => is_stone s b (x + i) (y + i)) ||
    all (fun i => (i <=? y) && is_stone s b (x + i) (y - i)))%bool
    (seq 0 (length (nth x b [])))) (seq 0 (length b)).

Inductive outcome := FirstWins | Draw | SecondWins.
Definition won (s : side) : outcome := match s with First => FirstWins | Second => SecondWins end.

(** A player sees the board, names a column, and may remember whatever it likes. *)
Record player := { memory : Type; start : memory; act : memory -> board -> nat * memory }.

Section Rules.
  (** The rows of the board, and how many stones make a line. *)
  Variables height k : nat.

  (** How a game ends with [free] empty cells on the board and the side [turn] to move. [p] plays for it and remembers
      [m], [q] plays for the other side and remembers [n]. The side that has just moved wins if it has a line. A full
      board is a draw. A side that names a column without room loses. *)
  Fixpoint game (free : nat) (turn : side) (p q : player) (m : memory p) (n : memory q) (b : board) : outcome :=
    if has_line k (other turn) b then won (other turn)
    else match free with
         | 0 => Draw
         | S free =>
             let (x, m) := act p m b in
             match drop height turn x b with
             | None => won (other turn)
             | Some b => game free (other turn) q p n m b
             end
         end.

  (** The value by minimax: the best outcome for the side to move, when both sides do their best. *)
  Definition rank (s : side) (v : outcome) : nat :=
    match s, v with First, FirstWins | Second, SecondWins => 2 | _, Draw => 1 | _, _ => 0 end.

  Definition better (s : side) (v w : outcome) : outcome := if rank s v <? rank s w then w else v.

  Definition moves (s : side) (b : board) : list board :=
    flat_map (fun x => match drop height s x b with Some b => [b] | None => [] end) (seq 0 (length b)).

  Fixpoint value_from (free : nat) (turn : side) (b : board) : outcome :=
    if has_line k (other turn) b then won (other turn)
    else match free with
         | 0 => Draw
         | S free => fold_right (better turn) (won (other turn)) (map (value_from free (other turn)) (moves turn b))
         end.

  (** A whole game from the empty board. [me] plays by [p], the other side by [q], and [First] begins. *)
  Definition play (width : nat) (me : side) (p q : player) : outcome :=
    match me with
    | First => game (width * height) First p q (start p) (start q) (empty width)
    | Second => game (width * height) First q p (start q) (start p) (empty width)
    end.
End Rules.

(** The value of a board, and what a side can do: a player wins, or does not lose, whoever plays the other side. *)
Definition value (width height k : nat) : outcome := value_from height k (width * height) First (empty width).

Definition wins (width height k : nat) (me : side) : Prop :=
  exists p, forall q, play height k width me p q = won me.

Definition holds (width height k : nat) (me : side) : Prop :=
  exists p, forall q, play height k width me p q <> won (other me).
