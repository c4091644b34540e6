(** The checker as a program of OCaml. What it accepts is true: that is proved here, before it is written. Numbers are
    OCaml's there: none is near the largest of them. *)
From Coq Require Import List Arith Bool Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Import ListNotations.
From Fourthought Require Import Rules Sheet Check Sound.

(** [map] as a program that needs no deep stack: a sheet may have many thousand positions. *)
Definition each {A B : Type} (f : A -> B) (items : list A) : list B :=
  rev_append (fold_left (fun done one => f one :: done) items []) [].

Lemma each_map {A B : Type} (f : A -> B) items : each f items = map f items.
Proof.
  unfold each. rewrite rev_append_rev, app_nil_r.
  assert (all : forall done, fold_left (fun done one => f one :: done) items done = rev (map f items) ++ done).
  { induction items as [|one items IH]; intro done; [reflexivity|]. simpl. rewrite IH. now rewrite <- app_assoc. }
  now rewrite all, app_nil_r, rev_involutive.
Qed.

Definition judge (width height k : nat) (me : side) (win : bool) (words : list (list nat * word)) (cs : list card) :
  bool :=
  let sh := {| opening := each (fun entry => (after_moves width height (fst entry), snd entry)) words; cards := cs |} in
  accepts height k me win sh (opening sh) && begins height k me win sh width.

Theorem judge_sound width height k me win words cs : 0 < k -> judge width height k me win words cs = true ->
  let sh := written width height words cs in
  if win then sheet_wins width height k me sh else sheet_holds width height k me sh.
Proof.
  intros some yes. unfold judge in yes. rewrite each_map in yes. apply andb_true_iff in yes as [all first].
  pose proof (accepted_part _ _ _ _ _ _ some all). destruct win; [now apply sheet_wins_sound|now apply sheet_holds_sound].
Qed.

Print Assumptions judge_sound.
Extraction "judge.ml" judge.
