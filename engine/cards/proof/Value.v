(** Proves that the value by minimax says what a side can do: the theorem of Zermelo for these games. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From Fourthought Require Import Rules Line.

Lemma other_other s : other (other s) = s.
Proof. now destruct s. Qed.

(** The best outcome of a side is the worst of the other side. *)
Lemma rank_other s v : rank (other s) v = 2 - rank s v.
Proof. now destruct s, v. Qed.

Lemma worst_is_best s v w : 2 - rank s v <= 2 - rank s w -> rank s w <= rank s v.
Proof. destruct s, v, w; simpl; lia. Qed.

Lemma rank_most s v : rank s v <= 2.
Proof. destruct s, v; simpl; lia. Qed.

Lemma rank_won s : rank s (won s) = 2.
Proof. now destruct s. Qed.

Lemma rank_lost s : rank s (won (other s)) = 0.
Proof. now destruct s. Qed.

Lemma rank_two s v : 2 <= rank s v <-> v = won s.
Proof. destruct s, v; simpl; split; (easy || lia). Qed.

Lemma rank_equal s v w : rank s v = rank s w -> v = w.
Proof. destruct s, v, w; simpl; easy. Qed.

Lemma better_rank s v w : rank s (better s v w) = Nat.max (rank s v) (rank s w).
Proof. unfold better. destruct (Nat.ltb_spec (rank s v) (rank s w)); lia. Qed.

Lemma better_is s v w : better s v w = w /\ rank s v < rank s w \/ better s v w = v.
Proof. unfold better. destruct (Nat.ltb_spec (rank s v) (rank s w)); auto. Qed.

Section Value.
  Variables height k : nat.
  Notation drop := (drop height).
  Notation game := (game height k).
  Notation value_from := (value_from height k).

  Lemma moves_in s b after : In after (moves height s b) <-> exists x, x < length b /\ drop s x b = Some after.
  Proof.
    unfold moves. rewrite in_flat_map. split.
    - intros (x & low & there). apply in_seq in low. exists x. split; [lia|].
      destruct (drop s x b); simpl in there; [destruct there as [->|[]]; reflexivity|easy].
    - intros (x & low & one). exists x. rewrite one. split; [apply in_seq; lia|now left].
  Qed.

  Lemma drop_inside s : forall x b after, drop s x b = Some after -> x < length b.
  Proof.
    induction x as [|x IH]; intros [|col far] after; simpl; try easy; [lia|].
    destruct (drop s x far) eqn:one; [|easy]. intros _. apply IH in one. lia.
  Qed.

  (** The best of some outcomes is at least as good as each. *)
  Lemma best_of s vs v : In v vs -> rank s v <= rank s (fold_right (better s) (won (other s)) vs).
  Proof.
    induction vs as [|w vs IH]; simpl; [easy|]. rewrite better_rank. intros [->|later]; [lia|specialize (IH later); lia].
  Qed.

  (** It is one of them, or no better than a loss. *)
  Lemma best_is s vs : let best := fold_right (better s) (won (other s)) vs in In best vs \/ rank s best = 0.
  Proof.
    induction vs as [|w vs IH]; simpl in *; [right; apply rank_lost|]. rewrite better_rank.
    destruct (better_is s w (fold_right (better s) (won (other s)) vs)) as [[-> less]| ->]; [|left; now left].
    destruct IH as [there|none]; [left; now right|lia].
  Qed.

  (** The best player of a side: it remembers how many cells are empty, and names the first column after which minimax
      gives no less than now. *)
  Definition good_column (me : side) (free : nat) (b : board) (x : nat) : bool :=
    match drop me x b with
    | Some after => rank me (value_from free me b) <=? rank me (value_from (pred free) (other me) after)
    | None => false
    end.

  Definition best_player (me : side) (free : nat) : player :=
    {| memory := nat; start := free;
       act free b := (match find (good_column me free b) (seq 0 (length b)) with Some x => x | None => 0 end, free - 2) |}.

  Lemma good_column_exists me free b : has_line k (other me) b = false -> rank me (value_from (S free) me b) <> 0 ->
    exists x, In x (seq 0 (length b)) /\ good_column me (S free) b x = true.
  Proof.
    intros none some. set (v := value_from (S free) me b). assert (found : In v (map (value_from free (other me)) (moves height me b))).
    { unfold v in *. cbn [Rules.value_from] in *. rewrite none in *.
      destruct (best_is me (map (value_from free (other me)) (moves height me b))); [assumption|easy]. }
    apply in_map_iff in found as (after & same & there). apply moves_in in there as (x & low & one).
    exists x. split; [apply in_seq; lia|]. unfold good_column. rewrite one. apply Nat.leb_le. cbn [pred]. rewrite same. apply le_n.
  Qed.

  (** Whoever plays the other side, the best player gets at least the value. *)
  Lemma best_player_gets me any : forall free,
    (forall q n b, rank me (value_from free me b) <= rank me (game free me (best_player me any) q free n b)) /\
    (forall q n b, rank me (value_from free (other me) b) <=
      rank me (game free (other me) q (best_player me any) n (pred free) b)).
  Proof.
    induction free as [|free [mine yours]]; (split; intros q n b; cbn [Rules.game Rules.value_from];
      destruct (has_line k _ b) eqn:none; try apply le_n).
    - destruct (act (best_player me any) (S free) b) as [x m] eqn:acts. cbn [act best_player] in acts. injection acts as at_ left.
      destruct (Nat.eq_dec (rank me (value_from (S free) me b)) 0) as [nothing|some].
      { cbn [Rules.value_from] in nothing. rewrite none in nothing. cbv iota in nothing. lia. }
      destruct (find (good_column me (S free) b) (seq 0 (length b))) as [y|] eqn:found.
      + subst y. apply find_some in found as [_ good]. unfold good_column in good.
        destruct (drop me x b) as [after|]; [|easy]. apply Nat.leb_le in good. simpl pred in good.
        cbn [Rules.value_from] in good. rewrite none in good. cbv iota in good.
        subst m. replace (free - 1) with (pred free) by lia. exact (Nat.le_trans _ _ _ good (yours q n after)).
      + destruct (good_column_exists me free b none some) as (y & there & good).
        pose proof (find_none _ _ found y there). congruence.
    - destruct (act q n b) as [x n']. simpl pred. destruct (drop (other me) x b) as [after|] eqn:one.
      + refine (Nat.le_trans _ _ _ _ (eq_ind_r (fun s => _ <= rank me (game free s _ q _ n' after)) (mine q n' after) (other_other me))).
        assert (worst := best_of (other me) (map (value_from free (other (other me))) (moves height (other me) b))
          (value_from free me after)).
        rewrite !rank_other in worst. rewrite other_other in worst |- *. apply worst_is_best, worst, in_map_iff. exists after. split; [reflexivity|].
        apply moves_in. exists x. split; [exact (drop_inside _ _ _ _ one)|exact one].
      + rewrite other_other, rank_won.
        apply rank_most.
  Qed.
End Value.

Section Boards.
  Variables width height k : nat.
  Notation value := (value width height k).
  Notation play := (play height k width).

  (** Each side has a player that gets the value. *)
  Lemma value_is_reached me : exists p, forall q, rank me value <= rank me (play me p q).
  Proof.
    destruct me.
    - exists (best_player height k First (width * height)). intro q.
      exact (proj1 (best_player_gets height k First (width * height) (width * height)) q (start q) (empty width)).
    - exists (best_player height k Second (pred (width * height))). intro q.
      exact (proj2 (best_player_gets height k Second (pred (width * height)) (width * height)) q (start q) (empty width)).
  Qed.

  Lemma play_other me p q : play (other me) p q = play me q p.
  Proof. now destruct me. Qed.

  (** A side wins exactly if the value says so. *)
  Theorem wins_iff_value me : wins width height k me <-> value = won me.
  Proof.
    split.
    - intros [p all]. destruct (value_is_reached (other me)) as [q most]. specialize (most p).
      rewrite play_other, all, !rank_other, rank_won in most. apply rank_two. lia.
    - intro so. destruct (value_is_reached me) as [p least]. exists p. intro q. specialize (least q).
      rewrite so, rank_won in least. now apply rank_two.
  Qed.

  (** A side holds exactly if the value is not that the other side wins. *)
  Theorem holds_iff_value me : holds width height k me <-> value <> won (other me).
  Proof.
    split.
    - intros [p all] so. destruct (value_is_reached (other me)) as [q most]. specialize (most p). apply (all q).
      rewrite play_other, so, rank_won in most. now apply rank_two.
    - intro no. destruct (value_is_reached me) as [p least]. exists p. intros q lost. specialize (least q).
      rewrite lost, rank_lost in least. apply no. apply rank_two. rewrite rank_other. lia.
  Qed.

  (** Determinacy: one side wins, or the other side does not lose; never both. *)
  Theorem determined me : wins width height k me \/ holds width height k (other me).
  Proof.
    rewrite wins_iff_value, holds_iff_value, other_other. destruct me, value; simpl; (now left) || (now right).
  Qed.

  Theorem never_both me : ~ (wins width height k me /\ holds width height k (other me)).
  Proof. rewrite wins_iff_value, holds_iff_value, other_other. tauto. Qed.

  Theorem drawn_iff_value : holds width height k First /\ holds width height k Second <-> value = Draw.
  Proof. rewrite !holds_iff_value. destruct value; simpl; intuition easy. Qed.
End Boards.
