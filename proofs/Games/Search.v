(** * One-player games: plays, plans, closed sets, layers

    A game is a set of states, a relation [move], and a predicate [won]. This file defines what it
    means for a state to be lost, or won in a number of moves, and proves three checkers: of plans
    (kind [P] of docs/certificates.md), of closed sets ([C]) and of layers ([O]). *)

From Coq Require Import List Bool Arith Lia.
From Patience Require Import Gaps.Rules Games.Table.
From Patience Require Gaps.Machine.
Import ListNotations.

Section Definitions.
Context {state : Type}.
Variable move : state -> state -> Prop.
Variable won : state -> Prop.

(** [plays n s t]: n moves lead from s to t. *)
Inductive plays : nat -> state -> state -> Prop :=
| Here s : plays 0 s s
| Then n s t u : move s t -> plays n t u -> plays (S n) s u.

Definition lost (s : state) : Prop := forall n t, plays n s t -> ~ won t.
Definition wins_in (n : nat) (s : state) : Prop := exists t, plays n s t /\ won t.
(** A plan of n moves wins, and no shorter one does. *)
Definition wins_first_in (n : nat) (s : state) : Prop :=
  wins_in n s /\ forall m, m < n -> ~ wins_in m s.
End Definitions.

(** The functions of a game that a checker uses. [look] returns whether a state is won and, when
    asked, its legal moves with the states after them; or [None] if it cannot. [dead] detects
    states that are lost for a visible reason. *)
Record seen {name state : Type} := Seen { is_won : bool; after : unit -> list (name * state) }.
Arguments seen : clear implicits.
Record game {name state : Type} := Game {
  look : state -> option (seen name state);
  dead : state -> bool;
  encode : state -> board;
  same_name : name -> name -> bool }.
Arguments game : clear implicits.

(** These functions agree with the rules. *)
Record fits {name state} (G : game name state) (move : state -> state -> Prop)
    (won : state -> Prop) : Prop := Fits {
  look_won : forall s v, look G s = Some v -> (is_won v = true <-> won s);
  look_sound : forall s v m t, look G s = Some v -> In (m, t) (after v tt) -> move s t;
  look_complete : forall s v t, look G s = Some v -> move s t -> exists m, In (m, t) (after v tt);
  dead_lost : forall s, dead G s = true -> lost move won s;
  encode_eq : forall s t, encode G s = encode G t -> s = t }.
Arguments look_won {name state G move won}.
Arguments look_sound {name state G move won}.
Arguments look_complete {name state G move won}.
Arguments dead_lost {name state G move won}.
Arguments encode_eq {name state G move won}.

Section Checkers.
Context {name state : Type}.
Variable G : game name state.
Variable move : state -> state -> Prop.
Variable won : state -> Prop.
Hypothesis G_fits : fits G move won.

(** ** Plans *)

Fixpoint replay (s : state) (plan : list name) : option state :=
  match plan with
  | [] => Some s
  | m :: plan =>
    match look G s with
    | None => None
    | Some v =>
      match find (fun x => same_name G m (fst x)) (after v tt) with
      | Some (_, t) => replay t plan
      | None => None
      end
    end
  end.
Definition check_plan (s : state) (plan : list name) : bool :=
  match replay s plan with
  | Some t => match look G t with Some v => is_won v | None => false end
  | None => false
  end.

Lemma replay_plays s plan t : replay s plan = Some t -> plays move (length plan) s t.
Proof.
  revert s. induction plan as [|m plan IH]; intros s; simpl.
  - intros [= ->]. constructor.
  - destruct (look G s) as [v|] eqn:L; [|discriminate].
    destruct (find _ _) as [[m' u]|] eqn:F; [|discriminate]. intros H.
    apply find_some in F as [F _]. econstructor; [|apply IH, H].
    exact (look_sound G_fits _ _ _ _ L F).
Qed.

Theorem check_plan_sound s plan :
  check_plan s plan = true -> wins_in move won (length plan) s.
Proof.
  unfold check_plan. destruct (replay s plan) as [t|] eqn:R; [|discriminate].
  destruct (look G t) as [v|] eqn:L; [|discriminate]. intros W.
  exists t. split; [now apply replay_plays|]. now apply (look_won G_fits _ _ L).
Qed.

(** ** Sets of states stored in a file

    [state_at i] reads a state at place i, and states are [w] places apart. *)

Variable state_at : nat -> option state.
Variable w : nat.
(** k states from place i onward are listed. *)
Definition listed (k i : nat) (s : state) : Prop :=
  exists j, j < k /\ state_at (i + j * w) = Some s.
Fixpoint all_listed (f : state -> bool) (k i : nat) : bool :=
  match k with
  | 0 => true
  | S k => match state_at i with Some s => f s && all_listed f k (i + w) | None => false end
  end.

(** The table has the codes of states. Any hash and any depth are sound. *)
Variable hash : board -> nat.
Variable depth : nat.
Definition member (T : table board) s :=
  let x := encode G s in found (Machine.same x) T (hash x).
Definition holds (T : table board) s := exists h, In (encode G s) (bucket T h).
(** Adds states, none of which may already be in the table. *)
Fixpoint add_all (T : table board) (k i : nat) : option (table board) :=
  match k with
  | 0 => Some T
  | S k =>
    match state_at i with
    | None => None
    | Some s =>
      let x := encode G s in
      let h := hash x in
      if found (Machine.same x) T h then None else add_all (insert T h x) k (i + w)
    end
  end.

Lemma listed_first k i s : state_at i = Some s -> listed (S k) i s.
Proof. intros E. exists 0. rewrite Nat.add_0_r. split; [lia|exact E]. Qed.
Lemma listed_later k i s : listed k (i + w) s -> listed (S k) i s.
Proof.
  intros [j [H E]]. exists (S j). split; [lia|]. now replace (i + S j * w) with (i + w + j * w) by lia.
Qed.
Lemma all_listed_spec f k : forall i s, all_listed f k i = true -> listed k i s -> f s = true.
Proof.
  induction k as [|k IH]; intros i s H [j [Hj E]]; [lia|]. simpl in H.
  destruct (state_at i) as [t|] eqn:Et; [|discriminate]. apply andb_prop in H as [F H].
  destruct j as [|j]; [rewrite Nat.add_0_r, Et in E; now injection E as ->|].
  apply (IH _ _ H). exists j. split; [lia|]. now replace (i + w + j * w) with (i + S j * w) by lia.
Qed.
Lemma member_holds T s : member T s = true -> holds T s.
Proof.
  unfold member. intros H. apply found_in in H as [t [I E]].
  apply Machine.same_eq in E as <-. now exists (hash (encode G s)).
Qed.
Lemma add_all_holds k : forall T T' i, add_all T k i = Some T' ->
  (forall s, holds T' s -> holds T s \/ listed k i s) /\ (forall s, holds T s -> holds T' s).
Proof.
  induction k as [|k IH]; simpl; intros T T' i H.
  - injection H as <-. auto.
  - destruct (state_at i) as [x|] eqn:Ex; [|discriminate].
    destruct (found _ _ _); [discriminate|]. apply IH in H as [H1 H2]. split.
    + intros s Hs. apply H1 in Hs as [[h Hs]|Hs]; [|right; now apply listed_later].
      apply bucket_insert in Hs as [E|Hs]; [right|left; now exists h].
      apply (encode_eq G_fits) in E as ->. now apply listed_first.
    + intros s [h Hs]. apply H2. exists h. now apply bucket_keeps.
Qed.
Lemma holds_none s : ~ holds (fresh depth) s.
Proof. intros [h H]. now rewrite fresh_empty in H. Qed.

(** ** Closed sets *)

Definition fine (T : table board) s := member T s || dead G s.
(** The state is not won, and its successors are in the table or dead. *)
Definition closes (T : table board) s : bool :=
  match look G s with
  | None => false
  | Some v => negb (is_won v) && forallb (fun x => fine T (snd x)) (after v tt)
  end.
Definition check_closed (s : state) (k i : nat) : bool :=
  match add_all (fresh depth) k i with
  | None => false
  | Some T => fine T s && all_listed (closes T) k i
  end.

Definition covered (T : table board) s := holds T s \/ lost move won s.
Lemma fine_covered T s : fine T s = true -> covered T s.
Proof.
  unfold fine. intros H. apply orb_prop in H as [H|H].
  - left. now apply member_holds.
  - right. exact (dead_lost G_fits _ H).
Qed.
Lemma closes_sound T s :
  closes T s = true -> ~ won s /\ forall t, move s t -> covered T t.
Proof.
  unfold closes. destruct (look G s) as [v|] eqn:L; [|discriminate]. intros H.
  apply andb_prop in H as [W F]. apply negb_true_iff in W. rewrite forallb_forall in F. split.
  - intros K. apply (look_won G_fits _ _ L) in K. congruence.
  - intros t M. destruct (look_complete G_fits _ _ _ L M) as [m I].
    apply fine_covered. exact (F _ I).
Qed.

Theorem closed_set_lost (P : state -> Prop) :
  (forall s, P s -> ~ won s /\ forall t, move s t -> P t \/ lost move won t) ->
  forall s, P s -> lost move won s.
Proof.
  intros H s Ps n t R. induction R as [s|n s t u M R IH].
  - now apply H.
  - destruct (H _ Ps) as [_ N]. destruct (N _ M) as [Pt|Lt]; [auto|exact (Lt _ _ R)].
Qed.

Theorem check_closed_sound s k i : check_closed s k i = true -> lost move won s.
Proof.
  unfold check_closed. destruct (add_all (fresh depth) k i) as [T|] eqn:A; [|discriminate]. intros H.
  apply andb_prop in H as [F H].
  apply fine_covered in F as [F|F]; [|exact F].
  apply (closed_set_lost (holds T)); [|exact F]. intros t Ht.
  apply closes_sound, (all_listed_spec _ _ _ _ H).
  apply add_all_holds in A as [A _]. destruct (A _ Ht) as [B|B]; [|exact B].
  now apply holds_none in B.
Qed.

(** ** Layers: no plan is shorter *)

(** A layer is the number of its states and the place of the first. [T] holds the states of the
    first layer here and of those before. *)
Fixpoint check_layers (T : table board) (layers : list (nat * nat)) : bool :=
  match layers with
  | [] => true
  | (k, i) :: rest =>
    match rest with
    | [] => all_listed
        (fun s => match look G s with Some v => negb (is_won v) | None => false end) k i
    | (k', i') :: _ =>
      match add_all T k' i' with
      | None => false
      | Some T' => all_listed (closes T') k i && check_layers T' rest
      end
    end
  end.
Definition check_no_shorter (s : state) (layers : list (nat * nat)) : bool :=
  match layers with
  | [] => true
  | (k, i) :: _ =>
    match add_all (fresh depth) k i with
    | None => false
    | Some T => fine T s && check_layers T layers
    end
  end.

Lemma layers_sound rest : forall k i T, check_layers T ((k, i) :: rest) = true ->
  (forall s, holds T s -> listed k i s \/ (~ won s /\ forall t, move s t -> covered T t)) ->
  forall s, holds T s -> forall m, m <= length rest -> ~ wins_in move won m s.
Proof.
  induction rest as [|[k' i'] rest IH]; intros k0 i T CL HT s Hs m Hm [u [R W]].
  - simpl in CL, Hm. assert (m = 0) as -> by lia. inversion R; subst u.
    destruct (HT _ Hs) as [I|[N _]]; [|tauto]. apply (all_listed_spec _ _ _ _ CL) in I. clear CL.
    rename I into CL.
    destruct (look G s) as [v|] eqn:L; [|discriminate]. apply negb_true_iff in CL.
    apply (look_won G_fits _ _ L) in W. congruence.
  - cbn [check_layers] in CL. destruct (add_all T k' i') as [T'|] eqn:A; [|discriminate].
    apply andb_prop in CL as [CL CR].
    apply add_all_holds in A as [A1 A2].
    assert (AC : forall t, covered T t -> covered T' t) by (intros t [B|B]; [left|right]; auto).
    assert (NX : forall t, holds T t -> ~ won t /\ forall v, move t v -> covered T' v).
    { intros t Ht. destruct (HT _ Ht) as [I|[N M]]; [exact (closes_sound _ _ (all_listed_spec _ _ _ _ CL I))|].
      split; auto. }
    destruct (NX _ Hs) as [N M]. inversion R as [|k a t b Mt Rt]; subst; [tauto|].
    destruct (M _ Mt) as [Ht|Lt]; [|exact (Lt _ _ Rt W)].
    apply (IH k' i' T' CR) with (s := t) (m := k); [|exact Ht|simpl in Hm; lia|now exists u].
    intros v Hv. destruct (A1 _ Hv) as [B|B]; [right; auto|auto].
Qed.

Theorem check_no_shorter_sound s layers : check_no_shorter s layers = true ->
  forall m, m < length layers -> ~ wins_in move won m s.
Proof.
  destruct layers as [|[k i] rest]; [simpl; lia|]. unfold check_no_shorter.
  destruct (add_all (fresh depth) k i) as [T|] eqn:A; [|discriminate]. intros H m Hm.
  apply andb_prop in H as [F H]. apply fine_covered in F as [F|F].
  - apply (layers_sound rest k i T H); [|exact F|simpl in Hm; lia]. intros t Ht. left.
    apply add_all_holds in A as [A _]. destruct (A _ Ht) as [B|B]; [|exact B].
    now apply holds_none in B.
  - intros [u [R W]]. exact (F _ _ R W).
Qed.

(** A plan with as many layers as moves. *)
Definition check_shortest (s : state) (plan : list name) (layers : list (nat * nat)) : bool :=
  check_plan s plan && (length layers =? length plan) && check_no_shorter s layers.
Theorem check_shortest_sound s plan layers :
  check_shortest s plan layers = true -> wins_first_in move won (length plan) s.
Proof.
  unfold check_shortest. intros H. apply andb_prop in H as [H N]. apply andb_prop in H as [P E].
  apply Nat.eqb_eq in E. split; [now apply check_plan_sound|].
  intros m Hm. apply (check_no_shorter_sound _ _ N). lia.
Qed.
End Checkers.
