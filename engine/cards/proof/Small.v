(** Small boards, both ways: what is true is proved, and what is false is not. *)
From Coq Require Import List Arith.
Import ListNotations.
From Fourthought Require Import Rules Line Value Sheet Check Sound.

(** The value of three boards by minimax alone, without a sheet. *)
Example won_board : value 2 2 2 = FirstWins.
Proof. vm_compute. reflexivity. Qed.

Example drawn_board : value 3 3 3 = Draw.
Proof. vm_compute. reflexivity. Qed.

Example nobody_wins : ~ wins 3 3 3 First /\ ~ wins 3 3 3 Second.
Proof. rewrite !wins_iff_value, drawn_board. now split. Qed.

(** One row, lines of two: Second threatens both cells beside its stone, and First can fill only one of them. *)
Example lost_position : value_from 1 2 4 First [[]; []; [Second]; []; []] = SecondWins.
Proof. vm_compute. reflexivity. Qed.

(** A sheet without a card: play the column in the middle, then complete a line. *)
Definition middle : sheet := written 3 2 [([], Play 1)] [].

Example middle_wins : sheet_wins 3 2 2 First middle.
Proof.
  apply sheet_wins_sound; [apply Nat.lt_0_succ| |vm_compute; reflexivity].
  apply accepted_part; [apply Nat.lt_0_succ|vm_compute; reflexivity].
Qed.

Example its_board : value 3 2 2 = FirstWins.
Proof. exact (sheet_wins_value _ _ _ _ _ middle_wins). Qed.

(** The same sheet where a line needs three stones: the checker refuses it, and it does not win. *)
Definition wrong : sheet := written 3 3 [([], Play 1)] [].

Example wrong_is_refused : accepts 3 3 First true wrong (opening wrong) = false.
Proof. vm_compute. reflexivity. Qed.

Example wrong_does_not_win : ~ sheet_wins 3 3 3 First wrong.
Proof. intro all. apply sheet_wins_value in all. now rewrite drawn_board in all. Qed.

(** A sheet that says nothing loses. *)
Definition silent : sheet := written 3 3 [] [].

Example silent_loses q : play 3 3 3 First (sheet_player 3 3 First silent) q = SecondWins.
Proof. reflexivity. Qed.

(** Two playable cells share level 0, so the tie passes on to level 1: the column in the middle. *)
Example a_tie_passes_on : named 3 3 First [[0; 2; 2]; [1; 2; 2]; [0; 2; 2]] (empty 3) = Some 1.
Proof. reflexivity. Qed.

(** A line is completed, and else blocked, whatever the levels say. *)
Example complete_first : named 3 3 First [[5; 5; 5]; [5; 5; 5]; [0; 0; 0]] [[First; First]; [Second; Second]; []] = Some 0.
Proof. reflexivity. Qed.

Example block_second : named 3 3 First [[5; 5; 5]; [5; 5; 5]; [0; 0; 0]] [[First; Second]; [Second; Second]; []] = Some 1.
Proof. reflexivity. Qed.
