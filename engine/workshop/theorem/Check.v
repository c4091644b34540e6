(** Plays cards against every reply. [Sound.v] proves that what this accepts is true, whatever the cards say. *)
From Coq Require Import List Arith PArith FMapPositive.
Import ListNotations.
Require Import Game.

(** A card gives for each cell, column by column from the bottom, its level, from 0 to 15. *)
Definition card := list (list nat).

(** What [me] does in a position of the opening: a column from 0, or from here on a card, perhaps in the mirror. *)
Inductive word := Play (column : nat) | Leaf (number : nat) (mirrored : bool).

(** Positions that were accepted, by a code that need not be unique. *)
Definition memo := PositiveMap.t board.

Definition code (b : board) : positive :=
  let stone p s := match s with First => xO p | Second => xI (xO p) end in
  fold_left (fun p col => fold_left stone col (xI (xI p))) b xH.

Fixpoint same_list {A : Type} (one : A -> A -> bool) (a b : list A) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => if one x y then same_list one a b else false
  | _, _ => false
  end.

Definition same_board : board -> board -> bool := same_list (same_list same).

Definition known (m : memo) (b : board) : bool :=
  match PositiveMap.find (code b) m with Some found => same_board found b | None => false end.

Definition add (b : board) (m : memo) : memo := PositiveMap.add (code b) b m.

Section Check.
  Variables (height connect : nat) (me : side) (win : bool).

  Definition is_open (col : column) : bool := length col <? height.
  Definition some_open (b : board) : bool := existsb is_open b.

  Fixpoint drop (s : side) (at_ : nat) (b : board) : option board :=
    match b, at_ with
    | col :: far, 0 => if is_open col then Some ((col ++ [s]) :: far) else None
    | col :: far, S at_ => option_map (cons col) (drop s at_ far)
    | [], _ => None
    end.

  (** Lists the columns, counted from [at_], where a stone of [s] makes a line. *)
  Fixpoint chances (s : side) (at_ : nat) (left : list column) (rest : board) : list nat :=
    match rest with
    | [] => []
    | col :: far =>
        let more := chances s (S at_) (col :: left) far in
        if is_open col then if completes connect left col far s then at_ :: more else more else more
    end.

  (** Tells if [me] makes a line immediately. *)
  Fixpoint can_end (left : list column) (rest : board) : bool :=
    match rest with
    | [] => false
    | col :: far =>
        if (if is_open col then completes connect left col far me else false) then true
        else can_end (col :: left) far
    end.

  (** Lists the open columns, counted from [at_], with the ranks of their playable cells. *)
  Fixpoint ranks (at_ : nat) (c : card) (b : board) : list (nat * nat) :=
    match c, b with
    | marks :: c, col :: b =>
        match nth_error marks (length col) with
        | Some rank => (at_, rank) :: ranks (S at_) c b
        | None => ranks (S at_) c b
        end
    | _, _ => []
    end.

  Fixpoint first_alone (tries rank : nat) (ranked : list (nat * nat)) : option nat :=
    match tries with
    | 0 => None
    | S tries =>
        match filter (fun one => snd one =? rank) ranked with
        | [one] => Some (fst one)
        | _ => first_alone tries (S rank) ranked
        end
    end.

  (** Returns the move that the card names where [me] cannot make a line. *)
  Definition answer (c : card) (b : board) : option nat :=
    match chances (other me) 0 [] b with
    | [] => first_alone 16 0 (ranks 0 c b)
    | danger :: _ => Some danger
    end.

  (** Gives [step] the positions after all replies, one after the other, unless a reply makes a line. *)
  Fixpoint each {A : Type} (step : A -> board -> option A) (a : A) (left : list column) (rest : board) : option A :=
    match rest with
    | [] => Some a
    | col :: far =>
        if is_open col then
          if completes connect left col far (other me) then None
          else match step a (rev_append left ((col ++ [other me]) :: far)) with
               | Some a => each step a (col :: left) far
               | None => None
               end
        else each step a (col :: left) far
    end.

  Definition each_reply {A : Type} (step : A -> board -> option A) (a : A) (b : board) : option A :=
    if (if win then some_open b else true) then each step a [] b else None.

  (** Plays a card with the other side to move at [b]. Returns all positions that were accepted. *)
  Fixpoint keep (fuel : nat) (c : card) (m : memo) (b : board) : option memo :=
    match fuel with
    | 0 => None
    | S fuel =>
        if known m b then Some m
        else
          let step m b :=
            if can_end [] b then Some m
            else match answer c b with
                 | Some at_ => match drop me at_ b with Some b => keep fuel c m b | None => None end
                 | None => if win then None else if some_open b then None else Some m
                 end
          in option_map (add b) (each_reply step m b)
    end.

  Variable cards : list card.

  (** Tells if a card keeps the claim with [me] to move at [b]. *)
  Definition leaf (fuel number : nat) (b : board) : bool :=
    match nth_error cards number with
    | None => false
    | Some c =>
        match answer c b with
        | None => false
        | Some at_ =>
            match drop me at_ b with
            | None => false
            | Some b => match keep fuel c (PositiveMap.empty board) b with Some _ => true | None => false end
            end
        end
    end.

  (** What is left of the opening, and the positions of [me] that were accepted. *)
  Definition state := (list word * memo)%type.

  (** Follows the opening after a reply. *)
  Definition follow (turn : state -> board -> option state) (s : state) (b : board) : option state :=
    if can_end [] b then Some s
    else if some_open b then
      if known (snd s) b then Some s else if known (snd s) (rev b) then Some s else turn s b
    else if win then None else Some s.

  (** Follows the opening with [me] to move at [b]. *)
  Fixpoint turn (fuel : nat) (s : state) (b : board) : option state :=
    match fuel, s with
    | S fuel, (Leaf number mirrored :: words, m) =>
        if leaf fuel number (if mirrored then rev b else b) then Some (words, add b m) else None
    | S fuel, (Play at_ :: words, m) =>
        match drop me at_ b with
        | None => None
        | Some after =>
            match each_reply (follow (turn fuel)) (words, m) after with
            | Some (words, m) => Some (words, add b m)
            | None => None
            end
        end
    | _, _ => None
    end.

  (** Tells if the cards keep the claim from the first move, and all words of the opening are needed. *)
  Definition accepts (width : nat) (opening : list word) : bool :=
    let fuel := S (width * height) in
    let start := (opening, PositiveMap.empty board) in
    let after := match me with
                 | First => turn fuel start (empty width)
                 | Second => each_reply (follow (turn fuel)) start (empty width)
                 end
    in match after with Some ([], _) => true | _ => false end.
End Check.
