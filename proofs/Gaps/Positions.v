(** * Positions with open rows, and the boards that they stand for

    A position is a board [b0] together with a set [W] of open cells. The contents of open cells of
    one column may be rearranged; the position stands for all resulting boards. Here any cell may be
    open; no proof needs the fact that only those of the first four columns are. *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards.
Import ListNotations.

Section Positions.
Variables R C : nat.
Notation n := (n R C).
Notation col := (col C).

(** Two cells are joint if their contents may be exchanged. *)
Definition joint (W : nat -> bool) x y :=
  x = y \/ (x < n /\ y < n /\ W x = true /\ W y = true /\ col x = col y).
(** An arrangement, with its inverse. *)
Definition perm W (s t : nat -> nat) :=
  (forall x, joint W x (s x)) /\ forall x, t (s x) = x /\ s (t x) = x.
(** The position of [b0] and [W] stands for [b]. *)
Definition stands W b0 b :=
  length b0 = n /\ length b = n /\ exists s t, perm W s t /\ forall x, get b x = get b0 (s x).
(** The set [W] without the cell [c]. *)
Definition pin c (W : nat -> bool) x := W x && negb (x =? c).
Definition sub (W V : nat -> bool) := forall x, W x = true -> V x = true.

Lemma joint_sym W x y : joint W x y -> joint W y x.
Proof. unfold joint; intuition. Qed.
Lemma joint_trans W x y z : joint W x y -> joint W y z -> joint W x z.
Proof. unfold joint. intros [->|(?&?&?&?&?)] [->|(?&?&?&?&?)]; auto; right; repeat split; auto;
  congruence. Qed.
Lemma joint_mono W V x y : sub W V -> joint W x y -> joint V x y.
Proof. unfold joint. intros S [->|(?&?&?&?&?)]; auto 8. Qed.
Lemma joint_col W x y : joint W x y -> col y = col x.
Proof. intros [->|(?&?&?&?&?)]; auto. Qed.
Lemma joint_lt W x y : joint W x y -> x < n -> y < n.
Proof. intros [->|(?&?&?&?&?)]; auto. Qed.

(** Exchanges of two cells. *)
Definition sw u v x := if x =? u then v else if x =? v then u else x.
Lemma sw_sw u v x : sw u v (sw u v x) = x.
Proof. unfold sw. eqb. Qed.
Lemma sw_l u v : sw u v u = v. Proof. unfold sw. eqb. Qed.
Lemma sw_r u v : sw u v v = u. Proof. unfold sw. eqb. Qed.
Lemma sw_o u v x : x <> u -> x <> v -> sw u v x = x. Proof. unfold sw. eqb. Qed.
Lemma joint_sw W u v x : joint W u v -> joint W x (sw u v x).
Proof. intros J. unfold sw. eqb; try (left; reflexivity). now apply joint_sym. Qed.
Lemma perm_sw W u v : joint W u v -> perm W (sw u v) (sw u v).
Proof. intros J. split; [intros; now apply joint_sw|intros; split; apply sw_sw]. Qed.
Lemma perm_id W : perm W (fun x => x) (fun x => x).
Proof. split; [left; reflexivity|auto]. Qed.
Lemma perm_inv W s t : perm W s t -> perm W t s.
Proof. intros [J I]. split; [|firstorder]. intros x. apply joint_sym. destruct (I x) as [_ E].
  rewrite <- E at 2. apply J. Qed.
Lemma perm_comp W s t s' t' : perm W s t -> perm W s' t' ->
  perm W (fun x => s (s' x)) (fun x => t' (t x)).
Proof.
  intros [J I] [J' I']. split.
  - intros x. eapply joint_trans; [apply J'|apply J].
  - intros x. destruct (I (s' x)) as [-> _], (I' x) as [-> _], (I' (t x)) as [_ ->],
    (I x) as [_ ->]. auto.
Qed.
Lemma perm_inj W s t x y : perm W s t -> s x = s y -> x = y.
Proof. intros [_ I] E. destruct (I x) as [<- _], (I y) as [<- _]. now rewrite E. Qed.

(** A board rearranged. *)
Definition arr (b : board) (s : nat -> nat) : board := map (fun x => get b (s x)) (seq 0 n).
Lemma arr_length b s : length (arr b s) = n.
Proof. unfold arr. now rewrite map_length, seq_length. Qed.
Lemma get_arr W b s t x : length b = n -> perm W s t -> get (arr b s) x = get b (s x).
Proof.
  intros L P. destruct (le_lt_dec n x) as [H|H].
  - rewrite (get_over R C) by (rewrite ?arr_length; auto). destruct P as [J _].
    destruct (J x) as [<-|(?&_)]; [|lia].
    now rewrite (get_over R C).
  - unfold get at 1, arr. rewrite nth_indep with (d' := get b (s 0)) by (now rewrite map_length,
    seq_length).
    change (get b (s 0)) with ((fun x => get b (s x)) 0) at 1. rewrite map_nth, seq_nth by lia.
      reflexivity.
Qed.

Lemma stands_arr W b s t : length b = n -> perm W s t -> stands W b (arr b s).
Proof. intros L P. split; [auto|split; [apply arr_length|]]. exists s, t. split; auto. intros.
  eapply get_arr; eauto. Qed.
Lemma stands_refl W b : length b = n -> stands W b b.
Proof. intros L. split; [auto|split; auto]. exists (fun x => x), (fun x => x).
  split; [apply perm_id|auto]. Qed.
Lemma stands_sym W b t : stands W b t -> stands W t b.
Proof.
  intros (L & M & s & i & P & E). split; [auto|split; auto]. exists i, s.
    split; [now apply perm_inv|].
  intros x. rewrite E. destruct P as [_ I]. destruct (I x) as [_ ->]. reflexivity.
Qed.
Lemma stands_trans W a b c : stands W a b -> stands W b c -> stands W a c.
Proof.
  intros (L & M & s & i & P & E) (L' & M' & s' & i' & P' & E'). split; [auto|split; auto].
  exists (fun x => s (s' x)), (fun x => i' (i x)). split; [now apply perm_comp|]. intros x.
    now rewrite E', E.
Qed.
Lemma stands_mono W V b t : sub W V -> stands W b t -> stands V b t.
Proof.
  intros S (L & M & s & i & [J I] & E). split; [auto|split; auto]. exists s, i.
    repeat split; try apply I; auto.
  intros x. eapply joint_mono; eauto.
Qed.
Lemma stands_uniq W b t : stands W b t -> uniq b -> uniq t.
Proof. intros (_ & _ & s & i & P & E) U x y Q N. rewrite !E in Q. rewrite E in N.
  eapply perm_inj; eauto. Qed.
Lemma stands_place W b t x : stands W b t -> exists y, joint W x y /\ get t x = get b y.
Proof. intros (_ & _ & s & i & [J _] & E). exists (s x). auto. Qed.
Lemma stands_sw W b u v : length b = n -> joint W u v -> stands W b (arr b (sw u v)).
Proof. intros L J. eapply stands_arr; eauto. now apply perm_sw. Qed.
Lemma stands_closed W b t x : stands W b t -> W x = false -> get t x = get b x.
Proof. intros (_ & _ & s & i & [J _] & E) F. rewrite E. destruct (J x) as [<-|(?&?&?&?&?)];
  congruence. Qed.

(** A cell in which two arrangements agree may be removed from the open cells *)
Lemma stands_pin W b t c : stands W b t -> get t c = get b c -> stands (pin c W) b t.
Proof.
  intros (L & M & s & i & P & E) G. split; [auto|split; auto].
  exists (fun x => sw c (s c) (s x)), (fun x => i (sw c (s c) x)). split; [split|].
  - assert (INJ := fun x y => perm_inj W s i x y P). destruct P as [J I]. intros x.
    unfold sw, joint, pin.
    assert (Jc := J c). assert (Jx := J x). unfold joint in Jc, Jx.
    destruct (Nat.eqb_spec (s x) c) as [Q|Q].
    + destruct (Nat.eq_dec x c) as [->|N]; [left; congruence|].
      assert (s c <> c) by (intros Z; apply N, INJ; congruence).
      rewrite Q in Jx. destruct Jx as [?|(?&?&?&?&?)]; [contradiction|].
        destruct Jc as [?|(?&?&?&?&?)]; [congruence|].
      destruct (Nat.eq_dec x (s c)); [left; auto|]. right. apply Nat.eqb_neq in N. rewrite N.
      apply Nat.eqb_neq in H. rewrite H. repeat split; auto; try congruence;
        now rewrite andb_true_r.
    + destruct (Nat.eqb_spec (s x) (s c)) as [Q'|Q']; [left; now apply INJ|].
      destruct Jx as [?|(?&?&?&?&?)]; [left; auto|]. right.
      assert (x <> c) by congruence. apply Nat.eqb_neq in Q, H4. rewrite Q, H4.
        repeat split; auto; now rewrite andb_true_r.
  - destruct P as [_ I]. intros x. rewrite sw_sw. destruct (I x) as [-> _]. split; auto.
    destruct (I (sw c (s c) x)) as [_ ->]. apply sw_sw.
  - intros x. rewrite E. unfold sw. destruct (Nat.eqb_spec (s x) c) as [Q|Q];
    [|destruct (Nat.eqb_spec (s x) (s c)) as [Q'|Q']; auto].
    + rewrite Q, <- E. auto.
    + rewrite Q', <- E. auto.
Qed.

(** So may all cells in which they agree. *)
Lemma stands_less (V V' : nat -> bool) b t : (forall x, V x = true -> x < n) -> stands V b t ->
  (forall x, V x = true -> V' x = false -> get t x = get b x) -> stands V' b t.
Proof.
  intros B S H.
  assert (P : forall l, (forall x, In x l -> get t x = get b x) ->
    stands (fun x => V x && negb (existsb (Nat.eqb x) l)) b t).
  { induction l as [|c l IH]; intros Q.
    - eapply stands_mono; [|exact S]. intros x X. now rewrite X.
    - eapply stands_mono;
        [|apply (stands_pin _ b t c (IH (fun x I => Q x (or_intror I)))); apply Q; now left].
      intros x. unfold pin. simpl. rewrite negb_orb.
      destruct (V x), (x =? c), (existsb _ l); auto. }
  eapply stands_mono; [|apply (P (filter (fun x => V x && negb (V' x)) (seq 0 n)))].
  - intros x X. apply andb_prop in X as [X Q]. destruct (V' x) eqn:E; auto.
    apply negb_true_iff in Q. rewrite <- Q. apply existsb_exists. exists x.
    split; [|apply Nat.eqb_refl]. apply filter_In. split; [apply in_seq; specialize (B x X); lia|].
    now rewrite X, E.
  - intros x I. apply filter_In in I as [_ I]. apply andb_prop in I as [I1 I2].
    apply negb_true_iff in I2. auto.
Qed.

Lemma get_sw b u v x : length b = n -> u < n -> v < n -> get (arr b (sw u v)) x = get b (sw u v x).
Proof.
  intros L U V. destruct (le_lt_dec n x) as [H|H].
  - rewrite (get_over R C) by (rewrite ?arr_length; auto). rewrite sw_o by lia.
    now rewrite (get_over R C).
  - unfold get at 1, arr. rewrite nth_indep with (d' := get b (sw u v 0)) by (now rewrite
    map_length, seq_length).
    change (get b (sw u v 0)) with ((fun x => get b (sw u v x)) 0) at 1.
      rewrite map_nth, seq_nth by lia. reflexivity.
Qed.
Lemma play_sw b x c : length b = n -> x < n -> c < n -> get b c = 0 -> play b x c = arr b (sw x c).
Proof.
  intros L H Hc G. apply (board_eq R C); [now rewrite play_length|apply arr_length|]. intros y.
    rewrite get_play, get_sw by lia.
  unfold sw. eqb.
Qed.


(** A move between open cells of a column stays in the position. *)
Theorem move_within W b x c : length b = n -> joint W x c -> x < n -> get b c = 0 ->
  stands W b (play b x c).
Proof. intros L J H G. rewrite play_sw by (eauto using joint_lt). now apply stands_sw. Qed.
End Positions.
