(** Facts about boards: what a dropped stone changes, and what stays in the mirror. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From Fourthought Require Import Rules Line Sheet.

(** How many cells are empty. *)
Fixpoint free_cells (height : nat) (b : board) : nat :=
  match b with [] => 0 | col :: far => height - length col + free_cells height far end.

Section Stones.
  Variable height : nat.
  Notation drop := (drop height).

  Lemma drop_at s : forall left col right,
    drop s (length left) (left ++ col :: right) =
    if length col <? height then Some (left ++ (col ++ [s]) :: right) else None.
  Proof.
    induction left as [|near left IH]; intros col right; simpl; [reflexivity|].
    rewrite IH. now destruct (length col <? height).
  Qed.

  Lemma drop_split s : forall x b after, drop s x b = Some after ->
    exists left col right, b = left ++ col :: right /\ x = length left /\ length col < height /\
      after = left ++ (col ++ [s]) :: right.
  Proof.
    intros x b. revert x. induction b as [|col b IH]; destruct x as [|x]; simpl; try easy.
    - destruct (length col <? height) eqn:low; [|easy]. intros after [= <-].
      exists [], col, b. now apply Nat.ltb_lt in low.
    - intros after. destruct (drop s x b) as [rest|] eqn:one; [|easy]. intros [= <-].
      destruct (IH _ _ one) as (left & c & right & -> & -> & low & ->). now exists (col :: left), c, right.
  Qed.

  Lemma drop_length s x b after : drop s x b = Some after -> length after = length b.
  Proof.
    intro one. apply drop_split in one as (left & col & right & -> & _ & _ & ->). now rewrite !length_both.
  Qed.

  (** A stone takes one empty cell. *)
  Lemma free_app b c : free_cells height (b ++ c) = free_cells height b + free_cells height c.
  Proof. induction b as [|col b IH]; simpl; lia. Qed.

  Lemma drop_free s x b after : drop s x b = Some after -> free_cells height b = S (free_cells height after).
  Proof.
    intro one. apply drop_split in one as (left & col & right & -> & _ & low & ->).
    rewrite !free_app. simpl. rewrite length_both. simpl. lia.
  Qed.

  (** Stones in two columns may be dropped in either order. *)
  Lemma drop_swap s t : forall b x z y y', x <> z -> drop s x b = Some y -> drop t z y = Some y' ->
    exists b', drop t z b = Some b' /\ drop s x b' = Some y'.
  Proof.
    induction b as [|col far IH]; intros [|x] [|z] y y' apart; simpl; try easy.
    - destruct (length col <? height) eqn:low; [|easy]. intros [= <-]. simpl.
      destruct (drop t z far) as [far'|]; [|easy]. intros [= <-]. exists (col :: far'). simpl. now rewrite low.
    - destruct (drop s x far) as [far'|] eqn:one; [|easy]. intros [= <-]. simpl.
      destruct (length col <? height) eqn:low; [|easy]. intros [= <-]. eexists. split; [reflexivity|]. simpl. now rewrite one.
    - destruct (drop s x far) as [far'|] eqn:one; [|easy]. intros [= <-]. simpl.
      destruct (drop t z far') as [far''|] eqn:two; [|easy]. intros [= <-].
      destruct (IH x z far' far'') as (b' & first & second); [congruence|exact one|exact two|].
      exists (col :: b'). rewrite first. simpl. now rewrite second.
  Qed.

  (** A stone in one column leaves room in the others. *)
  Lemma drop_beside s t : forall b x z y b', x <> z -> drop s x b = Some y -> drop t z b = Some b' ->
    exists y', drop t z y = Some y' /\ drop s x b' = Some y'.
  Proof.
    induction b as [|col far IH]; intros [|x] [|z] y b' apart; simpl; try easy.
    - destruct (length col <? height) eqn:low; [|easy]. intros [= <-].
      destruct (drop t z far) as [far'|] eqn:two; [|easy]. intros [= <-]. eexists. simpl. rewrite ?two, ?low. now split.
    - destruct (drop s x far) as [far'|] eqn:one; [|easy]. intros [= <-].
      destruct (length col <? height) eqn:low; [|easy]. intros [= <-]. eexists. simpl. rewrite ?low, ?one. now split.
    - destruct (drop s x far) as [far'|] eqn:one; [|easy]. intros [= <-].
      destruct (drop t z far) as [far''|] eqn:two; [|easy]. intros [= <-].
      destruct (IH x z far' far'') as (y' & first & second); [congruence|exact one|exact two|].
      eexists. simpl. rewrite first, second. now split.
  Qed.

  Lemma free_empty width : free_cells height (empty width) = width * height.
  Proof. unfold empty. induction width as [|width IH]; simpl; lia. Qed.

  (** * Mirror images *)

  Lemma turned_length mirrored (b : board) : length (turned mirrored b) = length b.
  Proof. destruct mirrored; [apply length_back|reflexivity]. Qed.

  Lemma turned_twice mirrored b : turned mirrored (turned mirrored b) = b.
  Proof. destruct mirrored; [apply rev_involutive|reflexivity]. Qed.

  Lemma turned_xorb one two b : turned one (turned two b) = turned (xorb one two) b.
  Proof. destruct one, two; simpl; (reflexivity || apply rev_involutive). Qed.

  Lemma free_turned mirrored b : free_cells height (turned mirrored b) = free_cells height b.
  Proof.
    destruct mirrored; [|reflexivity]. simpl. induction b as [|col b IH]; simpl; [reflexivity|].
    rewrite free_app. simpl. lia.
  Qed.

  Lemma drop_turned s mirrored x b after : drop s x b = Some after ->
    drop s (flipped mirrored b x) (turned mirrored b) = Some (turned mirrored after).
  Proof.
    destruct mirrored; [|easy]. simpl. intro one.
    apply drop_split in one as (left & col & right & -> & -> & low & ->).
    assert (split : forall c, rev (left ++ c :: right) = rev right ++ c :: rev left)
      by (intro c; rewrite rev_app_distr; simpl; now rewrite <- app_assoc).
    rewrite !split. replace (length (left ++ col :: right) - S (length left)) with (length (rev right))
      by (rewrite length_both, length_back; simpl; lia).
    rewrite drop_at. now rewrite (proj2 (Nat.ltb_lt _ _) low).
  Qed.
End Stones.

Section Lines.
  Variables height k : nat.
  Hypothesis some : 0 < k.

  Lemma line_kept s b after : (forall x y, stone b x y = Some s -> stone after x y = Some s) -> line k s b -> line k s after.
  Proof.
    intros keeps (x & y & found). exists x, y.
    destruct found as [all|[all|[all|all]]]; [left|right; left|right; right; left|right; right; right];
      intros i low; specialize (all i low); [auto|auto|auto|].
    destruct all. auto.
  Qed.

  Lemma same_lines s t b after : (line k s b <-> line k t after) -> has_line k s b = has_line k t after.
  Proof.
    rewrite <- !has_line_iff by exact some.
    destruct (has_line k s b), (has_line k t after); intuition congruence.
  Qed.

  Lemma other_not s : other s <> s.
  Proof. now destruct s. Qed.

  (** A stone of one side makes no line of the other side, and takes none away. *)
  Lemma has_line_other s x b after : drop height (other s) x b = Some after -> has_line k s after = has_line k s b.
  Proof.
    intro one. apply drop_split in one as (left & col & right & -> & _ & _ & ->). apply same_lines.
    rewrite <- (rev_involutive left). set (l := rev left).
    assert (same_ : forall x y, stone (rev l ++ (col ++ [other s]) :: right) x y = Some s <->
      stone (rev l ++ col :: right) x y = Some s).
    { intros x' y. destruct (Nat.eq_dec x' (length l)) as [->|beside]; [destruct (Nat.eq_dec y (length col)) as [->|above]|].
      - rewrite stone_new. rewrite stone_middle, (proj2 (nth_error_None col _)) by lia.
        split; [|easy]. intros [= wrong]. now destruct (other_not s).
      - now rewrite stone_old by (now right).
      - now rewrite stone_old by (now left). }
    split; apply line_kept; intros x' y; apply same_.
  Qed.

  Lemma stone_rev b x y : x < length b -> stone (rev b) x y = stone b (length b - S x) y.
  Proof.
    intro low. unfold stone. rewrite (nth_error_nth' (rev b) []) by (rewrite length_back; lia).
    rewrite (nth_error_nth' b []) by lia. now rewrite rev_nth.
  Qed.

  (** A line is one in the mirror, too. *)
  Lemma line_rev s b : line k s (rev b) -> line k s b.
  Proof.
    assert (inside : forall x y, stone (rev b) x y = Some s -> x < length b /\ stone b (length b - S x) y = Some s).
    { intros x y there. pose proof (stone_inside _ _ _ _ there) as [low _]. rewrite length_back in low.
      split; [exact low|]. now rewrite <- stone_rev. }
    intros (x & y & found). destruct found as [all|[all|[all|all]]].
    - exists (length b - x - k), y. left. intros i low.
      destruct (inside _ _ (all (k - 1) ltac:(lia))) as [reach _].
      destruct (inside _ _ (all (k - 1 - i) ltac:(lia))) as [_ so].
      now replace (length b - x - k + i) with (length b - S (x + (k - 1 - i))) by lia.
    - exists (length b - S x), y. right. left. intros i low. now destruct (inside _ _ (all i low)).
    - exists (length b - x - k), (y + (k - 1)). right. right. right. intros i low. split; [lia|].
      destruct (inside _ _ (all (k - 1) ltac:(lia))) as [reach _].
      destruct (inside _ _ (all (k - 1 - i) ltac:(lia))) as [_ so].
      replace (length b - x - k + i) with (length b - S (x + (k - 1 - i))) by lia.
      now replace (y + (k - 1) - i) with (y + (k - 1 - i)) by lia.
    - destruct (all (k - 1) ltac:(lia)) as [enough last]. destruct (inside _ _ last) as [reach _].
      exists (length b - x - k), (y - (k - 1)). right. right. left. intros i low.
      destruct (all (k - 1 - i) ltac:(lia)) as [_ there]. destruct (inside _ _ there) as [_ so].
      replace (length b - x - k + i) with (length b - S (x + (k - 1 - i))) by lia.
      now replace (y - (k - 1) + i) with (y - (k - 1 - i)) by lia.
  Qed.

  Lemma has_line_turned s mirrored b : has_line k s (turned mirrored b) = has_line k s b.
  Proof.
    destruct mirrored; [|reflexivity]. apply same_lines. split; [apply line_rev|].
    intro there. apply line_rev. simpl. now rewrite rev_involutive.
  Qed.
End Lines.
