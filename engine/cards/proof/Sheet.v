(** How a sheet is played: an opening to know by heart, and cards that say the rest. Together with [Rules.v] this is
    all that one must read to know what is proved about a sheet. *)
From Coq Require Import List Arith.
Import ListNotations.
From Fourthought Require Import Rules.

(** A card gives for each cell, column by column from the bottom, the level of its mark: 0 is looked for first. *)
Definition card := list (list nat).
Definition levels := 16.

(** What the opening says in a position: play a column, or take a card, perhaps in the mirror. *)
Inductive word := Play (x : nat) | Take (number : nat) (mirrored : bool).

Record sheet := { opening : list (board * word); cards : list card }.

(** What the player remembers: that it is in the opening, or which card it holds, perhaps in the mirror. *)
Inductive hand := Opening | Holding (c : card) (mirrored : bool).

Fixpoint same_list {A : Type} (one : A -> A -> bool) (a b : list A) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => if one x y then same_list one a b else false
  | _, _ => false
  end.

Definition same_board : board -> board -> bool := same_list (same_list same).

(** A board, and a column of it, as they look in the mirror. *)
Definition turned (mirrored : bool) (b : board) : board := if mirrored then rev b else b.
Definition flipped (mirrored : bool) (b : board) (x : nat) : nat := if mirrored then length b - S x else x.

Section Sheet.
  (** The board, the side that plays by the sheet, and the sheet. *)
  Variables (height k : nat) (me : side) (sh : sheet).

  (** The columns in which a stone of [s] makes a line, from the left. *)
  Definition completing (s : side) (b : board) : list nat :=
    filter (fun x => match drop height s x b with Some after => has_line k s after | None => false end)
      (seq 0 (length b)).

  (** The columns with room, from the left, counted from [x], each with the level of its playable cell. *)
  Fixpoint playable (x : nat) (c : card) (b : board) : list (nat * nat) :=
    match c, b with
    | marks :: c, col :: b =>
        match nth_error marks (length col) with
        | Some level => (x, level) :: playable (S x) c b
        | None => playable (S x) c b
        end
    | _, _ => []
    end.

  (** The first level that exactly one playable cell has, of so many levels from [level] on: a tie passes on. *)
  Fixpoint first_alone (so_many level : nat) (cells : list (nat * nat)) : option nat :=
    match so_many with
    | 0 => None
    | S so_many =>
        match filter (fun cell => snd cell =? level) cells with
        | [cell] => Some (fst cell)
        | _ => first_alone so_many (S level) cells
        end
    end.

  (** The column that a card names: complete a line; block a line; then the levels. Of two lines the first from the
      left counts, as the card is held. *)
  Definition named (c : card) (b : board) : option nat :=
    match completing me b with
    | x :: _ => Some x
    | [] =>
        match completing (other me) b with
        | x :: _ => Some x
        | [] => first_alone levels 0 (playable 0 c b)
        end
    end.

  (** The move by a card in the mirror or not. Where the card names none the player names no column, and loses. *)
  Definition by_card (c : card) (mirrored : bool) (b : board) : nat :=
    match named c (turned mirrored b) with Some x => flipped mirrored b x | None => length b end.

  (** What the opening says in a position, if it is there. *)
  Definition found (b : board) : option word :=
    match find (fun entry => same_board (fst entry) b) (opening sh) with
    | Some (_, w) => Some w
    | None => None
    end.

  Definition follow (w : word) (mirrored : bool) (b : board) : nat * hand :=
    match w with
    | Play x => (flipped mirrored b x, Opening)
    | Take number m =>
        match nth_error (cards sh) number with
        | Some c => (by_card c (xorb mirrored m) b, Holding c (xorb mirrored m))
        | None => (length b, Opening)
        end
    end.

  (** The move in a position. In the opening: what it says of the position or of its mirror image, and in a position
      that it does not mention, complete a line. Later: what the card in hand says. *)
  Definition plays (h : hand) (b : board) : nat * hand :=
    match h with
    | Holding c mirrored => (by_card c mirrored b, h)
    | Opening =>
        match found b with
        | Some w => follow w false b
        | None =>
            match found (rev b) with
            | Some w => follow w true b
            | None => (hd (length b) (completing me b), Opening)
            end
        end
    end.

  Definition sheet_player : player := {| memory := hand; start := Opening; act := plays |}.
End Sheet.

(** The sheet keeps its claim if it wins, or does not lose, whoever plays the other side. *)
Definition sheet_wins (width height k : nat) (me : side) (sh : sheet) : Prop :=
  forall q, play height k width me (sheet_player height k me sh) q = won me.

Definition sheet_holds (width height k : nat) (me : side) (sh : sheet) : Prop :=
  forall q, play height k width me (sheet_player height k me sh) q <> won (other me).

(** A sheet as it is written: with each word the columns played up to its position, counted from 1. *)
Definition after_moves (width height : nat) (columns : list nat) : board :=
  snd (fold_left (fun at_ x =>
    let (turn, b) := at_ : side * board in
    (other turn, match drop height turn (pred x) b with Some b => b | None => b end)) columns (First, empty width)).

Definition written (width height : nat) (words : list (list nat * word)) (cs : list card) : sheet :=
  {| opening := map (fun entry => (after_moves width height (fst entry), snd entry)) words; cards := cs |}.
