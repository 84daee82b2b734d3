(** * The checker: the steps that sleep after a step (lemma 4) *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.FreeLevels
  Gaps.Sleep Gaps.Machine Gaps.Moves.
Import ListNotations.
Set Default Proof Using "All".

Section SleepChecks.
Variables (ru : rules) (R C : nat).
Hypothesis C2 : 2 <= C.
Variable k : cfg.
Hypothesis MK : k = make ru R C.
Notation n := (n R C).
Notation N := (R * (C - 1)).
Notation col := (col C).
Notation rank := (rank C).
Notation stands := (stands R C).
Notation joint := (joint R C).
Notation colof := (colof k).
Notation rankof := (rankof k).
Notation lostT := (lostT ru R C).
Notation asleep := (asleep ru R C).
Notation known := (nat * nat * option pos)%type.

Definition levels_ok (A : mask) f := within A (kall k) && forallb (fun x =>
  if has A x then (colof x <? f) && ((colof x =? 0) || has A (x - 1)) else true) (kcells k).
Definition free_ok (A : mask) f (b : board) :=
  (size b =? kN k) &&
  forallb (fun x => if has A x && negb (get b x =? 0) then
      (get b x <=? kK k) &&
      if colof x =? 0 then rankof (get b x) =? 0
      else negb (rankof (get b x) =? 0) &&
        existsb (fun y => has A y && (get b y =? get b x - 1)) (column k (x - 1))
    else true) (kcells k) &&
  forallb (fun c => existsb (fun g => has A g && (get b g =? 0)) (nth c (kcolumns k) []))
    (seq 0 f) && (f <=? kC k).
Definition within_ok (A : mask) f (W : mask) := empty W ||
  forallb (fun x => if has W x && (colof x <? f) then has A x else true) (kcells k).

Lemma all_in A x : within A (kall k) = true -> has A x = true -> x < n.
Proof. intros W H. apply (all_ok ru R C C2 k MK). now apply (within_has _ _ _ W). Qed.
Lemma levels_sound A f : levels_ok A f = true -> FreeLevels.levels R C (has A) f.
Proof.
  intros H x X. unfold levels_ok in H. apply andb_prop in H as [B H].
  assert (Hx := all_in A x B X). rewrite forallb_forall in H.
  specialize (H x (proj2 (in_cells ru R C C2 k MK x) Hx)). rewrite X in H.
  apply andb_prop in H as [H Q]. apply Nat.ltb_lt in H.
  rewrite (col_ok ru R C C2 k MK) in * by auto. split; [auto|split; [auto|]].
  intros K. apply Nat.eqb_neq in K. rewrite K in Q. exact Q.
Qed.
Lemma free_sound A f b : within A (kall k) = true -> free_ok A f b = true ->
  free R C (has A) f b.
Proof.
  intros B H. unfold free_ok in H. rewrite !andb_true_iff in H. destruct H as (((L & H) & G) & FC).
  apply Nat.eqb_eq in L. replace (kN k) with n in L by (now rewrite MK). unfold size in L.
  rewrite forallb_forall in H, G. apply Nat.leb_le in FC. replace (kC k) with C in FC by (now
    rewrite MK).
  split; [auto|]. split.
  - intros x X X0. assert (Hx := all_in A x B X).
    specialize (H x (proj2 (in_cells ru R C C2 k MK x) Hx)). apply Nat.eqb_neq in X0.
    rewrite X, X0 in H. cbn [andb negb] in H. apply andb_prop in H as [XN H].
    apply Nat.leb_le in XN. replace (kK k) with N in XN by (now rewrite MK).
    rewrite (col_ok ru R C C2 k MK), (rank_ok ru R C C2 k MK) in H by auto.
    destruct (Nat.eqb_spec (col x) 0) as [K|K].
    + apply Nat.eqb_eq in H. split; [auto|contradiction].
    + apply andb_prop in H as [H E]. apply negb_true_iff, Nat.eqb_neq in H.
      split; [contradiction|]. intros _. split; auto. apply existsb_exists in E as (y & I & E).
      apply (column_ok ru R C C2 k MK) in I as [Hy KY]; [|lia]. apply andb_prop in E as [E1 E2].
      apply Nat.eqb_eq in E2. exists y. rewrite KY, (col_pred C) by (auto; lia). auto.
  - intros c Hc. specialize (G c ltac:(apply in_seq; lia)).
    apply existsb_exists in G as (g & I & E). apply andb_prop in E as [E1 E2].
    apply Nat.eqb_eq in E2. exists g. split; auto. split; auto. rewrite MK in I. simpl in I.
    rewrite nth_map_seq in I by lia. apply filter_In in I as [_ I]. now apply Nat.eqb_eq.
Qed.
Lemma within_sound A f W : (forall x, has W x = true -> x < n) -> within_ok A f W = true ->
  FreeLevels.within C (has A) f (has W).
Proof.
  intros B H x X K. unfold within_ok in H. apply orb_prop in H as [H|H].
  - now rewrite (empty_has _ x H) in X.
  - rewrite forallb_forall in H. specialize (H x (proj2 (in_cells ru R C C2 k MK x) (B x X))).
    rewrite (col_ok ru R C C2 k MK) in H by auto. apply Nat.ltb_lt in K. now rewrite X, K in H.
Qed.

(** The boards of [q], which results from opening [b'] after a step to [d], are reached from boards of
    [p] by a move of the card of the step, and moves within open cells of free levels. *)
Definition back_ok p d (b' : board) q :=
  let A := fr q in let f := nf q in
  ((f =? 0) || match kru k with Standard => true | _ => false end) &&
  levels_ok A f && free_ok A f b' &&
  (within_ok A f (pinned k (op p) d) && within (op q) (union A (pinned k (op p) d)) ||
   match kru k with Standard => true | _ => false end &&
   within_ok A f (op p) && within (op q) (union A (op p)) && has (op p) d && negb (has A d) &&
     ((colof d =? 0) || forallb (fun e => if has (op p) e && (colof e =? colof d)
        then has (op p) (e - 1) && has A (e - 1) else true) (kcells k))).

Lemma back_sound p Y d b' V q : is_sane R C p -> take k p Y d = Some (b', V, q) ->
  back_ok p d b' q = true ->
  FreeLevels.levels R C (has (fr q)) (nf q) /\ (nf q = 0 \/ ru = Standard) /\
  back ru R C (has (fr q)) (has (op p)) (bd p) Y (has (op q)) (bd q).
Proof.
  intros S T H.
  destruct (take_ok ru R C C2 k MK _ _ _ _ _ _ S T) as
    (b & y & SB & Hy & Hd & <- & LG & -> & SUB & _ & _ & _ & cells & EQ).
  unfold back_ok in H. replace (kru k) with ru in H by (now rewrite MK).
  rewrite !andb_true_iff in H. destruct H as (((ST & LV) & F) & Q).
  assert (BA := LV). unfold levels_ok in BA. apply andb_prop in BA as [BA _].
  apply levels_sound in LV. apply free_sound in F; auto.
  assert (STD : nf q = 0 \/ ru = Standard).
  { apply orb_prop in ST as [ST|ST]; [left; now apply Nat.eqb_eq|right]. now destruct ru. }
  split; [auto|split; [auto|]]. assert (C1 : 1 <= C) by lia.
  assert (SQ : stands (has (op q)) (play b y d) (bd q)).
  { rewrite EQ. unfold opened. destruct (if empty _ then _ else _) as [free f]. cbn [op bd].
    apply (sorted_stands ru R C C2 k MK). rewrite play_length. apply SB. }
  assert (MO : forall W', within (op q) (union (fr q) W') = true ->
    back ru R C (has (fr q)) (has (op p)) (bd p) (get b y) (or (has (fr q)) (has W')) (play b y d)
      ->
    back ru R C (has (fr q)) (has (op p)) (bd p) (get b y) (has (op q)) (bd q)).
  { intros W' WI B t TS. apply B. eapply stands_mono; [|eapply stands_trans; [exact SQ|exact TS]].
    intros x X. apply (within_has _ _ _ WI) in X. rewrite has_union in X. unfold or.
    now rewrite orb_comm. }
  assert (PW : forall x, has (pinned k (op p) d) x = true -> x < n).
  { intros x X. rewrite (pinned_ok ru R C C2 k MK) in X by auto. apply step_open_sub in X.
    now apply (s_wide _ _ _ S). }
  apply orb_prop in Q as [Q|Q].
  - apply andb_prop in Q as [WI IN]. apply (MO _ IN). apply within_sound in WI; auto.
    assert (EX : forall x, or (has (fr q)) (has (pinned k (op p) d)) x =
      or (has (fr q)) (step_open C (has (op p)) d) x).
    { intros x. unfold or. now rewrite (pinned_ok ru R C C2 k MK). }
    assert (B := back_step ru R C C1 (has (fr q)) (nf q) LV STD (has (op p)) (bd p) b y d
      SB Hy Hd LG F).
    intros t TS. apply B.
    * intros x X. apply WI. now rewrite (pinned_ok ru R C C2 k MK).
    * eapply stands_mono; [|exact TS]. intros x. now rewrite EX.
  - rewrite !andb_true_iff in Q. destruct Q as (((((ST1 & WI) & IN) & WD) & AD) & BL).
    apply (MO _ IN). apply negb_true_iff in AD.
    assert (RS : ru = Standard) by (now destruct ru).
    apply (back_join ru R C C1 (has (fr q)) (nf q) LV STD); auto.
    + eapply stands_uniq; [exact SB|apply (s_uniq _ _ _ S)].
    + apply within_sound; auto. apply (s_wide _ _ _ S).
    + intros K e WE CE. rewrite (col_ok ru R C C2 k MK) in BL by auto.
      apply Nat.eqb_neq in K. rewrite K in BL. cbn [orb] in BL. rewrite forallb_forall in BL.
      assert (He := s_wide _ _ _ S _ WE).
      specialize (BL e (proj2 (in_cells ru R C C2 k MK e) He)).
      rewrite (col_ok ru R C C2 k MK) in BL by auto. rewrite WE, CE, Nat.eqb_refl in BL.
      now apply andb_prop in BL.
Qed.

(** The step of [X] to [c], which sleeps at [p], sleeps after the step of [Y] at [q]. *)
Definition may_sleep p X c :=
  negb (rankof X =? 0) && negb (has (op p) c) && negb (has (fr p) (c - 1)) &&
  negb (has (fr p) (get (at_ p) X)).
Definition sleeps p (Y : nat) q (s : known) := let '(X, c, _) := s in
  may_sleep p X c && may_sleep q X c && negb (X =? Y) && negb (X - 1 =? Y) &&
  (Y <=? kK k) && ((rankof Y =? 0) || negb (Y - 1 =? X)) && (X <=? kK k) && (c <? kN k) && (get
    (bd p) c =? 0) && negb (has (fr q) c) &&
  let x := get (at_ q) X in
  (x <? kN k) && (get (bd q) x =? X) &&
  (negb (has (op q) x) || empty (inter (fr q) (mget (kcolm k) (colof x)))).
Theorem sleeps_ok p X c o Y d b' V q : is_sane R C p -> is_sane R C q ->
  take k p Y d = Some (b', V, q) -> back_ok p d b' q = true ->
  asleep (has (op p)) (bd p) X c -> sleeps p Y q (X, c, o) = true ->
  asleep (has (op q)) (bd q) X c.
Proof.
  intros SP SQ TK BK AS H. unfold sleeps, may_sleep in H. rewrite !andb_true_iff in H.
  destruct H as ((((((((((MP & MQ) & N1) & N2) & YN) & N3) & XN) & Hc) & G) & AC) & (Hx1 & E1) &
    AX).
  destruct MP as (((KX & OC) & _) & _). destruct MQ as (((_ & _) & AP) & AXX).
  rewrite negb_true_iff in *. apply Nat.eqb_neq in KX, N1, N2. apply Nat.leb_le in XN, YN.
  apply Nat.ltb_lt in Hc, Hx1. apply Nat.eqb_eq in G, E1.
  replace (kN k) with n in * by (now rewrite MK). replace (kK k) with N in * by (now rewrite MK).
  rewrite (rank_ok ru R C C2 k MK) in KX, N3 by auto.
  assert (N4 : rank Y <> 0 -> Y - 1 <> X).
  { intros KY. apply Nat.eqb_neq in KY. rewrite KY in N3. cbn in N3.
    now apply negb_true_iff, Nat.eqb_neq in N3. }
  destruct (back_sound p Y d b' V q SP TK BK) as (LV & STD & B). assert (C1 : 1 <= C) by lia.
  apply (lemma4 ru R C C1 (has (fr q)) (nf q) LV STD (has (op p)) (bd p) X c Y); auto.
  intros t x ST EX. destruct (has (fr q) x) eqn:A; auto. exfalso.
  destruct (stands_place R C _ _ _ x ST) as (y & J & E).
  assert (X0 : X <> 0). { intros ->. apply KX, rank_0. }
  assert (y = get (at_ q) X). { apply (s_uniq _ _ _ SQ); congruence. } subst y.
  destruct J as [->|(H1 & H2 & W1 & W2 & K)]; [congruence|].
  rewrite W2 in AX. cbn [negb orb] in AX. apply (empty_has _ x) in AX.
  rewrite has_inter, A, (col_ok ru R C C2 k MK), <- K in AX by auto.
  now rewrite (colm_in ru R C C2 k MK) in AX.
Qed.
End SleepChecks.
