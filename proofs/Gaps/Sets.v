(** * The checker: persistent sets (lemma 3) *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Relaxation
  Gaps.Persistent Gaps.Machine Gaps.Moves Gaps.DeadEnds.
Import ListNotations.

Set Default Proof Using "All".

Section Sets.
Variables (ru : rules) (R C : nat).
Hypothesis C2 : 2 <= C.
Variable k : cfg.
Hypothesis MK : k = make ru R C.
Notation n := (n R C).
Notation N := (R * (C - 1)).
Notation col := (col C).
Notation rank := (rank C).
Notation legal := (legal ru C).
Notation stands := (stands R C).
Notation joint := (joint R C).
Notation colof := (colof k).
Notation rankof := (rankof k).
Notation suitof := (suitof k).
Notation lostT := (lostT ru R C).
Notation tables := (tables k).
Notation fixpoint := (fixpoint k).
Notation starts := (starts k).
Notation re := (re k).
Notation fixpoint_ok := (fixpoint_ok ru R C C2 k MK).

Notation known := (nat * nat * option pos)%type.
Definition in_set (T : list (nat * nat)) := fold_left (fun m s => union m (one (fst s))) T none.
Definition target_of (T : list (nat * nat)) X :=
  match find (fun s => fst s =? X) T with Some s => snd s | None => 0 end.
Definition is_two X := (rankof X =? 0) && match kru k with FixedSuits => false | _ => true end.
Definition pers1 p (frozen g : mask) (s : nat * nat) :=
  let (X, c) := s in
  let b := bd p in let x := get (at_ p) X in let F Y := has frozen Y in
  negb (X =? 0) && (X <=? kK k) && (x <? kN k) && (get b x =? X) && negb (has (op p) x) &&
  (if is_two X then negb (colof x =? 0)
   else (c <? kN k) && legalk k b x c && negb (has (op p) c) && negb (has (op p) (c - 1)) &&
     ((rankof X =? 0) || F (X - 1) || negb (has g (c - 1)))) &&
  ((kK k <=? X) || (rankof (X + 1) =? 0) || F (X + 1) || negb (has g (x + 1)) ||
    negb (x + 1 <? kN k) || (colof (x + 1) =? 0)).
Definition two_gaps_ok p :=
  match filter (fun x => get (bd p) x =? 0) (column k 0) with
  | g :: h :: _ => negb (g =? h) | _ => false end.
Definition pers_twos p (frozen g : mask) (done : list known) :=
  forallb (fun x => let X := get (bd p) x in
    if negb (X =? 0) && (rankof X =? 0) && negb (has frozen X) then colof x =? 0 else true)
    (kcells k) &&
  forallb (cover_cell k p done) (column k 0) &&
  match kru k with
  | Standard => two_gaps_ok p
  | FixedSuits => true
  | FixedTwos => empty (op p) && existsb (fun x => get (bd p) x =? 0) (column k 0) &&
      forallb (fun x => (get (bd p) x =? 0) || negb (has g x)) (column k 0)
  end.
Definition pers p (T : list (nat * nat)) (done : list known) :=
  let frozen := in_set T in
  let ss := starts p in
  let (rs, g) := tables frozen p ss in
  match T with [] => false | _ => true end &&
  fixpoint frozen p (table ss) (table rs) g &&
  forallb (pers1 p frozen g) T &&
  forallb (fun s => existsb (fun d : known => let '(Y, e, _) := d in
    (Y =? fst s) && (e =? snd s)) done) T &&
  (if existsb (fun s => is_two (fst s)) T then pers_twos p frozen g done else true).

Lemma in_set_ok T X : has (in_set T) X = true <-> exists c, In (X, c) T.
Proof.
  unfold in_set.
  enough (G : forall (T : list (nat * nat)) m, has (fold_left (fun m s => union m (one (fst s))) T
    m) X = true <->
    has m X = true \/ exists c, In (X, c) T).
  { rewrite G, has_none. split; [intros [?|?]; [discriminate|auto]|auto]. }
  clear T. induction T as [|[Y d] T IH]; intros m; simpl.
  - split; [auto|intros [?|[c []]]; auto].
  - rewrite IH, has_union, has_one, orb_true_iff, Nat.eqb_eq. split.
    + intros [[?|<-]|[c ?]]; eauto.
    + intros [?|[c [E|?]]]; eauto. injection E as <- <-. auto.
Qed.
Lemma target_of_ok T X : has (in_set T) X = true -> In (X, target_of T X) T.
Proof.
  intros H. apply in_set_ok in H as [c I]. unfold target_of. destruct (find _ _) as [[Y d]|] eqn:E.
  - apply find_some in E as [J E]. cbn in *. apply Nat.eqb_eq in E as ->. exact J.
  - exfalso. assert (Q := find_none _ _ E _ I). cbn in Q. now rewrite Nat.eqb_refl in Q.
Qed.
Lemma is_two_ok X : X <= N -> is_two X = negb (single ru C X).
Proof.
  intros H. unfold is_two, single. rewrite (rank_ok ru R C) by auto.
  replace (kru k) with ru by (now rewrite MK). destruct (rank X =? 0), ru; auto.
Qed.

Theorem pers_ok p T done : is_sane R C p -> Forall (known_ok ru R C p) done ->
  pers p T done = true -> lostT p.
Proof.
  intros S D H t ST. unfold pers in H. destruct (tables _ _ _) as [rs g].
  set (fro := in_set T) in *. set (F := has fro). rewrite !andb_true_iff in H.
  destruct H as ((((NE & FP) & PS) & DN) & TW).
  rewrite forallb_forall in PS, DN.
  destruct (fixpoint_ok fro p (table rs) g t S FP ST) as [CLO HO].
  assert (L : length t = n) by apply ST.
  assert (U := stands_uniq R C _ _ _ ST (s_uniq _ _ _ S)).
  assert (CL : forall x, has (op p) x = false -> get t x = get (bd p) x)
    by (intros; eapply stands_closed; eauto).
  assert (KN : kN k = n) by (now rewrite MK). assert (KK : kK k = N) by (now rewrite MK).
  set (pos_ := get (at_ p)). set (to_ := target_of T).
  assert (AL : forall X, F X = true -> X <> 0 /\ X <= N /\ pos_ X < n /\ get t (pos_ X) = X /\
    (single ru C X = true -> to_ X < n /\ legal t (pos_ X) (to_ X) = true) /\
    (single ru C X = false -> col (pos_ X) <> 0) /\
    (single ru C X = true -> rank X <> 0 -> F (X - 1) = false -> has g (to_ X - 1) = false) /\
    (rank (X + 1) <> 0 -> F (X + 1) = false -> col (pos_ X + 1) <> 0 -> pos_ X + 1 < n ->
      has g (pos_ X + 1) = false)).
  { intros X FX. assert (I := target_of_ok T X FX). assert (Q := PS _ I).
    unfold pers1 in Q. cbn zeta in Q. change (get (at_ p) X) with (pos_ X) in Q.
    change (target_of T X) with (to_ X) in Q. rewrite KN, KK in Q. rewrite !andb_true_iff in Q.
    destruct Q as ((((((Q1 & Q2) & Q3) & Q4) & Q5) & Q6) & Q7).
    apply negb_true_iff, Nat.eqb_neq in Q1. apply Nat.leb_le in Q2. apply Nat.ltb_lt in Q3.
    apply Nat.eqb_eq in Q4. apply negb_true_iff in Q5. rewrite is_two_ok in Q6 by auto.
    rewrite (col_ok ru R C C2 k MK (pos_ X)) in Q6 by auto.
    split; [auto|split; [auto|split; [auto|]]]. split; [now rewrite CL|].
    split; [|split; [|split]].
    - intros SG. rewrite SG in Q6. cbn [negb] in Q6. rewrite !andb_true_iff in Q6.
      destruct Q6 as ((((P1 & P2) & P3) & P4) & P5). apply Nat.ltb_lt in P1. split; auto.
      apply (legalk_ok ru R C C2 k MK) in P2; auto. apply negb_true_iff in P3, P4.
      apply legal_may in P2. apply legal_may. destruct P2 as [A1 A2 A3 A4].
      split; rewrite ?(CL _ Q5), ?(CL _ P3), ?(CL _ P4); auto.
    - intros SG. rewrite SG in Q6. now apply negb_true_iff, Nat.eqb_neq in Q6.
    - intros SG KX FP1. rewrite SG in Q6. cbn [negb] in Q6. rewrite !andb_true_iff in Q6.
      destruct Q6 as (_ & P5). rewrite (rank_ok ru R C) in P5 by auto.
      apply Nat.eqb_neq in KX. change (has fro) with F in P5. rewrite KX, FP1 in P5. cbn in P5.
      now apply negb_true_iff.
    - intros KX FS KC HX. change (has fro) with F in Q7. rewrite FS in Q7.
      rewrite (col_ok ru R C C2 k MK (pos_ X + 1)) in Q7 by auto.
      apply Nat.eqb_neq in KC. apply Nat.ltb_lt in HX. rewrite KC, HX in Q7.
      destruct (Nat.leb_spec N X) as [LN|LN].
      + exfalso. apply KX. assert (X = N) by lia. subst X. unfold Rules.rank.
        rewrite Nat.add_sub. apply Nat.mod_mul. lia.
      + rewrite (rank_ok ru R C) in Q7 by (auto; lia). apply Nat.eqb_neq in KX. rewrite KX in Q7.
        cbn in Q7. rewrite !orb_false_r in Q7. now apply negb_true_iff. }
  assert (TWF : twos ru C F -> pers_twos p fro g done = true).
  { intros [X [FX SG]]. destruct (existsb _ T) eqn:E; auto. exfalso.
    assert (Q : existsb (fun s => is_two (fst s)) T = true); [|congruence].
    apply existsb_exists. exists (X, to_ X). split; [now apply target_of_ok|]. cbn.
    rewrite is_two_ok by (now apply AL). now rewrite SG. }
  assert (N0 : 0 < n -> forall x, In x (column k 0) <-> x < n /\ col x = 0).
  { intros H0 x. rewrite (column_ok ru R C C2 k MK) by auto. now rewrite col_0. }
  assert (GT : forall x, x < n -> col x = 0 -> get (bd p) x = 0 ->
    exists y, joint (has (op p)) x y /\ y < n /\ col y = 0 /\ get t y = 0).
  { intros x Hx K G. destruct (stands_place R C _ _ _ x (stands_sym R C _ _ _ ST)) as (y & J & E).
    exists y. split; auto. split; [eapply joint_lt; eauto|]. split; [|congruence].
    now rewrite (joint_col _ _ _ _ _ J). }
  assert (EX : exists X, F X = true).
  { destruct T as [|[X c] T']; [discriminate|]. exists X. apply in_set_ok. exists c. now left. }
  destruct EX as [X0 FX0].
  apply (lemma3 ru R C C2 t L U F pos_ to_) with
    (start := st (table (starts p))) (reach := re (table rs)) (gaps := has g) (X := X0); auto.
  - intros X FX. destruct (AL X FX) as (A1 & A2 & A3 & A4 & _). auto.
  - intros X FX. now apply AL.
  - intros X FX. now apply AL.
  - intros TWO x XT KT FT. specialize (TWF TWO). unfold pers_twos in TWF.
    rewrite !andb_true_iff in TWF. destruct TWF as ((T1 & _) & _).
    destruct (stands_place R C _ _ _ x ST) as (y & J & E). rewrite E in *.
    assert (Hx : x < n) by (apply (get_in R C t x L); now rewrite E).
    assert (Hy := joint_lt _ _ _ _ _ J Hx). rewrite forallb_forall in T1.
    specialize (T1 y (proj2 (in_cells ru R C C2 k MK y) Hy)). cbn zeta in T1.
    rewrite (rank_ok ru R C) in T1 by (auto; now apply (s_card _ _ _ S)).
    change (has fro) with F in T1. apply Nat.eqb_neq in XT. rewrite XT, KT, FT in T1. cbn in T1.
    rewrite (col_ok ru R C) in T1 by auto. apply Nat.eqb_eq in T1.
    now rewrite <- (joint_col _ _ _ _ _ J).
  - intros TWO RU. specialize (TWF TWO). unfold pers_twos in TWF.
    rewrite !andb_true_iff in TWF. destruct TWF as (_ & T3).
    replace (kru k) with ru in T3 by (now rewrite MK). rewrite RU in T3. unfold two_gaps_ok in T3.
    destruct (filter _ _) as [|g1 [|g2 l]] eqn:E; try discriminate.
    apply negb_true_iff, Nat.eqb_neq in T3.
    assert (H0 : 0 < n) by (assert (Q := AL X0 FX0); lia).
    assert (IN : forall x, In x (g1 :: g2 :: l) -> x < n /\ col x = 0 /\ get (bd p) x = 0).
    { intros x I. rewrite <- E in I. apply filter_In in I as [I G]. apply N0 in I; auto.
      apply Nat.eqb_eq in G. tauto. }
    destruct (IN g1 (or_introl eq_refl)) as (P1 & P2 & P3).
    destruct (IN g2 (or_intror (or_introl eq_refl))) as (P4 & P5 & P6).
    destruct ST as (_ & _ & s & i & PM & EQ).
    assert (JI := proj1 (perm_inv R C _ _ _ PM)).
    exists (i g1), (i g2). split.
    { intros Q. apply T3. rewrite <- (proj2 (proj2 PM g1)), <- (proj2 (proj2 PM g2)). congruence. }
    split; [eapply joint_lt; eauto|]. split; [eapply joint_lt; eauto|].
    split; [now rewrite (joint_col _ _ _ _ _ (JI g1))|].
    split; [now rewrite (joint_col _ _ _ _ _ (JI g2))|].
    split; rewrite EQ; [now rewrite (proj2 (proj2 PM g1))|now rewrite (proj2 (proj2 PM g2))].
  - intros TWO RU. specialize (TWF TWO). unfold pers_twos in TWF.
    rewrite !andb_true_iff in TWF. destruct TWF as (_ & T3).
    replace (kru k) with ru in T3 by (now rewrite MK). rewrite RU in T3.
    rewrite !andb_true_iff in T3. destruct T3 as ((OE & EX) & T3).
    assert (H0 : 0 < n) by (assert (Q := AL X0 FX0); lia).
    assert (SM : forall x, get t x = get (bd p) x) by (intros; now apply CL, empty_has). split.
    + apply existsb_exists in EX as (x & I & G). apply N0 in I; auto. exists x.
      apply Nat.eqb_eq in G. rewrite SM. tauto.
    + intros x Hx K G. rewrite forallb_forall in T3. specialize (T3 x).
      rewrite N0 in T3 by auto. specialize (T3 (conj Hx K)). rewrite SM in G.
      apply Nat.eqb_neq in G. rewrite G in T3. now apply negb_true_iff.
  - intros X FX KX. apply AL; auto. unfold single. apply Nat.eqb_neq in KX. now rewrite KX.
  - intros X FX. now apply AL.
  - intros Y c FY (Hc & LG & TS). destruct (AL Y FY) as (Y0 & YN & Hp & EY & A5 & A6 & _).
    destruct (single ru C Y) eqn:SG.
    + rewrite TS by auto. assert (I := target_of_ok T Y FY). specialize (DN _ I).
      apply existsb_exists in DN as ([[Z e] q] & ID & E). cbn in E.
      apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1, E2. subst Z e.
      rewrite Forall_forall in D. destruct (D _ ID) as [AS _]. apply AS; auto. now apply A5.
    + assert (TWO : twos ru C F) by (now exists Y). specialize (TWF TWO). unfold pers_twos in TWF.
      rewrite !andb_true_iff in TWF. destruct TWF as ((_ & T2) & _).
      rewrite forallb_forall in T2. specialize (T2 c).
      destruct (not_single ru C Y SG) as [KY _]. assert (M := LG). apply legal_may in M.
      assert (KC : col c = 0) by (apply M; now rewrite EY).
      rewrite N0 in T2 by lia.
      destruct (cover_cell_ok ru R C C2 k MK p done c S D Hc (T2 (conj Hc KC)) t (pos_ Y) ST Hp LG)
        as [J|]; auto.
      exfalso. apply (A6 eq_refl). now rewrite <- (joint_col _ _ _ _ _ J).
Qed.
End Sets.
