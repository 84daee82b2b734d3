(** * Match the Tiles

    A state has the small letter of a piece in each cell, or ".". The ground, which never changes,
    has "#" for an obstacle, a capital letter for a target, or ".". Read [obstacle], [blanks],
    [pack], [slide], [slides], [stuck], [tilt] with the definitions before it, [move], [capital],
    [on_target] and [won], and of Grid.v [sign], [is], [empty] and [direction]. [pack_only]: [pack]
    gives the cells where pieces end if they slide as far as they can. Tilts.v: [tilt] packs each
    line. *)

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

(** ** [pack] slides pieces until none can slide *)

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

Lemma slide_pack g : forall s t held, slide g s t -> pack held g s = pack held g t.
Proof.
  induction g as [|x g IH]; intros s t held [a p b N O1 O2].
  - destruct a; discriminate O1.
  - destruct a as [|c a].
    + destruct g as [|y g]; [discriminate O2|]. simpl in O1, O2. simpl. rewrite O1, O2.
      apply empty_not in N. rewrite N. simpl. reflexivity.
    + assert (K : forall h,
        pack h g (a ++ "."%byte :: p :: b) = pack h g (a ++ p :: "."%byte :: b)).
      { intros h. apply IH. now constructor. }
      simpl. now rewrite !K.
Qed.
Lemma slides_pack g s t held : slides g s t -> pack held g s = pack held g t.
Proof. induction 1; [reflexivity|]. etransitivity; [eapply slide_pack; eassumption|assumption]. Qed.
Lemma stuck_packed g s : length s = length g -> stuck g s -> pack 0 g s = s.
Proof.
  intros L K. assert (S := pack_slides g 0 [] s eq_refl (fun x I => match I with end) L).
  simpl in S. inversion S as [u E|u t v M]; [congruence|]. subst. destruct (K _ M).
Qed.

(** At rest, cell by cell: the cell after an empty cell is empty. *)
Definition at_rest g s := forall i, obstacle (nth i g "#"%byte) = false ->
  obstacle (nth (S i) g "#"%byte) = false -> nth i s "#"%byte = "."%byte ->
  nth (S i) s "."%byte = "."%byte.
Lemma at_rest_stuck g s : at_rest g s -> stuck g s.
Proof.
  intros A t M. destruct M as [a p b N O1 O2]. apply N. specialize (A _ O1 O2).
  rewrite !app_nth2 in A by lia. replace (length a - length a) with 0 in A by lia.
  replace (S (length a) - length a) with 1 in A by lia. exact (A eq_refl).
Qed.
Lemma nth_blanks n i d : nth i (blanks n) d = "."%byte \/ n <= i.
Proof.
  destruct (Nat.lt_ge_cases i n); [left|now right]. unfold blanks.
  rewrite nth_indep with (d' := "."%byte) by (now rewrite repeat_length). apply nth_repeat.
Qed.
Lemma pack_rest g : forall held free s, length free = held -> length s = length g ->
  at_rest (free ++ g) (pack held g s).
Proof.
  induction g as [|x g IH]; intros held free [|p s] F L; try discriminate L.
  - intros i _ _ _. simpl. destruct (nth_blanks held (S i) "."%byte) as [E|E]; [exact E|].
    apply nth_overflow. unfold blanks. now rewrite repeat_length.
  - injection L as L. simpl. destruct (obstacle x) eqn:OX; [|destruct (empty p) eqn:E].
    + intros i O1 O2 Z. assert (LB : length (blanks held) = held) by apply repeat_length.
      destruct (Nat.lt_ge_cases (S i) held) as [H|H].
      { rewrite app_nth1 by lia. destruct (nth_blanks held (S i) "."%byte); [auto|lia]. }
      destruct (Nat.eq_dec (S i) held) as [Q|Q].
      { rewrite app_nth2 in O2 by lia. replace (S i - length free) with 0 in O2 by lia.
        simpl in O2. congruence. }
      destruct (Nat.eq_dec i held) as [Q'|Q'].
      { rewrite app_nth2 in O1 by lia. replace (i - length free) with 0 in O1 by lia.
        simpl in O1. congruence. }
      rewrite app_nth2 in O1, O2, Z by lia. rewrite app_nth2 by lia.
      rewrite LB in Z |- *. rewrite F in O1, O2.
      replace (S i - held) with (S (S (i - S held))) in * by lia.
      replace (i - held) with (S (i - S held)) in * by lia. cbn [nth] in *.
      exact (IH 0 [] s eq_refl L _ O1 O2 Z).
    + replace (free ++ x :: g) with ((free ++ [x]) ++ g) by now rewrite <- app_assoc.
      apply IH; [rewrite app_length; simpl; lia|exact L].
    + apply empty_not in E. intros [|i] O1 O2 Z; [simpl in Z; congruence|].
      cbn [nth] in Z |- *. destruct free as [|f free].
      * simpl in F. subst held. simpl in O1, O2. exact (IH 0 [] s eq_refl L _ O1 O2 Z).
      * simpl in F. assert (K : exists free', free ++ x :: g = free' ++ g /\ length free' = held).
        { exists (free ++ [x]). rewrite <- app_assoc, app_length. simpl.
          split; [reflexivity|lia]. }
        destruct K as [free' [K1 K2]]. simpl in O1, O2. rewrite K1 in O1, O2.
        exact (IH held free' s K2 L _ O1 O2 Z).
Qed.

Theorem pack_stuck g s : length s = length g -> stuck g (pack 0 g s).
Proof. intros L. apply at_rest_stuck. now apply (pack_rest g 0 []). Qed.
Lemma slides_length g s t : slides g s t -> length t = length s.
Proof.
  induction 1 as [|s t u [a p b N O1 O2] _ IH]; [reflexivity|].
  rewrite IH, !app_length. reflexivity.
Qed.
(** [pack] is the end of sliding, in any order of the pieces. *)
Theorem pack_only g s t : length s = length g ->
  (slides g s t /\ stuck g t <-> t = pack 0 g s).
Proof.
  intros L. split.
  - intros [S K]. rewrite (slides_pack g s t 0 S). symmetry. apply stuck_packed; [|exact K].
    now rewrite (slides_length _ _ _ S).
  - intros ->. split; [|now apply pack_stuck].
    exact (pack_slides g 0 [] s eq_refl (fun x I => match I with end) L).
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
(** Converts rows to columns, and back with the number of rows for w. *)
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

(** A tilt that moves nothing is not a legal move. *)
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
  dead _ := false; encode := code; same_name := same_direction |}.

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
  - exact code_eq.
Qed.
End Tiles.
