(** Proves that what the checker accepts is true: a sheet keeps its claim, whoever plays the other side. *)
From Coq Require Import List Arith Lia PArith FMapPositive Bool.
Import ListNotations.
From Fourthought Require Import Rules Line Value Sheet Board Check.

Section Sound.
  Variables (height k : nat) (me : side) (win : bool) (sh : sheet).
  Hypothesis some : 0 < k.
  Notation drop := (drop height).
  Notation free_cells := (free_cells height).
  Notation me_player := (sheet_player height k me sh).
  Notation completing := (completing height k).

  (** What the sheet claims of the end of a game. *)
  Definition fine (v : outcome) : Prop := if win then v = won me else v <> won (other me).

  Lemma fine_won : fine (won me).
  Proof. unfold fine. destruct win; [reflexivity|now destruct me]. Qed.

  Lemma fine_draw : win = false -> fine Draw.
  Proof. unfold fine. intros ->. now destruct me. Qed.

  (** The claim is kept from [b] on with the hand [hd]: with the other side to move, and with [me] to move. *)
  Definition kept (hd : hand) (b : board) : Prop :=
    forall q n, fine (game height k (free_cells b) (other me) q me_player n hd b).
  Definition answered (hd : hand) (b : board) : Prop :=
    forall q n, fine (game height k (free_cells b) me me_player q hd n b).

  Lemma kept_step hd b :
    (free_cells b = 0 -> win = false) ->
    (forall x after, drop (other me) x b = Some after -> answered hd after) -> kept hd b.
  Proof.
    intros room replies q n. destruct (free_cells b) as [|free] eqn:count; cbn [game]; rewrite other_other;
      destruct (has_line k me b); try apply fine_won; [now apply fine_draw; auto|].
    destruct (act q n b) as [x m]. destruct (drop (other me) x b) as [after|] eqn:one; [|apply fine_won].
    pose proof (drop_free _ _ _ _ _ one) as less. rewrite count in less. injection less as ->. exact (replies x after one q m).
  Qed.

  Lemma kept_line hd b : has_line k me b = true -> kept hd b.
  Proof. intros made q n. destruct (free_cells b); cbn [game]; rewrite other_other, made; apply fine_won. Qed.

  Lemma answered_step hd b x hd' after :
    has_line k (other me) b = false -> plays height k me sh hd b = (x, hd') -> drop me x b = Some after ->
    kept hd' after -> answered hd b.
  Proof.
    intros none named one good q n. rewrite (drop_free _ _ _ _ _ one). cbn [game]. rewrite none.
    cbn [act sheet_player]. rewrite named, one. apply good.
  Qed.

  Lemma answered_full hd b : has_line k (other me) b = false -> free_cells b = 0 -> win = false -> answered hd b.
  Proof. intros none full lost q n. rewrite full. cbn [game]. rewrite none. now apply fine_draw. Qed.

  (** * The fast programs *)

  Lemma has_line_no s b : has_line k s b = false -> ~ line k s b.
  Proof. rewrite <- (has_line_iff k s b some). congruence. Qed.

  Lemma completes_is s left col right : has_line k s (rev left ++ col :: right) = false ->
    completes k left col right s = has_line k s (rev left ++ (col ++ [s]) :: right).
  Proof.
    intro none. pose proof (completes_iff left col right s k some (has_line_no _ _ none)) as one.
    rewrite <- (has_line_iff k s _ some) in one.
    destruct (completes _ _ _ _ _), (has_line _ _ (rev left ++ (col ++ [s]) :: right)); intuition congruence.
  Qed.

  Lemma chances_are s : forall rest left, has_line k s (rev left ++ rest) = false ->
    chances height k s (length left) left rest =
    filter (fun x => match drop s x (rev left ++ rest) with Some after => has_line k s after | None => false end)
      (seq (length left) (length rest)).
  Proof.
    induction rest as [|col rest IH]; intros left none; [reflexivity|].
    assert (more : rev left ++ col :: rest = rev (col :: left) ++ rest) by (simpl; now rewrite <- app_assoc).
    cbn [chances length seq filter]. rewrite more in none. specialize (IH _ none). rewrite <- more in *.
    cbn [length] in IH. rewrite IH.
    assert (here : drop s (length left) (rev left ++ col :: rest) =
      if length col <? height then Some (rev left ++ (col ++ [s]) :: rest) else None)
      by (rewrite <- (length_back left); apply drop_at).
    rewrite here. destruct (length col <? height); [|reflexivity]. now rewrite completes_is.
  Qed.

  Lemma chances_completing s b : has_line k s b = false -> chances height k s 0 [] b = completing s b.
  Proof. exact (chances_are s b []). Qed.

  (** If [me] makes a line immediately. *)
  Definition ends (b : board) : bool := match completing me b with [] => false | _ => true end.

  Lemma can_end_is b : has_line k me b = false -> can_end height k me b = ends b.
  Proof. intro none. unfold can_end, ends. now rewrite chances_completing. Qed.

  Lemma completing_in s b x after : drop s x b = Some after -> has_line k s after = true -> In x (completing s b).
  Proof.
    intros one made. apply filter_In. rewrite one. split; [|exact made]. apply in_seq. apply drop_inside in one. lia.
  Qed.

  Lemma ends_true b x after : drop me x b = Some after -> has_line k me after = true -> ends b = true.
  Proof. intros one made. unfold ends. pose proof (completing_in _ _ _ _ one made). now destruct (completing me b). Qed.

  (** The first column that makes a line makes one. *)
  Lemma completing_first s b x xs : completing s b = x :: xs ->
    x < length b /\ exists after, drop s x b = Some after /\ has_line k s after = true.
  Proof.
    intro there. assert (first : In x (completing s b)) by (rewrite there; now left).
    apply filter_In in first as [low made]. apply in_seq in low. split; [lia|].
    destruct (drop s x b) as [after|]; [now exists after|easy].
  Qed.

  Lemma completing_none s b x after : completing s b = [] -> drop s x b = Some after -> has_line k s after = false.
  Proof.
    intros none one. destruct (has_line k s after) eqn:made; [|reflexivity].
    pose proof (completing_in _ _ _ _ one made) as there. now rewrite none in there.
  Qed.

  (** After a reply in one column [me] makes the lines that it made before in the others, and no more there. *)
  Lemma ends_after left col far :
    let b := rev left ++ col :: far in
    let col' := col ++ [other me] in
    length col < height -> has_line k me b = false ->
    (if existsb (fun z => negb (z =? length left)) (completing me b) then true
     else if length col' <? height then completes k left col' far me else false) = ends (rev left ++ col' :: far).
  Proof.
    intros b col' low none. set (y := rev left ++ col' :: far).
    assert (reply : drop (other me) (length left) b = Some y).
    { unfold b, y. rewrite <- (length_back left), drop_at. now rewrite (proj2 (Nat.ltb_lt _ _) low). }
    assert (none' : has_line k me y = false) by (rewrite <- none; now apply has_line_other with (height := height) (x := length left)).
    assert (above : drop me (length left) y =
      if length col' <? height then Some (rev left ++ (col' ++ [me]) :: far) else None)
      by (unfold y; rewrite <- (length_back left); apply drop_at).
    destruct (existsb _ _) eqn:others.
    - apply existsb_exists in others as (z & there & apart). apply negb_true_iff, Nat.eqb_neq in apart.
      apply filter_In in there as [_ made]. destruct (drop me z b) as [b'|] eqn:one; [|easy].
      destruct (drop_beside height (other me) me _ _ _ _ _ (not_eq_sym apart) reply one) as (y' & first & second).
      symmetry. apply (ends_true _ _ _ first). rewrite <- made. now apply has_line_other with (height := height) (x := length left).
    - assert (only : forall z y', drop me z y = Some y' -> has_line k me y' = true -> z = length left).
      { intros z y' one made. destruct (Nat.eq_dec z (length left)) as [same_|apart]; [exact same_|exfalso].
        destruct (drop_swap height (other me) me _ _ _ _ _ (not_eq_sym apart) reply one) as (b' & first & second).
        apply (has_line_other height k some) in second as same_. rewrite made in same_.
        pose proof (completing_in _ _ _ _ first (eq_sym same_)) as there.
        assert (yes : existsb (fun z => negb (z =? length left)) (completing me b) = true); [|congruence].
        apply existsb_exists. exists z. split; [exact there|]. now apply negb_true_iff, Nat.eqb_neq. }
      assert (no : forall y', drop me (length left) y = Some y' -> has_line k me y' = false -> ends y = false).
      { intros y' one no. unfold ends. destruct (completing me y) as [|z zs] eqn:there; [reflexivity|].
        destruct (completing_first _ _ _ _ there) as (_ & after & two & made). rewrite (only _ _ two made) in two. congruence. }
      destruct (length col' <? height).
      + rewrite completes_is by exact none'. destruct (has_line k me (rev left ++ (col' ++ [me]) :: far)) eqn:made; symmetry.
        * exact (eq_trans (ends_true _ _ _ above made) (eq_sym made)).
        * exact (eq_trans (no _ above made) (eq_sym made)).
      + symmetry. unfold ends. destruct (completing me y) as [|z zs] eqn:there; [reflexivity|].
        destruct (completing_first _ _ _ _ there) as (_ & after & two & made). rewrite (only _ _ two made) in two. congruence.
  Qed.

  (** * Cards *)

  (** A card keeps the claim, in the mirror or not. *)
  Definition card_keeps (c : card) (b : board) : Prop := forall m, kept (Holding c m) (turned m b).
  Definition card_answers (c : card) (b : board) : Prop := forall m, answered (Holding c m) (turned m b).

  Lemma by_card_turned c m b x after : named height k me c b = Some x -> drop me x b = Some after ->
    drop me (by_card height k me c m (turned m b)) (turned m b) = Some (turned m after).
  Proof.
    intros says one. unfold by_card. rewrite turned_twice, says.
    assert (flip : flipped m (turned m b) x = flipped m b x) by (unfold flipped; now rewrite turned_length).
    rewrite flip. now apply drop_turned.
  Qed.

  Lemma card_step c b x after : has_line k (other me) b = false -> named height k me c b = Some x ->
    drop me x b = Some after -> card_keeps c after -> card_answers c b.
  Proof.
    intros none says one good m.
    apply (answered_step _ _ (by_card height k me c m (turned m b)) (Holding c m) (turned m after)).
    - now rewrite has_line_turned.
    - reflexivity.
    - now apply by_card_turned with x.
    - apply good.
  Qed.

  Lemma card_ends c b : has_line k (other me) b = false -> has_line k me b = false ->
    ends b = true -> card_answers c b.
  Proof.
    intros none mine ends_. unfold ends in ends_.
    destruct (completing me b) as [|x xs] eqn:there; [easy|].
    destruct (completing_first _ _ _ _ there) as (_ & after & one & made).
    apply (card_step c b x after none); [unfold named; now rewrite there|exact one|].
    intro m. apply kept_line. now rewrite has_line_turned.
  Qed.

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
    unfold known. intros every. destruct (PositiveMap.find (code b) m) as [found_|] eqn:at_; [|easy].
    intro one. rewrite <- (same_board_true _ _ one). exact (every _ _ at_).
  Qed.

  Lemma all_add (so : board -> Prop) m b : all so m -> so b -> all so (add b m).
  Proof.
    intros every one key x. unfold add. destruct (Pos.eq_dec key (code b)) as [->|other].
    - rewrite PositiveMap.gss. now intros [= <-].
    - rewrite PositiveMap.gso by exact other. apply every.
  Qed.

  Lemma all_empty so : all so (PositiveMap.empty board).
  Proof. intros key b. now rewrite PositiveMap.gempty. Qed.

  (** * Replies *)

  (** A step keeps what holds for its first argument, and accepts only what is so. *)
  Lemma each_sound {A : Type} (holds : A -> Prop) (so : board -> Prop) step : forall rest left a after,
    let b := rev left ++ rest in
    (forall a x y after, drop (other me) x b = Some y -> has_line k (other me) y = false ->
      step a (ends y) y = Some after -> holds a -> holds after /\ so y) ->
    has_line k me b = false -> has_line k (other me) b = false ->
    each height k me step (completing me b) a (length left) left rest = Some after -> holds a ->
    holds after /\ forall x y, length left <= x -> drop (other me) x b = Some y ->
      has_line k (other me) y = false /\ so y.
  Proof.
    induction rest as [|col rest IH]; intros left a after b right_ mine none; cbn [each].
    - intros [= <-] good. split; [exact good|]. intros x y far one. apply drop_inside in one.
      unfold b in one. rewrite app_nil_r, length_back in one. lia.
    - assert (more : b = rev (col :: left) ++ rest) by (unfold b; simpl; now rewrite <- app_assoc).
      assert (here : drop (other me) (length left) b =
        if length col <? height then Some (rev left ++ (col ++ [other me]) :: rest) else None)
        by (unfold b; rewrite <- (length_back left); apply drop_at).
      assert (IH' := IH (col :: left)). cbv zeta in IH'. rewrite <- more in IH'. clear IH.
      destruct (length col <? height) eqn:low.
      + unfold b in none. rewrite completes_is by exact none. fold b in none.
        destruct (has_line k (other me) (rev left ++ (col ++ [other me]) :: rest)) eqn:safe; [easy|].
        rewrite rev_append_rev. unfold b at 1. rewrite ends_after; [|now apply Nat.ltb_lt|exact mine].
        destruct (step a _ _) as [a'|] eqn:one; [|easy]. intros two good.
        destruct (right_ _ _ _ _ here safe one good) as [good' first].
        destruct (IH' _ _ right_ mine none two good') as [good'' later]. split; [exact good''|].
        intros x y far. destruct (Nat.eq_dec x (length left)) as [->|beyond].
        * rewrite here. intros [= <-]. now split.
        * apply later. simpl. lia.
      + intros two good. destruct (IH' _ _ right_ mine none two good) as [good' later]. split; [exact good'|].
        intros x y far. destruct (Nat.eq_dec x (length left)) as [->|beyond].
        * now rewrite here.
        * apply later. simpl. lia.
  Qed.

  (** A card with [me] to move, given that it is right with the other side to move. *)
  Lemma turn_sound next free c :
    (forall free' m b after, free = S free' -> free_cells b = free' -> has_line k me b = false ->
      has_line k (other me) b = false -> next free' m b = Some after -> all (card_keeps c) m ->
      all (card_keeps c) after /\ card_keeps c b) ->
    forall m b after, free_cells b = free -> has_line k me b = false -> has_line k (other me) b = false ->
    turn height k me win next free c m (ends b) b = Some after -> all (card_keeps c) m ->
    all (card_keeps c) after /\ card_answers c b.
  Proof.
    intros right_ m b after count mine yours. unfold turn.
    destruct (ends b) eqn:ends_.
    - intros [= <-] old. split; [exact old|]. now apply card_ends.
    - unfold ends in ends_. destruct (completing me b) eqn:none; [|easy].
      destruct free as [|free].
      + destruct win eqn:w; [easy|]. intros [= <-] old. split; [exact old|].
        intro m'. apply answered_full; [now rewrite has_line_turned|now rewrite free_turned|exact w].
      + destruct (answer height k me c b) as [x|] eqn:says; [|easy].
        destruct (drop me x b) as [next_b|] eqn:one; [|easy]. intros two old.
        assert (says' : named height k me c b = Some x).
        { unfold named. rewrite none. unfold answer in says. rewrite chances_completing in says by exact yours.
          now destruct (completing (other me) b). }
        pose proof (drop_free _ _ _ _ _ one) as less. rewrite count in less. injection less as less.
        assert (yours' : has_line k (other me) next_b = false).
        { rewrite <- yours. rewrite <- (other_other me) in one. now apply has_line_other with (height := height) (x := x). }
        destruct (right_ free m next_b after eq_refl (eq_sym less) (completing_none _ _ _ _ none one) yours' two old) as [new good].
        split; [exact new|]. now apply card_step with x next_b.
  Qed.

  Lemma keep_sound c : forall n free, free <= n -> forall m b after,
    free_cells b = free -> has_line k me b = false -> has_line k (other me) b = false ->
    keep height k me win c free m b = Some after -> all (card_keeps c) m -> all (card_keeps c) after /\ card_keeps c b.
  Proof.
    induction n as [|n IH]; intros free small m b after count mine yours;
      destruct free as [|free]; try lia; cbn [keep]; destruct (known m b) eqn:old;
      try (intros [= <-] so; split; [exact so|now apply (known_so _ m)]).
    1,2: destruct win eqn:w; [easy|]; intros [= <-] so; split; [exact so|]; intro m'; apply kept_step; [easy|];
      intros x y one; apply drop_free in one; rewrite free_turned in one; lia.
    rewrite chances_completing by exact mine.
    destruct (each _ _ _ _ _ m 0 [] b) as [m'|] eqn:one; [|easy]. intros [= <-] so.
    destruct (each_sound (all (card_keeps c)) (card_answers c)
      (turn height k me win (keep height k me win c) free c) b [] m m') with (2 := mine) (3 := yours) (4 := one) (5 := so)
      as [new good].
    - intros a x y after reply safe next so'. pose proof (drop_free _ _ _ _ _ reply) as less.
      simpl in less. rewrite count in less. injection less as less.
      apply (turn_sound (keep height k me win c) free c) with (m := a); auto.
      + intros free' m'' b'' after' -> count' mine' yours' next'. apply (IH free'); auto. lia.
      + rewrite <- mine. now apply has_line_other with (height := height) (x := x).
    - assert (here : card_keeps c b); [|split; [now apply all_add|exact here]].
      intro mir. apply kept_step; [intro full; rewrite free_turned in full; lia|].
      intros x y reply. pose proof (drop_turned _ _ mir _ _ _ reply) as back. rewrite turned_twice in back.
      destruct (good _ _ (Nat.le_0_l _) back) as [_ there]. specialize (there mir). now rewrite turned_twice in there.
  Qed.

  (** * The opening *)

  Definition in_opening (b : board) : Prop := found sh b <> None \/ found sh (rev b) <> None.

  Lemma same_list_refl {A : Type} (one : A -> A -> bool) : (forall x, one x x = true) -> forall a, same_list one a a = true.
  Proof. intros sure. induction a as [|x a IH]; simpl; [reflexivity|]. now rewrite sure. Qed.

  Lemma same_board_refl b : same_board b b = true.
  Proof. apply same_list_refl, same_list_refl. now intros [|]. Qed.

  Lemma found_in b w : found sh b = Some w -> In (b, w) (opening sh).
  Proof.
    unfold found. destruct (find _ (opening sh)) as [[b' w']|] eqn:there; [|easy]. intros [= <-].
    apply find_some in there as [there same_]. apply same_board_true in same_. simpl in same_. now subst b'.
  Qed.

  Lemma index_found : all (fun b => found sh b <> None) (index sh).
  Proof.
    unfold index. assert (general : forall entries m, (forall e, In e entries -> In e (opening sh)) ->
      all (fun b => found sh b <> None) m ->
      all (fun b => found sh b <> None) (fold_left (fun m entry => add (fst entry) m) entries m)).
    { induction entries as [|[b w] entries IH]; intros m inside so; [exact so|]. cbn [fold_left]. apply IH.
      - intros e there. apply inside. now right.
      - apply all_add; [exact so|]. cbn [fst]. unfold found.
        destruct (find (fun entry => same_board (fst entry) b) (opening sh)) as [[b' w']|] eqn:there; [easy|].
        pose proof (find_none _ _ there (b, w) (inside _ (or_introl eq_refl))) as no. simpl in no.
        now rewrite same_board_refl in no. }
    apply general; [auto|apply all_empty].
  Qed.

  (** What the checker makes sure of at a position with the other side to move. *)
  Definition replied (b : board) : Prop :=
    (free_cells b = 0 -> win = false) /\
    forall x after, drop (other me) x b = Some after ->
      has_line k (other me) after = false /\
      (completing me after <> [] \/ in_opening after \/ free_cells after = 0 /\ win = false).

  Lemma replies_sound b : has_line k me b = false -> has_line k (other me) b = false -> replies height k me win (index sh) b = true -> replied b.
  Proof.
    intros mine none. unfold replies, replied.
    rewrite chances_completing by exact mine.
    assert (general : match each height k me (fun (_ : unit) (ends_ : bool) after =>
        if ends_ then Some tt
        else if known (index sh) after then Some tt
        else if known (index sh) (rev after) then Some tt
        else if win then None else match free_cells after with 0 => Some tt | S _ => None end) (completing me b) tt 0 [] b with
        Some _ => true | None => false end = true ->
      forall x after, drop (other me) x b = Some after -> has_line k (other me) after = false /\
      (completing me after <> [] \/ in_opening after \/ free_cells after = 0 /\ win = false)).
    { destruct (each _ _ _ _ _ tt 0 [] b) as [[]|] eqn:one; [|easy]. intros _ x after.
      refine (proj2 (each_sound (fun _ => True) (fun after => completing me after <> [] \/
        in_opening after \/ free_cells after = 0 /\ win = false) _ b [] tt tt _ mine none one I) x after (Nat.le_0_l _)).
      intros [] y z [] reply _ step _. split; [exact I|].
      destruct (ends z) eqn:ends_.
      - left. unfold ends in ends_. intro no. now rewrite no in ends_.
      - right. destruct (known (index sh) z) eqn:old; [left; left; exact (known_so _ _ _ index_found old)|].
        destruct (known (index sh) (rev z)) eqn:old'; [left; right; exact (known_so _ _ _ index_found old')|].
        destruct win; [easy|]. destruct (free_cells z); [now right|easy]. }
    destruct win eqn:w; [destruct (free_cells b) eqn:count; [easy|]|]; intro one; (split; [congruence|exact (general one)]).
  Qed.

  (** What the checker makes sure of at a position of the opening. *)
  Definition entry_good (entry : board * word) : Prop :=
    let (b, w) := entry in
    has_line k (other me) b = false /\
    match w with
    | Play x => exists after, drop me x b = Some after /\ (has_line k me after = true \/ replied after)
    | Take n mirrored => exists c, nth_error (cards sh) n = Some c /\ card_answers c (turned mirrored b)
    end.

  Lemma accepted_sound : forall entries number m,
    (forall c, nth_error (cards sh) number = Some c -> all (card_keeps c) m) ->
    accepted height k me win sh (index sh) number m entries = true -> Forall entry_good entries.
  Proof.
    induction entries as [|[b w] entries IH]; intros number m old; cbn [accepted]; [constructor|].
    destruct (has_line k me b) eqn:mine; [easy|]. destruct (has_line k (other me) b) eqn:yours; [easy|].
    destruct w as [x|n mirrored].
    - destruct (drop me x b) as [after|] eqn:one; [|easy]. destruct (replies _ _ _ _ _ after) eqn:two; [|easy].
      intro rest. constructor; [|exact (IH _ _ old rest)]. split; [exact yours|]. exists after. split; [exact one|].
      destruct (has_line k me after) eqn:made; [now left|]. right. apply replies_sound; [exact made| |exact two]. rewrite <- yours. rewrite <- (other_other me) in one.
      now apply has_line_other with (height := height) (x := x).
    - destruct (nth_error (cards sh) n) as [c|] eqn:card_; [|easy].
      set (m' := if n =? number then m else PositiveMap.empty board).
      assert (old' : all (card_keeps c) m').
      { unfold m'. destruct (Nat.eqb_spec n number) as [<-|_]; [now apply old|apply all_empty]. }
      cbv zeta. rewrite can_end_is by (now rewrite has_line_turned).
      destruct (turn _ _ _ _ _ _ c m' _ _) as [new|] eqn:one; [|easy]. intro rest.
      destruct (turn_sound (keep height k me win c) (free_cells (turned mirrored b)) c) with (m := m') (b := turned mirrored b) (after := new) as [new' good].
      + intros free' m'' b' after _ count mine' yours' next. exact (keep_sound c free' free' (le_n _) _ _ _ count mine' yours' next).
      + reflexivity.
      + now rewrite has_line_turned.
      + now rewrite has_line_turned.
      + exact one.
      + exact old'.
      + constructor.
        * split; [exact yours|]. now exists c.
        * apply (IH n new); [|exact rest]. intros c' same_. rewrite card_ in same_. injection same_ as <-. exact new'.
  Qed.

  Hypothesis right_ : Forall entry_good (opening sh).

  (** The claim is kept with the other side to move, given that it is kept in all later positions of the opening. *)
  Lemma replied_kept b m : replied b ->
    (forall after, free_cells after < free_cells b -> in_opening after -> answered Opening after) ->
    kept Opening (turned m b).
  Proof.
    intros [room good] later. apply kept_step; [now rewrite free_turned|].
    intros x y reply. pose proof (drop_turned _ _ m _ _ _ reply) as back. rewrite turned_twice in back.
    destruct (good _ _ back) as [safe ends]. rewrite has_line_turned in safe by exact some.
    pose proof (drop_free _ _ _ _ _ reply) as less. rewrite free_turned in less.
    assert (same_ : in_opening (turned m y) -> in_opening y).
    { destruct m; [|easy]. unfold in_opening. simpl. rewrite rev_involutive. tauto. }
    rewrite free_turned in ends.
    assert (either : in_opening y \/ (found sh y = None /\ found sh (rev y) = None) /\
      (completing me y <> [] \/ free_cells y = 0 /\ win = false)).
    { unfold in_opening in *. destruct (found sh y) eqn:one; [left; left; congruence|].
      destruct (found sh (rev y)) eqn:two; [left; right; congruence|]. right. split; [easy|].
      destruct ends as [made|[made|made]]; [left|destruct (same_ made); congruence|now right].
      destruct m; [|exact made]. simpl in made. destruct (completing me (rev y)) as [|z zs] eqn:there; [easy|].
      intro none. destruct (completing_first _ _ _ _ there) as (_ & after & one' & line_).
      apply (drop_turned height me true) in one'. simpl turned in one'. rewrite rev_involutive in one'.
      pose proof (completing_none _ _ _ _ none one') as no.
      change (rev after) with (turned true after) in no. rewrite has_line_turned in no by exact some. congruence. }
    destruct either as [there|[[one two] ends']]; [apply later; [lia|exact there]|].
    assert (plays_ : plays height k me sh Opening y = (hd (length y) (completing me y), Opening))
      by (unfold plays; now rewrite one, two).
    destruct ends' as [made|[full lost]].
    - destruct (completing me y) as [|z zs] eqn:there; [easy|].
      destruct (completing_first _ _ _ _ there) as (_ & after & move & line_).
      apply (answered_step _ _ z Opening after safe plays_ move). now apply kept_line.
    - now apply answered_full.
  Qed.

  (** The claim is kept in all positions of the opening, by the number of empty cells. *)
  Lemma opening_kept : forall n b, free_cells b <= n -> in_opening b -> answered Opening b.
  Proof.
    induction n as [n IH] using lt_wf_ind. intros b small there.
    assert (entry : exists w m, In (turned m b, w) (opening sh) /\ plays height k me sh Opening b = follow height k me sh w m b).
    { unfold in_opening, plays in *. destruct (found sh b) as [w|] eqn:one.
      - exists w, false. split; [now apply found_in|reflexivity].
      - destruct (found sh (rev b)) as [w|] eqn:two; [|intuition congruence].
        exists w, true. split; [now apply found_in|reflexivity]. }
    destruct entry as (w & m & inside & says).
    pose proof (proj1 (Forall_forall _ _) right_ _ inside) as [none good]. rewrite has_line_turned in none by exact some.
    destruct w as [x|number mirrored].
    - destruct good as (after & one & ends). cbn [follow] in says.
      pose proof (drop_turned _ _ m _ _ _ one) as move. rewrite turned_twice in move.
      assert (flip : flipped m (turned m b) x = flipped m b x) by (unfold flipped; now rewrite turned_length).
      rewrite flip in move. apply (answered_step _ _ _ _ _ none says move).
      destruct ends as [made|replied_]; [apply kept_line; now rewrite has_line_turned|].
      pose proof (drop_free _ _ _ _ _ one) as less. rewrite free_turned in less.
      apply replied_kept; [exact replied_|]. intros y fewer there'. apply (IH (free_cells y)); [lia|lia|exact there'].
    - destruct good as (c & card_ & good). specialize (good (xorb m mirrored)).
      rewrite turned_xorb in good. replace (xorb (xorb m mirrored) mirrored) with m in good by (now destruct mirrored, m).
      rewrite turned_twice in good. cbn [follow] in says. rewrite card_ in says.
      intros q n'. specialize (good q n').
      destruct (free_cells b) as [|free] eqn:count; cbn [game] in *; rewrite none in *; [exact good|].
      cbn [act sheet_player] in *. rewrite says. exact good.
  Qed.
End Sound.

Section Claim.
  Variables (width height k : nat) (me : side) (sh : sheet).
  Notation entries_good win := (Forall (entry_good height k me win sh)).

  (** Nobody has a line on the empty board, if a line needs a stone. *)
  Lemma no_line_yet s : 0 < k -> has_line k s (empty width) = false.
  Proof.
    intro some. destruct (has_line k s (empty width)) eqn:made; [|reflexivity]. apply has_line_iff in made; [|exact some].
    assert (nothing : forall x y, stone (empty width) x y <> Some s).
    { intros x y there. apply stone_inside in there as [_ low]. unfold empty in low. rewrite nth_repeat in low. simpl in low. lia. }
    destruct made as (x & y & [all_|[all_|[all_|all_]]]); specialize (all_ 0 some); try now apply nothing in all_.
    destruct all_ as [_ all_]. now apply nothing in all_.
  Qed.

  Lemma accepted_part win entries : 0 < k -> accepts height k me win sh entries = true -> entries_good win entries.
  Proof. intros some one. refine (accepted_sound _ _ _ _ _ some _ _ _ _ one). intros c _. apply all_empty. Qed.

  Lemma claim_kept win : 0 < k -> entries_good win (opening sh) -> begins height k me win sh width = true ->
    forall q, fine me win (play height k width me (sheet_player height k me sh) q).
  Proof.
    intros some good first q. pose proof (opening_kept height k me win sh some good) as all_.
    pose proof (no_line_yet First some) as none. pose proof (no_line_yet Second some) as none'.
    unfold begins, play in *. destruct me; rewrite <- (free_empty height width).
    - apply (all_ _ _ (le_n _)). left. exact (known_so _ _ _ (index_found sh) first).
    - apply replies_sound in first; [|exact some|exact none'|exact none].
      exact (replied_kept height k Second win sh some (empty width) false first
        (fun after _ there => all_ _ after (le_n _) there) q (start q)).
  Qed.

  (** What the checker accepts wins, or does not lose, and so the board has this value. *)
  Theorem sheet_wins_sound : 0 < k -> entries_good true (opening sh) -> begins height k me true sh width = true ->
    sheet_wins width height k me sh.
  Proof. exact (claim_kept true). Qed.

  Theorem sheet_holds_sound : 0 < k -> entries_good false (opening sh) -> begins height k me false sh width = true ->
    sheet_holds width height k me sh.
  Proof. exact (claim_kept false). Qed.

  Theorem sheet_wins_value : sheet_wins width height k me sh -> value width height k = won me.
  Proof. intro all_. apply wins_iff_value. now exists (sheet_player height k me sh). Qed.

  Theorem sheet_holds_value : sheet_holds width height k me sh -> value width height k <> won (other me).
  Proof. intro all_. apply holds_iff_value. now exists (sheet_player height k me sh). Qed.
End Claim.
