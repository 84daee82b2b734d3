(** * Valid deals of Gaps: the checker's results for them agree with Opening.v

    [valid_positions] joins the two halves of the proof. Lemmas 1 to 4 are proved for the positions
    that Opening.v defines; these are, for every valid deal, the positions that the checker visits,
    with the same steps and the same positions after them. *)

From Coq Require Import List Bool Arith Lia.
From Patience.Gaps Require Import Rules Boards Positions Opening Reached Machine Canonical Moves
  Tree Masks Faithful Agrees Visited.
From Patience.Format Require Deals.
Import ListNotations.

Lemma filter_le (f : nat -> bool) l : length (filter f l) <= length l.
Proof. induction l as [|w l IH]; simpl; auto. destruct (f w); simpl; lia. Qed.
Lemma filter_all (f : nat -> bool) l : length (filter f l) = length l ->
  forall v, In v l -> f v = true.
Proof.
  induction l as [|w l IH]; intros E v I; [destruct I|]. simpl in E.
  assert (Q := filter_le f l). destruct (f w) eqn:F; simpl in E; [|lia].
  destruct I as [<-|I]; auto.
Qed.

Section Counts.
Variables (n : nat) (b : board).
Hypothesis L : length b = n.

(** As many cells have [X] as the board has copies of it. *)
Lemma cells_count X :
  length (filter (fun x => get b x =? X) (seq 0 n)) = Deals.count (Nat.eqb X) b.
Proof.
  rewrite <- L. unfold Deals.count, get. clear.
  induction b as [|v b' IH]; [reflexivity|]. cbn [length seq filter nth].
  assert (E : length (filter (fun x => nth x (v :: b') 0 =? X) (seq 1 (length b'))) =
    length (filter (Nat.eqb X) b')).
  { rewrite <- IH, <- seq_shift. clear. induction (seq 0 (length b')) as [|x l IH]; auto. simpl.
    destruct (nth x b' 0 =? X); simpl; auto. }
  rewrite (Nat.eqb_sym v X). destruct (X =? v); simpl; auto.
Qed.
Lemma count_le X (l : list nat) : NoDup l -> (forall x, In x l -> x < n /\ get b x = X) ->
  length l <= Deals.count (Nat.eqb X) b.
Proof.
  intros ND H. rewrite <- cells_count. apply NoDup_incl_length; auto. intros x I.
  destruct (H x I) as [Hx E]. apply filter_In. rewrite in_seq, Nat.eqb_eq. split; [lia|auto].
Qed.
Lemma below_count m : length (filter (fun v => v <? S m) b) =
  length (filter (fun v => v <? m) b) + Deals.count (Nat.eqb m) b.
Proof.
  unfold Deals.count. clear. induction b as [|v b' IH]; [reflexivity|]. cbn [filter].
  destruct (Nat.ltb_spec v (S m)), (Nat.ltb_spec v m), (Nat.eqb_spec m v); simpl; try lia.
Qed.
End Counts.

Lemma valid_proper ru suits R C b : Deals.valid (Deals.Gaps ru suits R C b) = true ->
  2 <= C /\ proper R C b.
Proof.
  cbn [Deals.valid]. unfold Deals.between. rewrite !andb_true_iff, !Nat.leb_le, !Nat.eqb_eq.
  intros ((((((HR & HC) & _) & L) & G) & F) & _). rewrite forallb_forall in F.
  assert (ONE : forall X, 1 <= X <= R * (C - 1) -> Deals.count (Nat.eqb X) b = 1).
  { intros X H. apply Nat.eqb_eq, F, in_seq. lia. }
  assert (B : bounded R C b).
  { assert (S : forall m, m <= R * (C - 1) -> length (filter (fun v => v <? S m) b) = R + m).
    { induction m as [|m IH]; intros H; rewrite below_count.
      - rewrite G. replace (filter (fun v => v <? 0) b) with (@nil nat); [simpl; lia|].
        clear. induction b; auto.
      - rewrite IH, ONE by lia. lia. }
    specialize (S (R * (C - 1)) (le_n _)).
    assert (E : length b = R + R * (C - 1)) by (rewrite L; nia). rewrite <- E in S.
    intros x. destruct (le_lt_dec (length b) x) as [H|H].
    - unfold get. rewrite nth_overflow by lia. apply Nat.le_0_l.
    - assert (Q := filter_all _ b S _ (nth_In b 0 H)). apply Nat.ltb_lt in Q. unfold get. lia. }
  split; [lia|]. split; auto.
  - intros x y E X0. destruct (Nat.eq_dec x y) as [|NE]; auto. exfalso.
    assert (Hx := get_in R C b x L X0). rewrite E in X0. assert (Hy := get_in R C b y L X0).
    assert (Q := count_le (R * C) b L (get b y) [x; y]). specialize (B y).
    rewrite ONE in Q by lia. simpl in Q. enough (2 <= 1) by lia. apply Q.
    + apply NoDup_cons; [intros [Q'|[]]; auto|]. apply NoDup_cons; [intros []|apply NoDup_nil].
    + intros z [<-|[<-|[]]]; auto.
  - intros l ND H. assert (Q := count_le (R * C) b L 0 l ND H). lia.
  - intros X H. assert (Q := cells_count (R * C) b L X). rewrite ONE in Q by lia.
    destruct (filter _ _) as [|x l] eqn:E; [discriminate|].
    assert (I : In x (x :: l)) by now left. rewrite <- E in I. apply filter_In in I as [I V].
    apply in_seq in I. apply Nat.eqb_eq in V. exists x. split; [unfold Rules.n; lia|auto].
Qed.

Theorem valid_positions ru suits R C b : Deals.valid (Deals.Gaps ru suits R C b) = true ->
  let k := make ru R C in
  (forall p, visited k b p -> reached ru R C b (bd p) (has (op p)) /\
    (forall X c, In (X, c) (steps k p) <-> step ru R C (bd p) (has (op p)) X c) /\
    forall X c, In (X, c) (steps k p) -> exists b' V q, take k p X c = Some (b', V, q) /\
      visited k b q /\ after ru R C (bd p) (has (op p)) X c (bd q) (has (op q))) /\
  forall t W, reached ru R C b t W ->
    exists p, visited k b p /\ (forall x, has (op p) x = W x) /\ stands R C W t (bd p).
Proof.
  intros V k. destruct (valid_proper _ _ _ _ _ V) as [C2 P]. split.
  - intros p VP. destruct (visited_reached ru R C C2 k eq_refl b P p VP) as [F RE].
    split; [exact RE|]. split; [intros X c; now apply steps_agree|]. intros X c I.
    assert (ST := proj1 (steps_agree ru R C C2 k eq_refl p X c F) I).
    destruct (take_agrees ru R C C2 k eq_refl p X c F ST) as (b' & V' & q & TK & _ & AF & _).
    exists b', V', q. split; [exact TK|split; [|exact AF]]. eapply Child; eauto.
  - intros t W RE. exact (reached_visited ru R C C2 k eq_refl b P t W RE).
Qed.
