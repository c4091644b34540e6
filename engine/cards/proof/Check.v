(** Plays a sheet against every reply. [Sound.v] proves that what this accepts is true, whatever the sheet says. *)
From Coq Require Import List Arith PArith FMapPositive.
Import ListNotations.
From Fourthought Require Import Rules Line Sheet Board.

(** Positions that were accepted, by a code that need not be unique. *)
Definition memo := PositiveMap.t board.

Definition code (b : board) : positive :=
  let stone p s := match s with First => xO p | Second => xI (xO p) end in
  fold_left (fun p col => fold_left stone col (xI (xI p))) b xH.

Definition known (m : memo) (b : board) : bool :=
  match PositiveMap.find (code b) m with Some found => same_board found b | None => false end.

Definition add (b : board) (m : memo) : memo := PositiveMap.add (code b) b m.

Section Check.
  Variables (height k : nat) (me : side) (win : bool).

  (** Lists the columns, counted from [x], where a stone of [s] makes a line: [completing], but faster. *)
  Fixpoint chances (s : side) (x : nat) (left : list column) (rest : board) : list nat :=
    match rest with
    | [] => []
    | col :: far =>
        let more := chances s (S x) (col :: left) far in
        if length col <? height then if completes k left col far s then x :: more else more else more
    end.

  (** Tells if [me] makes a line immediately. *)
  Definition can_end (b : board) : bool := match chances me 0 [] b with [] => false | _ => true end.

  (** The column that a card names where [me] cannot make a line. *)
  Definition answer (c : card) (b : board) : option nat :=
    match chances (other me) 0 [] b with
    | [] => first_alone levels 0 (playable 0 c b)
    | danger :: _ => Some danger
    end.

  (** Gives [step] the positions after all replies, one after the other, unless a reply makes a line. [mine] are the
      columns where [me] makes a line before the reply in column [x]; so [step] is told if it makes one after it. *)
  Fixpoint each {A : Type} (step : A -> bool -> board -> option A) (mine : list nat) (a : A) (x : nat)
    (left : list column) (rest : board) : option A :=
    match rest with
    | [] => Some a
    | col :: far =>
        if length col <? height then
          if completes k left col far (other me) then None
          else
            let col' := col ++ [other me] in
            let ends :=
              if existsb (fun z => negb (z =? x)) mine then true
              else if length col' <? height then completes k left col' far me else false
            in match step a ends (rev_append left (col' :: far)) with
               | Some a => each step mine a (S x) (col :: left) far
               | None => None
               end
        else each step mine a (S x) (col :: left) far
    end.

  (** Plays a card with [me] to move, then goes on with [keep]. [ends] says if [me] makes a line immediately. *)
  Definition turn (keep : nat -> memo -> board -> option memo) (free : nat) (c : card) (m : memo) (ends : bool)
    (b : board) : option memo :=
    if ends then Some m
    else match free with
         | 0 => if win then None else Some m
         | S free =>
             match answer c b with
             | Some x => match drop height me x b with Some after => keep free m after | None => None end
             | None => None
             end
         end.

  (** Plays a card with the other side to move at [b]. Returns all positions that were accepted. *)
  Fixpoint keep (c : card) (free : nat) (m : memo) (b : board) : option memo :=
    if known m b then Some m
    else match free with
         | 0 => if win then None else Some m
         | S free =>
             match each (turn (keep c) free c) (chances me 0 [] b) m 0 [] b with
             | Some m => Some (add b m)
             | None => None
             end
         end.

  Variable sh : sheet.

  (** The positions of the opening, to find them fast. *)
  Definition index : memo := fold_left (fun m entry => add (fst entry) m) (opening sh) (PositiveMap.empty board).

  (** Tells if the claim is kept with the other side to move at [b], given that it is kept in the opening. *)
  Definition replies (ix : memo) (b : board) : bool :=
    let step (_ : unit) (ends : bool) after :=
      if ends then Some tt
      else if known ix after then Some tt
      else if known ix (rev after) then Some tt
      else if win then None else match free_cells height after with 0 => Some tt | S _ => None end
    in match win, free_cells height b with
       | true, 0 => false
       | _, _ => match each step (chances me 0 [] b) tt 0 [] b with Some _ => true | None => false end
       end.

  (** Tells if the claim is kept in each of some positions of the opening. [m] is what was accepted of card [number]. *)
  Fixpoint accepted (ix : memo) (number : nat) (m : memo) (entries : list (board * word)) : bool :=
    match entries with
    | [] => true
    | (b, w) :: entries =>
        if has_line k me b then false
        else if has_line k (other me) b then false
        else match w with
             | Play x =>
                 match drop height me x b with
                 | Some after => if replies ix after then accepted ix number m entries else false
                 | None => false
                 end
             | Take n mirrored =>
                 match nth_error (cards sh) n with
                 | Some c =>
                     let m := if n =? number then m else PositiveMap.empty board in
                     let b := turned mirrored b in
                     match turn (keep c) (free_cells height b) c m (can_end b) b with
                     | Some m => accepted ix n m entries
                     | None => false
                     end
                 | None => false
                 end
             end
    end.

  Definition accepts (entries : list (board * word)) : bool := accepted index 0 (PositiveMap.empty board) entries.

  (** Tells if the first move of [me] is one of the opening. *)
  Definition begins (width : nat) : bool :=
    match me with First => known index (empty width) | Second => replies index (empty width) end.
End Check.
