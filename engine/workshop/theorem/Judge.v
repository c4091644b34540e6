(** The checker as a program of OCaml. What it accepts is true: that is proved here, before it is written. *)
From Coq Require Import List Arith Bool Extraction ExtrOcamlBasic.
From Fourthought Require Import Rules Sheet Check Sound.

Definition judge (width height k : nat) (me : side) (win : bool) (words : list (list nat * word)) (cs : list card) :
  bool :=
  let sh := written width height words cs in
  accepts height k me win sh (opening sh) && begins height k me win sh width.

Theorem judge_sound width height k me win words cs : 0 < k -> judge width height k me win words cs = true ->
  let sh := written width height words cs in
  if win then sheet_wins width height k me sh else sheet_holds width height k me sh.
Proof.
  intros some yes. apply andb_true_iff in yes as [all first].
  pose proof (accepted_part _ _ _ _ _ _ some all). destruct win; [now apply sheet_wins_sound|now apply sheet_holds_sound].
Qed.

Print Assumptions judge_sound.
Extraction "judge.ml" judge.
