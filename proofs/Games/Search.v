(** * One-player games: plays, plans, closed sets, layers

    A game is a set of states, a relation [move], and a predicate [won]. This file defines what it
    means that a state is lost or won in a number of moves, and proves three checkers: of plans
    (kind [P] of docs/certificates.md), of closed sets ([C]) and of layers ([O]). *)

From Coq Require Import List Bool Arith Lia PArith FMapPositive.
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

(** What a checker computes with. [look] returns whether a state is won and, when asked, its legal
    moves with the states after them; or nothing if it cannot. [dead] detects states that are lost
    for a reason that can be seen. *)
Record seen {name state : Type} := Seen { is_won : bool; after : unit -> list (name * state) }.
Arguments seen : clear implicits.
Record game {name state : Type} := Game {
  look : state -> option (seen name state);
  dead : state -> bool;
  same : state -> state -> bool;
  same_name : name -> name -> bool }.
Arguments game : clear implicits.

(** These functions are right about the rules. *)
Record fits {name state} (G : game name state) (move : state -> state -> Prop)
    (won : state -> Prop) : Prop := Fits {
  look_won : forall s v, look G s = Some v -> (is_won v = true <-> won s);
  look_sound : forall s v m t, look G s = Some v -> In (m, t) (after v tt) -> move s t;
  look_complete : forall s v t, look G s = Some v -> move s t -> exists m, In (m, t) (after v tt);
  dead_lost : forall s, dead G s = true -> lost move won s;
  same_eq : forall s t, same G s t = true -> s = t }.
Arguments look_won {name state G move won}.
Arguments look_sound {name state G move won}.
Arguments look_complete {name state G move won}.
Arguments dead_lost {name state G move won}.
Arguments same_eq {name state G move won}.

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

(** ** Sets of states

    A table of lists of states. The hash may be any function: a bad one costs time, not truth. *)

Variable hash : state -> positive.
Definition table := PositiveMap.t (list state).
Definition no_states : table := PositiveMap.empty _.
Definition bucket (T : table) h := match PositiveMap.find h T with Some l => l | None => [] end.
Definition member (T : table) s := existsb (same G s) (bucket T (hash s)).
Definition holds (T : table) s := exists h, In s (bucket T h).
(** Adds states, none of which may be there already. *)
Fixpoint add_all (T : table) (l : list state) : option table :=
  match l with
  | [] => Some T
  | s :: l =>
    let h := hash s in
    let others := bucket T h in
    if existsb (same G s) others then None else add_all (PositiveMap.add h (s :: others) T) l
  end.

Lemma member_holds T s : member T s = true -> holds T s.
Proof.
  unfold member. intros H. apply existsb_exists in H as [t [I E]].
  apply (same_eq G_fits) in E as ->. now exists (hash t).
Qed.

Lemma bucket_add T h g l :
  bucket (PositiveMap.add h l T) g = if Pos.eqb g h then l else bucket T g.
Proof.
  unfold bucket. destruct (Pos.eqb_spec g h) as [->|N].
  - now rewrite PositiveMap.gss.
  - now rewrite PositiveMap.gso.
Qed.

Lemma add_all_holds l : forall T T', add_all T l = Some T' ->
  (forall s, holds T' s -> holds T s \/ In s l) /\ (forall s, holds T s -> holds T' s).
Proof.
  induction l as [|x l IH]; simpl; intros T T' H.
  - injection H as <-. auto.
  - destruct (existsb _ _); [discriminate|]. apply IH in H as [H1 H2]. split.
    + intros s Hs. apply H1 in Hs as [[h Hs]|Hs]; [|auto]. rewrite bucket_add in Hs.
      destruct (Pos.eqb_spec h (hash x)); [|left; now exists h].
      destruct Hs as [->|Hs]; [auto|]. left. now exists (hash x).
    + intros s [h Hs]. apply H2. exists h. rewrite bucket_add.
      destruct (Pos.eqb_spec h (hash x)) as [->|]; [now right|exact Hs].
Qed.

Lemma holds_none s : ~ holds no_states s.
Proof. intros [h H]. unfold bucket in H. rewrite PositiveMap.gempty in H. destruct H. Qed.

(** ** Closed sets *)

Definition fine (T : table) s := member T s || dead G s.
(** The state is not won, and what follows it is in the table or dead. *)
Definition closes (T : table) s : bool :=
  match look G s with
  | None => false
  | Some v => negb (is_won v) && forallb (fun x => fine T (snd x)) (after v tt)
  end.
Definition check_closed (s : state) (l : list state) : bool :=
  match add_all no_states l with
  | None => false
  | Some T => fine T s && forallb (closes T) l
  end.

Definition covered (T : table) s := holds T s \/ lost move won s.
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

Theorem check_closed_sound s l : check_closed s l = true -> lost move won s.
Proof.
  unfold check_closed. destruct (add_all no_states l) as [T|] eqn:A; [|discriminate]. intros H.
  apply andb_prop in H as [F H]. rewrite forallb_forall in H.
  apply fine_covered in F as [F|F]; [|exact F].
  apply (closed_set_lost (holds T)); [|exact F]. intros t Ht. apply closes_sound, H.
  apply add_all_holds in A as [A _]. destruct (A _ Ht) as [B|B]; [|exact B].
  now apply holds_none in B.
Qed.

(** ** Layers: no plan is shorter *)

(** [T] holds the states of the first layer here and of those before. *)
Fixpoint check_layers (T : table) (layers : list (list state)) : bool :=
  match layers with
  | [] => true
  | [last] =>
    forallb (fun s => match look G s with Some v => negb (is_won v) | None => false end) last
  | layer :: ((next :: _) as rest) =>
    match add_all T next with
    | None => false
    | Some T' => forallb (closes T') layer && check_layers T' rest
    end
  end.
Definition check_no_shorter (s : state) (layers : list (list state)) : bool :=
  match layers with
  | [] => true
  | layer :: _ =>
    match add_all no_states layer with
    | None => false
    | Some T => fine T s && check_layers T layers
    end
  end.

Lemma layers_sound rest : forall layer T, check_layers T (layer :: rest) = true ->
  (forall s, holds T s -> In s layer \/ (~ won s /\ forall t, move s t -> covered T t)) ->
  forall s, holds T s -> forall m, m <= length rest -> ~ wins_in move won m s.
Proof.
  induction rest as [|next rest IH]; intros layer T CL HT s Hs m Hm [u [R W]].
  - simpl in CL, Hm. assert (m = 0) as -> by lia. inversion R; subst u.
    destruct (HT _ Hs) as [I|[N _]]; [|tauto]. rewrite forallb_forall in CL. specialize (CL _ I).
    destruct (look G s) as [v|] eqn:L; [|discriminate]. apply negb_true_iff in CL.
    apply (look_won G_fits _ _ L) in W. congruence.
  - cbn [check_layers] in CL. destruct (add_all T next) as [T'|] eqn:A; [|discriminate].
    apply andb_prop in CL as [CL CR]. rewrite forallb_forall in CL.
    apply add_all_holds in A as [A1 A2].
    assert (AC : forall t, covered T t -> covered T' t) by (intros t [B|B]; [left|right]; auto).
    assert (NX : forall t, holds T t -> ~ won t /\ forall v, move t v -> covered T' v).
    { intros t Ht. destruct (HT _ Ht) as [I|[N M]]; [exact (closes_sound _ _ (CL _ I))|].
      split; auto. }
    destruct (NX _ Hs) as [N M]. inversion R as [|k a t b Mt Rt]; subst; [tauto|].
    destruct (M _ Mt) as [Ht|Lt]; [|exact (Lt _ _ Rt W)].
    apply (IH next T' CR) with (s := t) (m := k); [|exact Ht|simpl in Hm; lia|now exists u].
    intros v Hv. destruct (A1 _ Hv) as [B|B]; [right; auto|auto].
Qed.

Theorem check_no_shorter_sound s layers : check_no_shorter s layers = true ->
  forall m, m < length layers -> ~ wins_in move won m s.
Proof.
  destruct layers as [|layer rest]; [simpl; lia|]. unfold check_no_shorter.
  destruct (add_all no_states layer) as [T|] eqn:A; [|discriminate]. intros H m Hm.
  apply andb_prop in H as [F H]. apply fine_covered in F as [F|F].
  - apply (layers_sound rest layer T H); [|exact F|simpl in Hm; lia]. intros t Ht. left.
    apply add_all_holds in A as [A _]. destruct (A _ Ht) as [B|B]; [|exact B].
    now apply holds_none in B.
  - intros [u [R W]]. exact (F _ _ R W).
Qed.

(** A plan with as many layers as moves. *)
Definition check_shortest (s : state) (plan : list name) (layers : list (list state)) : bool :=
  check_plan s plan && (length layers =? length plan) && check_no_shorter s layers.
Theorem check_shortest_sound s plan layers :
  check_shortest s plan layers = true -> wins_first_in move won (length plan) s.
Proof.
  unfold check_shortest. intros H. apply andb_prop in H as [H N]. apply andb_prop in H as [P E].
  apply Nat.eqb_eq in E. split; [now apply check_plan_sound|].
  intros m Hm. apply (check_no_shorter_sound _ _ N). lia.
Qed.
End Checkers.
