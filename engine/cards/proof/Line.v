(** Proves that the programs which look for a line are right. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From Fourthought Require Import Rules.

(** Two lemmas of the library under names of our own, because Coq 8.20 has renamed them. *)
Lemma length_both {A : Type} (a b : list A) : length (a ++ b) = length a + length b.
Proof. induction a as [|x a IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

Lemma length_back {A : Type} (a : list A) : length (rev a) = length a.
Proof. induction a as [|x a IH]; simpl; [reflexivity|]. rewrite length_both, IH. simpl. lia. Qed.

Lemma same_true s t : same s t = true <-> s = t.
Proof. destruct s, t; simpl; split; easy. Qed.

Lemma is_stone_true s b x y : is_stone s b x y = true <-> stone b x y = Some s.
Proof.
  unfold is_stone. destruct (stone b x y) as [t|]; [|easy]. rewrite same_true. split; [now intros ->|now intros [= ->]].
Qed.

Lemma forallb_seq (f : nat -> bool) k : forallb f (seq 0 k) = true <-> forall i, i < k -> f i = true.
Proof.
  rewrite forallb_forall. split; intros all i.
  - intro low. apply all, in_seq. lia.
  - intro some. apply all. apply in_seq in some. lia.
Qed.

(** A cell with a stone lies on the board. *)
Lemma stone_inside b x y s : stone b x y = Some s -> x < length b /\ y < length (nth x b []).
Proof.
  unfold stone. destruct (nth_error b x) as [col|] eqn:at_; [|easy]. intro there. split.
  - apply nth_error_Some. congruence.
  - rewrite (nth_error_nth _ _ _ at_). apply nth_error_Some. congruence.
Qed.

(** The program [has_line] tells if there is a line. *)
Theorem has_line_iff k s b : 0 < k -> has_line k s b = true <-> line k s b.
Proof.
  intro some. unfold has_line, line. rewrite existsb_exists. split.
  - intros (x & _ & at_). apply existsb_exists in at_ as (y & _ & found). exists x, y.
    rewrite !orb_true_iff, !forallb_seq in found.
    destruct found as [[[all|all]|all]|all]; [left|right; left|right; right; left|right; right; right];
      intros i low; specialize (all i low).
    1-3: now apply is_stone_true.
    apply andb_true_iff in all as [near all]. split; [now apply Nat.leb_le|now apply is_stone_true].
  - intros (x & y & found).
    assert (first : stone b x y = Some s).
    { destruct found as [all|[all|[all|all]]]; specialize (all 0 some); rewrite ?Nat.add_0_r, ?Nat.sub_0_r in all; tauto. }
    apply stone_inside in first as [inside low]. exists x. split; [apply in_seq; lia|].
    apply existsb_exists. exists y. split; [apply in_seq; lia|]. rewrite !orb_true_iff, !forallb_seq.
    destruct found as [all|[all|[all|all]]]; [left; left; left|left; left; right|left; right|right];
      intros i near; specialize (all i near).
    1-3: now apply is_stone_true.
    apply andb_true_iff. split; [now apply Nat.leb_le|now apply is_stone_true].
Qed.

(** * Lines through one cell *)

(** Counts the stones of [s] at the beginning of a list. *)
Fixpoint streak (s : side) (stones : list side) : nat :=
  match stones with
  | t :: rest => if same s t then S (streak s rest) else 0
  | [] => 0
  end.

(** Counts the stones of [s] in a row through [columns], which are given from near to far. [next] gives the row in
    the next column, or [None] below the board. *)
Fixpoint run (s : side) (next : nat -> option nat) (row : nat) (columns : list column) : nat :=
  match columns, next row with
  | near :: far, Some row =>
      match nth_error near row with
      | Some t => if same s t then S (run s next row far) else 0
      | None => 0
      end
  | _, _ => 0
  end.

Definition level (row : nat) : option nat := Some row.
Definition up (row : nat) : option nat := Some (S row).
Definition down (row : nat) : option nat := match row with 0 => None | S row => Some row end.

(** Tells if a stone of [s], dropped into [col], makes a line. [left] and [right] are the columns beside [col], from
    near to far. This looks at the stones around one cell, where [has_line] looks at the whole board. *)
Definition completes (k : nat) (left : list column) (col : column) (right : list column) (s : side) : bool :=
  let row := length col in
  if k <=? 1 + streak s (rev_append col []) then true
  else if k <=? 1 + (run s level row left + run s level row right) then true
  else if k <=? 1 + (run s down row left + run s up row right) then true
  else k <=? 1 + (run s up row left + run s down row right).

(** [n] counts how far a property holds from 0 on. *)
Definition counts (n : nat) (holds : nat -> Prop) : Prop := forall m, m <= n <-> forall i, i < m -> holds i.

Lemma counts_none (holds : nat -> Prop) : ~ holds 0 -> counts 0 holds.
Proof. intros no m. split; [intros less i low; lia|]. intro all. destruct m as [|m]; [lia|]. destruct no. apply all. lia. Qed.

Lemma counts_more n (holds : nat -> Prop) : holds 0 -> counts n (fun i => holds (S i)) -> counts (S n) holds.
Proof.
  intros now_ rest m. destruct m as [|m]; [split; [intros _ i low; lia|lia]|]. split.
  - intros less [|i] low; [exact now_|]. apply (rest m); lia.
  - intro all. apply le_n_S, rest. intros i low. apply all. lia.
Qed.

Lemma counts_same n (one two : nat -> Prop) : (forall i, one i <-> two i) -> counts n one -> counts n two.
Proof. intros both c m. rewrite (c m). split; intros all i low; apply both; auto. Qed.

Lemma streak_counts s stones : counts (streak s stones) (fun i => nth_error stones i = Some s).
Proof.
  induction stones as [|t rest IH]; simpl; [now apply counts_none|].
  destruct (same s t) eqn:who.
  - apply same_true in who as <-. now apply counts_more.
  - apply counts_none. intros [= ->]. now rewrite (proj2 (same_true s s)) in who.
Qed.

Lemma run_level s : forall columns row, counts (run s level row columns) (fun i => stone columns i row = Some s).
Proof.
  induction columns as [|near far IH]; intro row; cbn [run level up]; [now apply counts_none|].
  destruct (nth_error near row) as [t|] eqn:at_; [destruct (same s t) eqn:who|].
  - apply same_true in who as <-. apply counts_more; [exact at_|apply IH].
  - apply counts_none. unfold stone. simpl. rewrite at_. intros [= ->]. now rewrite (proj2 (same_true s s)) in who.
  - apply counts_none. unfold stone. simpl. congruence.
Qed.

Lemma run_up s : forall columns row, counts (run s up row columns) (fun i => stone columns i (row + 1 + i) = Some s).
Proof.
  induction columns as [|near far IH]; intro row; cbn [run level up]; [now apply counts_none|].
  assert (first : stone (near :: far) 0 (row + 1 + 0) = nth_error near (S row))
    by (now replace (row + 1 + 0) with (S row) by lia).
  destruct (nth_error near (S row)) as [t|] eqn:at_; [destruct (same s t) eqn:who|].
  - apply same_true in who as <-. apply counts_more; [now rewrite first|].
    refine (counts_same _ _ _ _ (IH (S row))). intro i. unfold stone. simpl. now replace (row + 1 + S i) with (S row + 1 + i) by lia.
  - apply counts_none. rewrite first. intros [= ->]. now rewrite (proj2 (same_true s s)) in who.
  - apply counts_none. rewrite first. congruence.
Qed.

Lemma run_down s : forall columns row,
  counts (run s down row columns) (fun i => i < row /\ stone columns i (row - 1 - i) = Some s).
Proof.
  induction columns as [|near far IH]; intro row; cbn [run level up]; [apply counts_none; intros [_ no]; easy|].
  destruct row as [|row]; cbn [down]; [apply counts_none; lia|].
  assert (first : stone (near :: far) 0 (S row - 1 - 0) = nth_error near row) by (now replace (S row - 1 - 0) with row by lia).
  destruct (nth_error near row) as [t|] eqn:at_; [destruct (same s t) eqn:who|].
  - apply same_true in who as <-. apply counts_more; [split; [lia|now rewrite first]|].
    refine (counts_same _ _ _ _ (IH row)). intro i.
    replace (S row - 1 - S i) with (row - 1 - i) by lia.
    change (stone (near :: far) (S i) (row - 1 - i)) with (stone far i (row - 1 - i)).
    split; intros [? so]; (split; [lia|exact so]).
  - apply counts_none. rewrite first. intros [_ [= ->]]. now rewrite (proj2 (same_true s s)) in who.
  - apply counts_none. rewrite first. intros [_ no]. congruence.
Qed.

(** A window of [k] places around a middle place is full exactly if enough places beside the middle are. *)
Lemma window k middle before after (full : nat -> Prop) : 0 < k -> full middle ->
  counts before (fun i => i < middle /\ full (middle - 1 - i)) -> counts after (fun i => full (middle + 1 + i)) ->
  k <= 1 + (before + after) <-> exists x, x <= middle < x + k /\ forall i, i < k -> full (x + i).
Proof.
  intros some here downs ups. split.
  - intro many. set (low := min before (k - 1)).
    assert (reach : low <= middle).
    { destruct low as [|one] eqn:is_low; [lia|].
      destruct (proj1 (downs (S one)) ltac:(lia) one ltac:(lia)). lia. }
    exists (middle - low). split; [lia|]. intros i less.
    destruct (Nat.lt_trichotomy i low) as [less'|[->|more]].
    + destruct (proj1 (downs low) ltac:(lia) (low - 1 - i) ltac:(lia)) as [_ so].
      now replace (middle - low + i) with (middle - 1 - (low - 1 - i)) by lia.
    + now replace (middle - low + low) with middle by lia.
    + pose proof (proj1 (ups (k - 1 - low)) ltac:(lia) (i - low - 1) ltac:(lia)) as so. simpl in so.
      now replace (middle - low + i) with (middle + 1 + (i - low - 1)) by lia.
  - intros (x & place & all).
    assert (one : middle - x <= before).
    { apply downs. intros i less. split; [lia|].
      replace (middle - 1 - i) with (x + (middle - 1 - i - x)) by lia. apply all. lia. }
    assert (two : x + k - 1 - middle <= after).
    { apply ups. intros i less. replace (middle + 1 + i) with (x + (middle + 1 + i - x)) by lia. apply all. lia. }
    lia.
Qed.

Section New.
  Variables (left : list column) (col : column) (right : list column) (s : side).
  Notation before := (rev left ++ col :: right).
  Notation after := (rev left ++ (col ++ [s]) :: right).

  Lemma stone_left b i y : i < length left -> stone (rev left ++ b) (length left - 1 - i) y = stone left i y.
  Proof.
    intro low. unfold stone. rewrite nth_error_app1 by (rewrite length_back; lia).
    rewrite <- (length_back left) in *. remember (rev left) as l. rewrite <- (rev_involutive left), <- Heql. clear Heql.
    rewrite (nth_error_nth' l []) by lia. rewrite (nth_error_nth' (rev l) []) by (rewrite length_back; lia).
    rewrite rev_nth by lia. now replace (length l - S i) with (length l - 1 - i) by lia.
  Qed.

  Lemma stone_right c i y : stone (rev left ++ c :: right) (length left + 1 + i) y = stone right i y.
  Proof.
    unfold stone. rewrite nth_error_app2 by (rewrite length_back; lia). rewrite length_back.
    now replace (length left + 1 + i - length left) with (S i) by lia.
  Qed.

  Lemma stone_middle c y : stone (rev left ++ c :: right) (length left) y = nth_error c y.
  Proof.
    unfold stone. rewrite nth_error_app2 by (rewrite length_back; lia). rewrite length_back.
    now replace (length left - length left) with 0 by lia.
  Qed.

  Lemma stone_new : stone after (length left) (length col) = Some s.
  Proof. rewrite stone_middle, nth_error_app2 by lia. now rewrite Nat.sub_diag. Qed.

  (** Only one cell has changed. *)
  Lemma stone_old x y : x <> length left \/ y <> length col -> stone after x y = stone before x y.
  Proof.
    intro elsewhere. destruct (Nat.eq_dec x (length left)) as [->|beside].
    - rewrite !stone_middle. destruct (Nat.lt_ge_cases y (length col)).
      + now rewrite nth_error_app1.
      + rewrite (proj2 (nth_error_None (col ++ [s]) y)) by (rewrite length_both; simpl; lia).
        symmetry. apply nth_error_None. lia.
    - unfold stone. destruct (Nat.lt_ge_cases x (length left)).
      + now rewrite !nth_error_app1 by (rewrite length_back; lia).
      + rewrite !nth_error_app2 by (rewrite length_back; lia). rewrite length_back.
        now destruct (x - length left) as [|n] eqn:far; [lia|].
  Qed.

  (** Cells to the left of the new stone, in whatever direction. *)
  Lemma counts_left n (row : nat -> nat) (there : nat -> Prop) :
    counts n (fun i => there i /\ stone left i (row i) = Some s) ->
    counts n (fun i => i < length left /\ there i /\ stone after (length left - 1 - i) (row i) = Some s).
  Proof.
    apply counts_same. intro i. split.
    - intros [so is_s]. destruct (stone_inside _ _ _ _ is_s) as [low _]. now rewrite stone_left.
    - intros (low & so & is_s). now rewrite stone_left in is_s.
  Qed.

  Variable k : nat.
  Hypothesis some : 0 < k.

  Notation x0 := (length left).
  Notation y0 := (length col).

  (** A direction: what lies at place [i] along it, the new stone being at [middle]. *)
  Lemma streak_iff : k <= 1 + streak s (rev col) <->
    exists y, y <= y0 < y + k /\ forall i, i < k -> stone after x0 (y + i) = Some s.
  Proof.
    rewrite <- (Nat.add_0_r (streak s (rev col))).
    refine (window k y0 _ _ (fun y => stone after x0 y = Some s) some stone_new _ _).
    - refine (counts_same _ _ _ _ (streak_counts s (rev col))). intro i.
      rewrite stone_middle. destruct (Nat.lt_ge_cases i y0) as [low|high].
      + rewrite nth_error_app1 by lia.
        rewrite (nth_error_nth' (rev col) s) by (rewrite length_back; lia). rewrite rev_nth by lia.
        rewrite (nth_error_nth' col s) by lia. replace (y0 - S i) with (y0 - 1 - i) by lia. tauto.
      + rewrite (proj2 (nth_error_None (rev col) i)) by (rewrite length_back; lia). split; [easy|lia].
    - apply counts_none. rewrite stone_middle.
      rewrite (proj2 (nth_error_None (col ++ [s]) _)) by (rewrite length_both; simpl; lia). easy.
  Qed.

  Lemma level_iff : k <= 1 + (run s level y0 left + run s level y0 right) <->
    exists x, x <= x0 < x + k /\ forall i, i < k -> stone after (x + i) y0 = Some s.
  Proof.
    refine (window k x0 _ _ (fun x => stone after x y0 = Some s) some stone_new _ _).
    - refine (counts_same _ _ _ _ (counts_left _ (fun _ => y0) (fun _ => True) _)); [intro i; tauto|].
      refine (counts_same _ _ _ _ (run_level s left y0)). intro i. tauto.
    - refine (counts_same _ _ _ _ (run_level s right y0)). intro i. now rewrite stone_right.
  Qed.

  Lemma rising_iff : k <= 1 + (run s down y0 left + run s up y0 right) <->
    exists x, x <= x0 < x + k /\ forall i, i < k -> x0 <= y0 + (x + i) /\ stone after (x + i) (y0 + (x + i) - x0) = Some s.
  Proof.
    refine (window k x0 _ _ (fun x => x0 <= y0 + x /\ stone after x (y0 + x - x0) = Some s) some _ _ _).
    - split; [lia|]. replace (y0 + x0 - x0) with y0 by lia. exact stone_new.
    - refine (counts_same _ _ _ _ (counts_left _ (fun i => y0 - 1 - i) (fun i => i < y0) (run_down s left y0))).
      intro i. split.
      + intros (low & less & so). split; [exact low|]. split; [lia|]. now replace (y0 + (x0 - 1 - i) - x0) with (y0 - 1 - i) by lia.
      + intros (low & less & so). split; [exact low|]. split; [lia|]. now replace (y0 - 1 - i) with (y0 + (x0 - 1 - i) - x0) by lia.
    - refine (counts_same _ _ _ _ (run_up s right y0)). intro i. rewrite stone_right.
      replace (y0 + (x0 + 1 + i) - x0) with (y0 + 1 + i) by lia. split; [intro so; split; [lia|exact so]|tauto].
  Qed.

  Lemma falling_iff : k <= 1 + (run s up y0 left + run s down y0 right) <->
    exists x, x <= x0 < x + k /\ forall i, i < k -> x + i <= x0 + y0 /\ stone after (x + i) (x0 + y0 - (x + i)) = Some s.
  Proof.
    refine (window k x0 _ _ (fun x => x <= x0 + y0 /\ stone after x (x0 + y0 - x) = Some s) some _ _ _).
    - split; [lia|]. replace (x0 + y0 - x0) with y0 by lia. exact stone_new.
    - refine (counts_same _ _ _ _ (counts_left _ (fun i => y0 + 1 + i) (fun _ => True) _)).
      + intro i. split.
        * intros (low & _ & so). split; [exact low|]. split; [lia|]. now replace (x0 + y0 - (x0 - 1 - i)) with (y0 + 1 + i) by lia.
        * intros (low & less & so). split; [exact low|]. split; [easy|]. now replace (y0 + 1 + i) with (x0 + y0 - (x0 - 1 - i)) by lia.
      + refine (counts_same _ _ _ _ (run_up s left y0)). intro i. tauto.
    - refine (counts_same _ _ _ _ (run_down s right y0)). intro i. rewrite stone_right.
      replace (x0 + y0 - (x0 + 1 + i)) with (y0 - 1 - i) by lia.
      split; intros [less so]; (split; [lia|exact so]).
  Qed.

  (** The program [completes] tells if the new stone makes a line, where there was none. *)
  Theorem completes_iff : ~ line k s before -> completes k left col right s = true <-> line k s after.
  Proof.
    intro none. unfold completes. rewrite <- rev_alt.
    assert (program : (if k <=? 1 + streak s (rev col) then true
      else if k <=? 1 + (run s level y0 left + run s level y0 right) then true
      else if k <=? 1 + (run s down y0 left + run s up y0 right) then true
      else k <=? 1 + (run s up y0 left + run s down y0 right)) = true <->
      k <= 1 + streak s (rev col) \/ k <= 1 + (run s level y0 left + run s level y0 right) \/
      k <= 1 + (run s down y0 left + run s up y0 right) \/ k <= 1 + (run s up y0 left + run s down y0 right)).
    { rewrite <- !Nat.leb_le. repeat destruct (_ <=? _); intuition easy. }
    rewrite program, streak_iff, level_iff, rising_iff, falling_iff. clear program. split.
    - intros [(y & _ & all)|[(x & _ & all)|[(x & place & all)|(x & place & all)]]].
      + exists x0, y. tauto.
      + exists x, y0. tauto.
      + destruct (all 0 some) as [reach _]. exists x, (y0 + x - x0). right. right. left. intros i low.
        destruct (all i low) as [_ so]. now replace (y0 + x - x0 + i) with (y0 + (x + i) - x0) by lia.
      + exists x, (x0 + y0 - x). right. right. right. intros i low.
        destruct (all i low) as [reach so]. split; [lia|]. now replace (x0 + y0 - x - i) with (x0 + y0 - (x + i)) by lia.
    - intros (x & y & found).
      destruct found as [all|[all|[all|all]]].
      + destruct (Nat.eq_dec y y0) as [->|no]; [destruct (Nat.lt_ge_cases x0 x); [|destruct (Nat.lt_ge_cases x0 (x + k))]|].
        2: { right. left. exists x. split; [lia|exact all]. }
        all: destruct none; exists x, y || exists x, y0; left; intros i low; rewrite <- stone_old by lia; auto.
      + destruct (Nat.eq_dec x x0) as [->|no]; [destruct (Nat.lt_ge_cases y0 y); [|destruct (Nat.lt_ge_cases y0 (y + k))]|].
        2: { left. exists y. split; [lia|exact all]. }
        all: destruct none; exists x, y || exists x0, y; right; left; intros i low; rewrite <- stone_old by lia; auto.
      + destruct (Nat.eq_dec (x + y0) (x0 + y)) as [on|no]; [destruct (Nat.lt_ge_cases x0 x); [|destruct (Nat.lt_ge_cases x0 (x + k))]|].
        2: { right. right. left. exists x. split; [lia|]. intros i low. split; [lia|].
             replace (y0 + (x + i) - x0) with (y + i) by lia. auto. }
        all: destruct none; exists x, y; right; right; left; intros i low; rewrite <- stone_old by lia; auto.
      + destruct (Nat.eq_dec (x + y) (x0 + y0)) as [on|no]; [destruct (Nat.lt_ge_cases x0 x); [|destruct (Nat.lt_ge_cases x0 (x + k))]|].
        2: { right. right. right. exists x. split; [lia|]. intros i low. destruct (all i low) as [reach so]. split; [lia|].
             now replace (x0 + y0 - (x + i)) with (y - i) by lia. }
        all: destruct none; exists x, y; right; right; right; intros i low; destruct (all i low) as [reach so];
          (split; [exact reach|]); rewrite <- stone_old by lia; exact so.
  Qed.
End New.
