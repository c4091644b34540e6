(** Proves that the definitions fit together: where one side wins, the other side does not hold. *)
From Coq Require Import Bool List Lia.
Import ListNotations.
Require Import Game Sound.

Section Sense.
  Variables height connect : nat.

  Lemma other_other s : other (other s) = s.
  Proof. now destruct s. Qed.

  (** The two sides with the same side to move: what the first of them wins the second does not hold. *)
  Lemma not_both me b :
    answered height connect me true b -> kept height connect (other me) false b -> False.
  Proof.
    apply (answered_mind height connect me true
      (fun b _ => answered height connect (other me) false b -> False)
      (fun b _ => kept height connect (other me) false b -> False)); clear b.
    - intros b room safe _ lost held. destruct held as [left col right low made|left col right low held|b _ all].
      + exact (eq_true_false_abs _ made (safe left col right eq_refl low)).
      + exact (lost left col right eq_refl low held).
      + destruct (room eq_refl) as (col & inside & low). specialize (all _ inside). lia.
    - intros left col right low made held. inversion held as [b _ safe _ same]; subst.
      specialize (safe left col right eq_refl low). rewrite other_other in safe.
      exact (eq_true_false_abs _ made safe).
    - intros left col right low _ lost held. inversion held as [b _ _ answers same]; subst.
      apply lost. specialize (answers left col right eq_refl low). now rewrite other_other in answers.
    - discriminate.
  Qed.

  Lemma not_both_after me b :
    kept height connect me true b -> answered height connect (other me) false b -> False.
  Proof.
    intros won held. destruct held as [left col right low made|left col right low held|b _ all];
      inversion won as [x room safe answers same]; subst.
    - exact (eq_true_false_abs _ made (safe left col right eq_refl low)).
    - exact (not_both _ _ (answers left col right eq_refl low) held).
    - destruct (room eq_refl) as (col & inside & low). specialize (all _ inside). lia.
  Qed.
End Sense.

Theorem wins_excludes_holds width height connect me :
  wins width height connect me -> ~ holds width height connect (other me).
Proof.
  unfold wins, holds, claim. destruct me; simpl.
  - exact (not_both height connect First _).
  - exact (not_both_after height connect Second _).
Qed.
