(** Proves that what the checker accepts is true: the side of the cards gets what it claims. *)
From Coq Require Import List Arith Lia PArith FMapPositive Bool.
Import ListNotations.
Require Import Game Check.

Section Sound.
  Variables (height connect : nat) (me : side) (win : bool).
  Notation kept := (kept height connect me win).
  Notation answered := (answered height connect me win).

  Scheme kept_mind := Induction for Game.kept Sort Prop
    with answered_mind := Induction for Game.answered Sort Prop.

  (** * Mirror images *)

  Lemma completes_mirror left col right s : completes connect left col right s = completes connect right col left s.
  Proof.
    unfold completes.
    rewrite (Nat.add_comm (run s level _ left)), (Nat.add_comm (run s down _ left)), (Nat.add_comm (run s up _ left)).
    destruct (connect <=? 1 + streak s (rev col)); [reflexivity|].
    destruct (connect <=? 1 + (run s level (length col) right + run s level (length col) left)); [reflexivity|].
    destruct (connect <=? 1 + (run s down (length col) right + run s up (length col) left)) eqn:one,
      (connect <=? 1 + (run s up (length col) right + run s down (length col) left)) eqn:two; reflexivity.
  Qed.

  Lemma rev_split (left : list column) col right : rev (left ++ col :: right) = rev right ++ col :: rev left.
  Proof. rewrite rev_app_distr. simpl. rewrite <- app_assoc. reflexivity. Qed.

  Lemma split_rev b (left : list column) col right :
    rev b = left ++ col :: right -> b = rev right ++ col :: rev left.
  Proof. intro same. rewrite <- (rev_involutive b), same. apply rev_split. Qed.

  Lemma answered_mirror b : answered b -> answered (rev b).
  Proof.
    apply (answered_mind height connect me win (fun b _ => kept (rev b)) (fun b _ => answered (rev b))).
    - intros a room safe _ rest. apply replies.
      + intro w. destruct (room w) as [col [where_ low]]. exists col. split; [|exact low]. now apply -> in_rev.
      + intros left col right split low. rewrite completes_mirror.
        specialize (safe _ _ _ (split_rev _ _ _ _ split) low). now rewrite rev_involutive in safe.
      + intros left col right split low.
        specialize (rest _ _ _ (split_rev _ _ _ _ split) low). now rewrite rev_split, !rev_involutive in rest.
    - intros left col right low made. rewrite rev_split. apply line; [exact low|].
      now rewrite rev_involutive, completes_mirror.
    - intros left col right low _ rest. rewrite rev_split in *. now apply move.
    - intros a lost all. apply full; [exact lost|]. intros col where_. apply all. now apply in_rev.
  Qed.

  (** * Boards and memos *)

  Lemma same_list_true {A : Type} (one : A -> A -> bool) : (forall x y, one x y = true -> x = y) ->
    forall a b, same_list one a b = true -> a = b.
  Proof.
    intros sure. induction a as [|x a IH]; destruct b as [|y b]; simpl; try easy.
    destruct (one x y) eqn:both; [|easy]. intro rest. f_equal; auto.
  Qed.

  Lemma same_board_true : forall a b, same_board a b = true -> a = b.
  Proof. apply same_list_true, same_list_true. now intros [|] [|]. Qed.

  (** All boards of a memo are so. *)
  Definition all (so : board -> Prop) (m : memo) : Prop := forall key b, PositiveMap.find key m = Some b -> so b.

  Lemma known_so so m b : all so m -> known m b = true -> so b.
  Proof.
    unfold known. intros every. destruct (PositiveMap.find (code b) m) as [found|] eqn:at_; [|easy].
    intro one. rewrite <- (same_board_true _ _ one). exact (every _ _ at_).
  Qed.

  Lemma all_add (so : board -> Prop) m b : all so m -> so b -> all so (add b m).
  Proof.
    intros every one key found. unfold add. destruct (Pos.eq_dec key (code b)) as [->|other].
    - rewrite PositiveMap.gss. now intros [= <-].
    - rewrite PositiveMap.gso by exact other. apply every.
  Qed.

  Lemma all_empty so : all so (PositiveMap.empty board).
  Proof. intros key b. now rewrite PositiveMap.gempty. Qed.

  Lemma open_low col : is_open height col = true <-> length col < height.
  Proof. apply Nat.ltb_lt. Qed.

  Lemma some_open_in b : some_open height b = true -> exists col, In col b /\ length col < height.
  Proof. intro some. apply existsb_exists in some as [col [where_ low]]. exists col. now rewrite <- open_low. Qed.

  Lemma closed b : some_open height b = false -> forall col, In col b -> height <= length col.
  Proof.
    intros none col where_. destruct (is_open height col) eqn:low.
    - assert (some_open height b = true) by (apply existsb_exists; eauto). congruence.
    - now apply Nat.ltb_ge in low.
  Qed.

  Lemma drop_split s : forall at_ b after, drop height s at_ b = Some after ->
    exists left col right, b = left ++ col :: right /\ length col < height /\ after = left ++ (col ++ [s]) :: right.
  Proof.
    intros at_ b. revert at_. induction b as [|col b IH]; destruct at_ as [|at_]; simpl; try easy.
    - destruct (is_open height col) eqn:low; [|easy]. intros after [= <-].
      exists [], col, b. now rewrite <- open_low.
    - intros after. destruct (drop height s at_ b) as [rest|] eqn:one; [|easy]. intros [= <-].
      destruct (IH _ _ one) as (left & c & right & -> & low & ->). now exists (col :: left), c, right.
  Qed.

  Lemma drop_answered at_ b after : drop height me at_ b = Some after -> kept after -> answered b.
  Proof. intros one. destruct (drop_split _ _ _ _ one) as (left & col & right & -> & low & ->). now apply move. Qed.

  Lemma can_end_answered : forall rest left,
    can_end height connect me left rest = true -> answered (rev left ++ rest).
  Proof.
    induction rest as [|col rest IH]; simpl; [easy|]. intros left.
    destruct (is_open height col) eqn:low.
    - destruct (completes connect left col rest me) eqn:made.
      + intros _. apply line; [now apply open_low|]. now rewrite rev_involutive.
      + intro later. specialize (IH _ later). simpl in IH. now rewrite <- app_assoc in IH.
    - intro later. specialize (IH _ later). simpl in IH. now rewrite <- app_assoc in IH.
  Qed.

  (** * Replies *)

  (** A step keeps what holds for its first argument, and accepts only what is true. *)
  Definition sound {A : Type} (holds : A -> Prop) (step : A -> board -> option A) : Prop :=
    forall a b after, step a b = Some after -> holds a -> holds after /\ answered b.

  Lemma each_sound {A : Type} (holds : A -> Prop) step : sound holds step ->
    forall rest left a after, each height connect me step a left rest = Some after -> holds a ->
    holds after /\
    (forall near col far, rest = near ++ col :: far -> length col < height ->
      completes connect (rev near ++ left) col far (other me) = false /\
      answered (rev left ++ near ++ (col ++ [other me]) :: far)).
  Proof.
    intros right_. induction rest as [|first rest IH]; simpl; intros left a after.
    - intros [= <-] so. split; [exact so|]. intros near col far none. now destruct near.
    - assert (later : forall a, each height connect me step a (first :: left) rest = Some after -> holds a ->
        holds after /\
        (forall near col far, first :: rest = near ++ col :: far -> length col < height -> near <> [] ->
          completes connect (rev near ++ left) col far (other me) = false /\
          answered (rev left ++ near ++ (col ++ [other me]) :: far))).
      { intros a' one so. destruct (IH _ _ _ one so) as [so' all_]. split; [exact so'|].
        intros [|c near] col far; [easy|]. simpl. intros [= <- ->] low _.
        destruct (all_ near col far eq_refl low) as [safe good]. simpl in good.
        rewrite <- !app_assoc in *. simpl in *. now split. }
      destruct (is_open height first) eqn:low.
      + destruct (completes connect left first rest (other me)) eqn:safe; [easy|].
        destruct (step a _) as [a'|] eqn:one; [|easy]. intros two so.
        destruct (right_ _ _ _ one so) as [so' good]. destruct (later _ two so') as [so'' all_].
        split; [exact so''|]. intros [|c near] col far; [|intros e l; now apply all_].
        simpl. intros [= <- <-] _. rewrite rev_append_rev in good. now split.
      + intros two so. destruct (later _ two so) as [so' all_]. split; [exact so'|].
        intros [|c near] col far; [|intros e l; now apply all_].
        simpl. intros [= <- <-] low'. apply open_low in low'. congruence.
  Qed.

  Lemma replies_sound {A : Type} (holds : A -> Prop) step a b after : sound holds step ->
    each_reply height connect me win step a b = Some after -> holds a -> holds after /\ kept b.
  Proof.
    unfold each_reply. intros good one so.
    assert (room : win = true -> some_open height b = true) by (destruct win; [destruct (some_open height b)|]; easy).
    assert (two : each height connect me step a [] b = Some after)
      by (destruct win; [destruct (some_open height b)|]; easy).
    destruct (each_sound holds step good _ _ _ _ two so) as [so' all_]. split; [exact so'|].
    apply replies.
    - intro w. apply some_open_in. now apply room.
    - intros left col right split low. destruct (all_ _ _ _ split low) as [safe _]. now rewrite app_nil_r in safe.
    - intros left col right split low. now destruct (all_ _ _ _ split low).
  Qed.

  (** * Cards and the opening *)

  Lemma keep_sound c : forall fuel m b after,
    keep height connect me win fuel c m b = Some after -> all kept m -> all kept after /\ kept b.
  Proof.
    induction fuel as [|fuel IH]; simpl; [easy|]. intros m b after.
    destruct (known m b) eqn:old.
    - intros [= <-] so. split; [exact so|]. now apply (known_so _ m).
    - destruct (each_reply _ _ _ _ _ m b) as [m'|] eqn:one; [|easy]. intros [= <-] so.
      eapply (replies_sound (all kept)) in one as [so' good]; [| |exact so].
      + split; [now apply all_add|exact good].
      + intros a x after'. destruct (can_end height connect me [] x) eqn:now_.
        * intros [= <-] old'. split; [exact old'|]. exact (can_end_answered _ _ now_).
        * destruct (answer height connect me c x) as [at_|].
          -- destruct (drop height me at_ x) as [y|] eqn:two; [|easy]. intros three old'.
             destruct (IH _ _ _ three old') as [new good]. split; [exact new|]. exact (drop_answered _ _ _ two good).
          -- destruct win eqn:w; [easy|]. destruct (some_open height x) eqn:none; [easy|]. intros [= <-] old'.
             split; [exact old'|]. apply full; [easy|]. now apply closed.
  Qed.

  Variable cards : list card.

  Lemma leaf_sound fuel number b : leaf height connect me win cards fuel number b = true -> answered b.
  Proof.
    unfold leaf. destruct (nth_error cards number) as [c|]; [|easy].
    destruct (answer height connect me c b) as [at_|]; [|easy].
    destruct (drop height me at_ b) as [after|] eqn:one; [|easy].
    destruct (keep _ _ _ _ _ _ _ after) eqn:two; [|easy]. intros _.
    destruct (keep_sound _ _ _ _ _ two (all_empty _)) as [_ good]. exact (drop_answered _ _ _ one good).
  Qed.

  Definition right_state (s : state) : Prop := all answered (snd s).

  Lemma follow_sound next : sound right_state next -> sound right_state (follow height connect me win next).
  Proof.
    intros good s b after. unfold follow. destruct (can_end height connect me [] b) eqn:now_.
    - intros [= <-] so. split; [exact so|]. exact (can_end_answered _ _ now_).
    - destruct (some_open height b) eqn:some.
      + destruct (known (snd s) b) eqn:old; [|destruct (known (snd s) (rev b)) eqn:mirror].
        * intros [= <-] so. split; [exact so|]. now apply (known_so _ (snd s)).
        * intros [= <-] so. split; [exact so|]. rewrite <- (rev_involutive b). apply answered_mirror.
          now apply (known_so _ (snd s)).
        * apply good.
      + destruct win eqn:w; [easy|]. intros [= <-] so. split; [exact so|]. apply full; [easy|]. now apply closed.
  Qed.

  Lemma turn_sound : forall fuel, sound right_state (turn height connect me win cards fuel).
  Proof.
    induction fuel as [|fuel IH]; intros [words m] b after; simpl; [easy|].
    destruct words as [|[at_|number mirrored] words]; [easy| |].
    - destruct (drop height me at_ b) as [x|] eqn:one; [|easy].
      destruct (each_reply _ _ _ _ _ _ x) as [[words' m']|] eqn:two; [|easy]. intros [= <-] so.
      apply (replies_sound right_state) in two as [so' good]; [|now apply follow_sound|exact so].
      pose proof (drop_answered _ _ _ one good). split; [now apply all_add|assumption].
    - destruct (leaf _ _ _ _ _ _ _ _) eqn:one; [|easy]. intros [= <-] so. apply leaf_sound in one.
      assert (answered b) by (destruct mirrored; [rewrite <- (rev_involutive b); now apply answered_mirror|exact one]).
      split; [now apply all_add|assumption].
  Qed.

  Theorem accepts_sound width opening :
    accepts height connect me win cards width opening = true -> claim height connect width me win.
  Proof.
    unfold accepts, claim. destruct me eqn:who; rewrite <- who.
    - destruct (turn _ _ _ _ _ _ _ _) eqn:one; [|easy]. intros _.
      apply turn_sound in one as [_ good]; [exact (all_empty _)|exact good].
    - destruct (each_reply _ _ _ _ _ _ _) eqn:one; [|easy]. intros _.
      apply (replies_sound right_state) in one as [_ good];
        [exact good|apply follow_sound, turn_sound|exact (all_empty _)].
  Qed.
End Sound.
