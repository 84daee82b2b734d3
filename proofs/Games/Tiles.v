(** * Match the Tiles

    A state has the small letter of a piece in each cell, or ".". The ground, which never changes,
    has "#" for an obstacle, a capital letter for a target, or ".". Read [pack], [tilt], [move] and
    [won]; that [pack] lets pieces slide as far as they can is proved below it. *)

From Coq Require Import List Bool Arith Lia Strings.Byte.
From Patience.Games Require Import Search Grid.
Import ListNotations.

Definition obstacle (g : byte) : bool := match g with "#"%byte => true | _ => false end.
Definition blanks (n : nat) : signs := repeat "."%byte n.

(** A row or column, read from the side to which the board is tilted: pieces keep their order and
    move to the front; [held] empty cells follow when an obstacle or the end comes. *)
Fixpoint pack (held : nat) (ground pieces : signs) : signs :=
  match ground, pieces with
  | g :: ground, p :: pieces =>
    if obstacle g then blanks held ++ p :: pack 0 ground pieces
    else if empty p then pack (S held) ground pieces
    else p :: pack held ground pieces
  | _, _ => blanks held
  end.

(** ** [pack] is sliding until nothing can slide *)

(** A piece moves to the next cell ahead, which is empty and no obstacle. *)
Inductive slide (ground : signs) : signs -> signs -> Prop :=
| Slide a p b : p <> "."%byte ->
    obstacle (nth (length a) ground "#"%byte) = false ->
    obstacle (nth (S (length a)) ground "#"%byte) = false ->
    slide ground (a ++ "."%byte :: p :: b) (a ++ p :: "."%byte :: b).
Inductive slides (ground : signs) : signs -> signs -> Prop :=
| Stay s : slides ground s s
| Further s t u : slide ground s t -> slides ground t u -> slides ground s u.
Definition stuck (ground s : signs) : Prop := forall t, ~ slide ground s t.

Lemma slides_trans g s t u : slides g s t -> slides g t u -> slides g s u.
Proof. induction 1; [auto|]. intros. eapply Further; eauto. Qed.
Lemma slides_cons g ground c s t : slides ground s t -> slides (g :: ground) (c :: s) (c :: t).
Proof.
  induction 1 as [|s t u [a p b N O1 O2] _ IH]; [constructor|]. eapply Further; [|exact IH].
  exact (Slide (g :: ground) (c :: a) p b N O1 O2).
Qed.
Lemma slides_app g ground l s t : length g = length l ->
  slides ground s t -> slides (g ++ ground) (l ++ s) (l ++ t).
Proof.
  revert g. induction l as [|c l IH]; destruct g as [|x g]; simpl; try discriminate; auto.
  intros [= E] H. apply slides_cons, IH; auto.
Qed.
(** A piece crosses empty cells. *)
Lemma slides_over n p b : forall ground, p <> "."%byte ->
  (forall i, i <= n -> obstacle (nth i ground "#"%byte) = false) ->
  slides ground (blanks n ++ p :: b) (p :: blanks n ++ b).
Proof.
  induction n as [|n IH]; intros ground N O; [constructor|].
  destruct ground as [|g ground]; [now specialize (O 0 (Nat.le_0_l _))|]. simpl.
  apply slides_trans with ("."%byte :: p :: blanks n ++ b).
  - apply slides_cons, IH; [exact N|]. intros i Hi. apply (O (S i)). lia.
  - eapply Further; [|constructor].
    apply (Slide (g :: ground) [] p (blanks n ++ b) N); simpl; [apply (O 0)|apply (O 1)]; lia.
Qed.
Lemma blanks_snoc n b : blanks n ++ "."%byte :: b = blanks (S n) ++ b.
Proof. induction n as [|n IH]; simpl; [reflexivity|]. f_equal. exact IH. Qed.

Theorem pack_slides ground : forall held free pieces, length free = held ->
  (forall g, In g free -> obstacle g = false) -> length pieces = length ground ->
  slides (free ++ ground) (blanks held ++ pieces) (pack held ground pieces).
Proof.
  induction ground as [|g ground IH]; intros held free [|p pieces] F O LE; try discriminate LE.
  - simpl. rewrite (app_nil_r (blanks held)). apply Stay.
  - injection LE as LE. simpl. destruct (obstacle g) eqn:G; [|destruct (empty p) eqn:E].
    + apply slides_app; [unfold blanks; now rewrite repeat_length|].
      apply slides_cons. apply (IH 0 [] pieces); [reflexivity|intros x []|exact LE].
    + apply empty_eq in E as ->. rewrite blanks_snoc.
      replace (free ++ g :: ground) with ((free ++ [g]) ++ ground) by now rewrite <- app_assoc.
      apply IH; [rewrite app_length; simpl; lia| |exact LE].
      intros x I. apply in_app_or in I as [I|[<-|[]]]; auto.
    + apply empty_not in E. apply slides_trans with (p :: blanks held ++ pieces).
      * apply slides_over; [exact E|]. intros i Hi.
        destruct (Nat.eq_dec i held) as [->|NE].
        -- rewrite app_nth2, F, Nat.sub_diag by lia. exact G.
        -- rewrite app_nth1 by lia. apply O, nth_In. lia.
      * destruct free as [|f free].
        -- simpl in F. subst held. simpl. apply slides_cons.
           exact (IH 0 [] pieces eq_refl O LE).
        -- simpl. apply slides_cons.
           replace (free ++ g :: ground) with ((free ++ [g]) ++ ground) by now rewrite <- app_assoc.
           apply IH; [rewrite app_length; simpl in F; simpl; lia| |exact LE].
           intros x I. apply in_app_or in I as [I|[<-|[]]]; auto. apply O. now right.
Qed.

(** ** Tilting the board *)

Section Tiles.
Variable w : nat.
Variable ground : signs.

Fixpoint take (n : nat) (s : signs) : signs * signs :=
  match n, s with
  | S n, c :: s => let (a, b) := take n s in (c :: a, b)
  | _, _ => ([], s)
  end.
(** The rows of a board, each of w cells; as many as [fuel] at most. *)
Fixpoint rows (fuel : nat) (s : signs) : list signs :=
  match fuel, s with
  | S fuel, _ :: _ => let (row, rest) := take w s in row :: rows fuel rest
  | _, _ => []
  end.
Fixpoint zip (row : signs) (columns : list signs) : list signs :=
  match row, columns with
  | c :: row, column :: columns => (c :: column) :: zip row columns
  | _, _ => []
  end.
(** Rows to columns; and back, with the number of rows for w. *)
Definition columns (n : nat) (rows : list signs) : list signs := fold_right zip (repeat [] n) rows.
Fixpoint map2 (f : signs -> signs -> signs) (a b : list signs) : list signs :=
  match a, b with
  | x :: a, y :: b => f x y :: map2 f a b
  | _, _ => []
  end.

Definition height (s : signs) : nat := length s / w.
Definition board_rows (s : signs) : list signs := rows (height s) s.
Definition tilt (d : direction) (s : signs) : signs :=
  let h := height ground in
  let back g p := rev (pack 0 (rev g) (rev p)) in
  let across f := columns h (map2 f (columns w (board_rows ground)) (columns w (board_rows s))) in
  concat match d with
  | L => map2 (pack 0) (board_rows ground) (board_rows s)
  | R => map2 back (board_rows ground) (board_rows s)
  | U => across (pack 0)
  | D => across back
  end.

(** A tilt that shifts nothing is no move. *)
Inductive move (s : signs) : signs -> Prop :=
| Move d : tilt d s <> s -> move s (tilt d s).

(** The capital letter of a small one. *)
Definition capital (p : byte) : byte :=
  let n := to_nat p in
  if (97 <=? n) && (n <=? 122) then match of_nat (n - 32) with Some c => c | None => p end else p.
Definition on_target (g p : byte) : bool := empty p || is (capital p) g.
(** Won: every piece is on a target of its letter. *)
Definition won (s : signs) : Prop :=
  length s = length ground /\
  forall x, x < length s -> on_target (sign ground x) (sign s x) = true.

Fixpoint all_on_target (g s : signs) : bool :=
  match g, s with
  | [], [] => true
  | c :: g, p :: s => on_target c p && all_on_target g s
  | _, _ => false
  end.
Lemma all_on_target_spec g s : all_on_target g s = true <->
  length s = length g /\ forall x, x < length s -> on_target (sign g x) (sign s x) = true.
Proof.
  revert s. induction g as [|c g IH]; destruct s as [|p s]; simpl.
  - split; [split; [reflexivity|lia]|reflexivity].
  - split; [discriminate|intros [E _]; discriminate E].
  - split; [discriminate|intros [E _]; discriminate E].
  - rewrite andb_true_iff, IH. split.
    + intros [C [E H]]. split; [congruence|]. intros [|x] Hx; [exact C|]. apply H. lia.
    + intros [[= E] H]. split; [apply (H 0); lia|split; [exact E|]].
      intros x Hx. apply (H (S x)). lia.
Qed.

Definition moves (s : signs) : list (direction * signs) :=
  flat_map (fun d =>
    let t := tilt d s in if same_signs t s then [] else [(d, t)]) directions.
Definition tiles : game direction signs := {|
  look s := Some {|
    is_won := all_on_target ground s;
    after _ := moves s |};
  dead _ := false; same := same_signs; same_name := same_direction |}.

Theorem tiles_fits : fits tiles move won.
Proof.
  constructor.
  - intros s v [= <-]. apply all_on_target_spec.
  - intros s v m t [= <-] I. cbn [after] in I. unfold moves in I.
    apply in_flat_map in I as [d [_ I]].
    cbv zeta in I. destruct (same_signs (tilt d s) s) eqn:E; [destruct I|].
    destruct I as [[= <- <-]|[]]. constructor. intros T. apply same_signs_eq in T. congruence.
  - intros s v t [= <-] [d N]. exists d.
    cbn [after]. unfold moves.
    apply in_flat_map. exists d. split; [destruct d; simpl; auto|]. cbv zeta.
    destruct (same_signs (tilt d s) s) eqn:E; [apply same_signs_eq in E; contradiction|now left].
  - intros s H. discriminate H.
  - intros s t. apply same_signs_eq.
Qed.
End Tiles.
