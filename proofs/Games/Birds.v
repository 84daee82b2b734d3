(** * Birds of a Feather

    The rules, the lemma of components, and an efficient list of moves. Read the definitions up to
    [won], of Cards.v those up to [same_suit] and [at_], [put] and [carry]; then [on], [apart] and
    [torn_apart_lost]. The rest is checked. *)

From Coq Require Import List Bool Arith Lia.
From Patience.Gaps Require Machine.
From Patience.Games Require Import Search Cards.
Import ListNotations.

(** Four rows of four cells. *)
Definition cells := 16.
Definition in_line (a b : nat) : bool :=
  negb (a =? b) && ((a / 4 =? b / 4) || (a mod 4 =? b mod 4)).
Definition near (a b : nat) : bool := (a <=? S b) && (b <=? S a).
Definition may_meet (x y : card) : bool := same_suit (of x) (of y) || near (rank x) (rank y).

(** The stack with top card x goes from cell a onto the one in cell b. *)
Inductive move (s : board) : board -> Prop :=
| Move a b x y : a < cells -> b < cells -> in_line a b = true ->
    at_ s a = Some x -> at_ s b = Some y -> may_meet x y = true ->
    move s (carry s a b x).

Definition is_card (c : cell) : bool := match c with Some _ => true | None => false end.
Definition stacks (s : board) : nat := length (filter is_card s).
Definition won (s : board) : Prop := stacks s = 1.

(** ** The lemma of components

    [apart p s]: the set p of cards separates the state. One top card is inside the set, one is
    outside, and no card inside may meet a card outside. *)

Definition on (s : board) (x : card) : Prop := exists c, at_ s c = Some x.
Definition apart (p : card -> bool) (s : board) : Prop :=
  (exists x, on s x /\ p x = true) /\ (exists y, on s y /\ p y = false) /\
  forall x y, on s x -> on s y -> p x = true -> p y = false -> may_meet x y = false.

Lemma near_sym a b : near a b = near b a.
Proof. apply andb_comm. Qed.
Lemma may_meet_sym x y : may_meet x y = may_meet y x.
Proof.
  unfold may_meet. rewrite near_sym. f_equal. destruct (of x), (of y); reflexivity.
Qed.

Lemma apart_move p s t : apart p s -> move s t -> apart p t.
Proof.
  intros [[x [Ox Px]] [[y [Oy Py]] N]] [a b u v Ha Hb IL Au Bv MM].
  assert (AB : a <> b).
  { intros ->. unfold in_line in IL. now rewrite Nat.eqb_refl in IL. }
  assert (Lb := at_some_length _ _ _ Bv).
  assert (Ou : on s u) by now exists a. assert (Ov : on s v) by now exists b.
  assert (PP : p u = p v).
  { destruct (p u) eqn:Pu, (p v) eqn:Pv; auto.
    - now rewrite (N u v) in MM.
    - rewrite may_meet_sym in MM. now rewrite (N v u) in MM. }
  assert (OLD : forall z, on (carry s a b u) z -> on s z).
  { intros z [c Hc]. rewrite at_carry in Hc by auto. destruct (c =? b).
    - injection Hc as <-. exact Ou.
    - destruct (c =? a); [discriminate|]. now exists c. }
  assert (NEW : forall z, on s z -> exists z', on (carry s a b u) z' /\ p z' = p z).
  { intros z [c Hc]. destruct (Nat.eq_dec c a) as [->|Ca]; [|destruct (Nat.eq_dec c b) as [->|Cb]].
    - exists u. split; [|congruence]. exists b. rewrite at_carry by auto. now rewrite Nat.eqb_refl.
    - exists u. split; [|congruence]. exists b. rewrite at_carry by auto. now rewrite Nat.eqb_refl.
    - exists z. split; [|reflexivity]. exists c. rewrite at_carry by auto.
      apply Nat.eqb_neq in Ca, Cb. now rewrite Ca, Cb. }
  split; [|split].
  - destruct (NEW x Ox) as [x' [O P]]. exists x'. split; congruence.
  - destruct (NEW y Oy) as [y' [O P]]. exists y'. split; congruence.
  - intros x' y' Ox' Oy'. apply N; auto.
Qed.

Lemma one_stack s x y : stacks s = 1 -> on s x -> on s y -> x = y.
Proof.
  unfold stacks. intros W [a Ha] [b Hb].
  assert (I : forall c z, at_ s c = Some z -> In (Some z) (filter is_card s)).
  { intros c z Hc. apply filter_In. split; [|reflexivity]. unfold at_ in Hc. rewrite <- Hc.
    apply nth_In. now apply (at_some_length _ _ z). }
  apply I in Ha, Hb. destruct (filter is_card s) as [|e [|e' l]]; try discriminate W.
  destruct Ha as [Ha|[]], Hb as [Hb|[]]. congruence.
Qed.

Theorem torn_apart_lost p s : apart p s -> lost move won s.
Proof.
  intros A n t R. revert A. induction R as [s|n s t u M R IH]; intros A.
  - intros W. destruct A as [[x [Ox Px]] [[y [Oy Py]] _]]. unfold won in W.
    assert (x = y) by now apply (one_stack s). congruence.
  - apply IH. now apply (apart_move p s).
Qed.

(** The set is found by a flood fill from the first card, and then only checked. *)
Fixpoint flood (fuel : nat) (inside fresh outside : list card) : list card * list card :=
  match fuel, fresh with
  | S fuel, x :: fresh =>
    let (near, far) := partition (may_meet x) outside in
    flood fuel (x :: inside) (rev_append near fresh) far
  | _, _ => (rev_append fresh inside, outside)
  end.
Definition cards_of (s : board) : list card :=
  fold_right (fun c l => match c with Some x => x :: l | None => l end) [] s.
Definition no_meeting (inside outside : list card) : bool :=
  forallb (fun x => forallb (fun y => negb (may_meet x y)) outside) inside.
Definition is_apart (s : board) : bool :=
  match cards_of s with
  | [] => false
  | x :: others =>
    match flood cells [] [x] others with
    | (_, []) => false
    | (inside, _) =>
      match partition (fun z => existsb (same_card z) inside) (x :: others) with
      | ((_ :: _) as inside, ((_ :: _) as outside)) => no_meeting inside outside
      | _ => false
      end
    end
  end.

Lemma on_cards_of s x : on s x <-> In x (cards_of s).
Proof.
  unfold on, at_. induction s as [|c s IH]; simpl.
  - split; [|tauto]. intros [[|c] H]; discriminate H.
  - split.
    + intros [[|k] H].
      * subst c. now left.
      * destruct c; [right|]; apply IH; now exists k.
    + destruct c as [y|]; simpl; [intros [->|H]|intros H].
      * now exists 0.
      * apply IH in H as [k H]. now exists (S k).
      * apply IH in H as [k H]. now exists (S k).
Qed.

Lemma partition_spec {A} (f : A -> bool) l a b : partition f l = (a, b) ->
  (forall z, In z a <-> In z l /\ f z = true) /\ (forall z, In z b <-> In z l /\ f z = false).
Proof.
  revert a b. induction l as [|x l IH]; simpl; intros a b H.
  - injection H as <- <-. simpl. tauto.
  - destruct (partition f l) as [a' b'] eqn:P. destruct (IH _ _ eq_refl) as [HA HB].
    destruct (f x) eqn:F; injection H as <- <-; simpl; split; intros z; rewrite ?HA, ?HB;
      intuition (subst; auto; congruence).
Qed.

Theorem is_apart_lost s : is_apart s = true -> lost move won s.
Proof.
  unfold is_apart. destruct (cards_of s) as [|x others] eqn:CS; [discriminate|].
  destruct (flood _ _ _ _) as [inside outside]. destruct outside as [|? ?]; [discriminate|].
  destruct (partition _ _) as [l r] eqn:P. apply partition_spec in P as [L R].
  destruct l as [|u l]; [discriminate|]. destruct r as [|v r]; [discriminate|]. intros H.
  rewrite <- CS in L, R.
  apply (torn_apart_lost (fun z => existsb (same_card z) inside)). split; [|split].
  - exists u. rewrite on_cards_of. apply L. now left.
  - exists v. rewrite on_cards_of. apply R. now left.
  - intros y z Oy Oz Py Pz. rewrite on_cards_of in Oy, Oz. unfold no_meeting in H.
    rewrite forallb_forall in H. specialize (H y (proj2 (L y) (conj Oy Py))).
    rewrite forallb_forall in H. specialize (H z (proj2 (R z) (conj Oz Pz))).
    now apply negb_true_iff in H.
Qed.

(** ** Moves, listed *)

(** For each cell the others in its row and column. *)
Definition line (a : nat) : list nat := filter (in_line a) (seq 0 cells).
Definition lines : list (nat * list nat) :=
  Eval compute in map (fun a => (a, line a)) (seq 0 cells).
Lemma lines_eq : lines = map (fun a => (a, line a)) (seq 0 cells).
Proof. reflexivity. Qed.
Lemma in_line_iff a b : In b (line a) <-> b < cells /\ in_line a b = true.
Proof. unfold line. rewrite filter_In, in_seq. intuition lia. Qed.
Lemma lines_iff a l : In (a, l) lines <-> a < cells /\ l = line a.
Proof.
  rewrite lines_eq, in_map_iff. split.
  - intros [a' [[= -> <-] Ha]]. apply in_seq in Ha. split; [lia|reflexivity].
  - intros [Ha ->]. exists a. split; [reflexivity|]. apply in_seq. lia.
Qed.
Opaque lines line.

Definition moves_from (s : board) (a : nat) (l : list nat) : list (nat * nat * board) :=
  match at_ s a with
  | None => []
  | Some x =>
    let without := put s a None in
    flat_map (fun b =>
      match at_ s b with
      | Some y => if may_meet x y then [(a, b, put without b (Some x))] else []
      | None => []
      end) l
  end.
Definition moves (s : board) : list (nat * nat * board) :=
  flat_map (fun '(a, l) => moves_from s a l) lines.
Definition birds : game (nat * nat) board := {|
  look s := Some {| is_won := stacks s =? 1; after _ := moves s |};
  dead := is_apart; encode := code; same_name := same_place |}.

Theorem birds_fits : fits birds move won.
Proof.
  constructor.
  - intros s v [= <-]. apply Nat.eqb_eq.
  - intros s v m t [= <-] I. simpl in I. apply in_flat_map in I as [[a l] [Il I]].
    unfold moves_from in I. destruct (at_ s a) as [x|] eqn:A; [|destruct I].
    apply in_flat_map in I as [b [Ib I]]. destruct (at_ s b) as [y|] eqn:B; [|destruct I].
    destruct (may_meet x y) eqn:MM; [|destruct I]. destruct I as [[= <- <-]|[]].
    apply lines_iff in Il as [Ha ->]. apply in_line_iff in Ib as [Hb IL].
    exact (Move s a b x y Ha Hb IL A B MM).
  - intros s v t [= <-] [a b x y Ha Hb IL A B MM]. exists (a, b).
    apply in_flat_map. exists (a, line a). split; [now apply lines_iff|].
    unfold moves_from. rewrite A.
    apply in_flat_map. exists b. split; [now apply in_line_iff|]. rewrite B, MM. now left.
  - exact is_apart_lost.
  - exact code_eq.
Qed.
