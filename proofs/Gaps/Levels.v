(** * Levels: the invariants of moves and arrangements

    A cell of a level stays in it with every move ([level_move]), and with every arrangement of
    open cells that are in levels ([level_stands]). This is why the conditions (a) and (b) of
    docs/certificates/positions.md hold for every position of a tree (Reached.v). *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Opening.
Import ListNotations.

Set Default Proof Using "All".

Section Levels.
Variable ru : rules.
Variables R C : nat.
Hypothesis C2 : 2 <= C.
Notation n := (n R C).
Notation col := (col C).
Notation rank := (rank C).
Notation suit := (suit C).
Notation legal := (legal ru C).
Notation stands := (stands R C).
Notation joint := (joint R C).
Notation level := (level R C).
Notation is_free := (is_free R C).
Notation free_levels := (free_levels ru R C).
Notation top := (top ru C).
Notation cells := (cells R C).

Lemma in_cells x : In x cells <-> x < n.
Proof. unfold Opening.cells. rewrite in_seq. lia. Qed.
Lemma rank_lt X : rank X < C - 1.
Proof. apply Nat.mod_upper_bound. lia. Qed.
Lemma rank_suit_pred X : X <> 0 -> rank X <> 0 ->
  rank (X - 1) = rank X - 1 /\ suit (X - 1) = suit X.
Proof.
  unfold Rules.rank, Rules.suit. intros X0 K. assert (D : C - 1 <> 0) by lia.
  assert (E := Nat.div_mod (X - 1) (C - 1) D). assert (B := Nat.mod_upper_bound (X - 1) (C - 1) D).
  set (q := (X - 1) / (C - 1)) in *. set (r := (X - 1) mod (C - 1)) in *. split; symmetry.
  - apply Nat.mod_unique with q; lia.
  - apply Nat.div_unique with (r - 1); lia.
Qed.
Lemma col_next x : col x + 1 < C -> col (x + 1) = col x + 1.
Proof.
  unfold Rules.col. intros H. assert (D := Nat.div_mod x C ltac:(lia)). symmetry.
  apply Nat.mod_unique with (x / C); lia.
Qed.
Lemma col_before x : col x <> 0 -> col (x - 1) = col x - 1 /\ x - 1 + 1 = x.
Proof.
  intros K. assert (x <> 0) by (intros ->; now rewrite col_0 in K). split; [|lia].
  unfold Rules.col in *. assert (D := Nat.div_mod x C ltac:(lia)).
  assert (B := Nat.mod_upper_bound x C ltac:(lia)). symmetry.
  apply Nat.mod_unique with (x / C); lia.
Qed.

(** ** Levels in other words *)

Lemma below_0 b x : below R C b 0 x = (x <? n) && (col x =? 0).
Proof. apply andb_true_r. Qed.
Lemma below_S b j x : below R C b (S j) x = (x <? n) && (col x =? S j) && level b j (x - 1).
Proof. unfold Opening.level, gap_in, card_in. now rewrite <- andb_orb_distrib_r. Qed.
Lemma suits_S b j s : suits R C b (S j) s =
  existsb (fun x => card_in R C b j x && (suit (get b x) =? s)) cells.
Proof. reflexivity. Qed.
Lemma level_spec b k x : level b k x = true <-> x < n /\ col x = k /\
  (k <> 0 -> level b (k - 1) (x - 1) = true) /\
  (get b x <> 0 -> rank (get b x) = k /\
    (k <> 0 -> exists y, level b (k - 1) y = true /\ get b y = get b x - 1)).
Proof.
  assert (B : below R C b k x = true <-> x < n /\ col x = k /\
    (k <> 0 -> level b (k - 1) (x - 1) = true)).
  { destruct k as [|j]; [rewrite below_0|rewrite below_S, Nat.sub_succ, Nat.sub_0_r];
      rewrite !andb_true_iff, Nat.ltb_lt, Nat.eqb_eq; intuition lia. }
  unfold Opening.level at 1, gap_in, card_in. rewrite <- andb_orb_distrib_r, andb_true_iff, B.
  clear B. unfold card_at, gap_at.
  destruct (Nat.eqb_spec (get b x) 0) as [E|E]; cbn [negb andb orb].
  - intuition.
  - rewrite andb_true_iff, Nat.eqb_eq. split.
    + intros ((H & K & L) & Q & S).
      split; [auto|split; [auto|split; [auto|]]].
      intros _. split; auto. intros K0. destruct k as [|j]; [contradiction|].
      rewrite Nat.sub_succ, Nat.sub_0_r. rewrite suits_S in S. apply existsb_exists in S as (y & _ & S).
      apply andb_prop in S as [S1 S2]. apply Nat.eqb_eq in S2. exists y. split.
      * unfold Opening.level. now rewrite S1, orb_true_r.
      * unfold card_in, card_at, gap_at in S1. rewrite !andb_true_iff in S1.
        destruct S1 as (_ & (S3 & S4) & _). apply negb_true_iff, Nat.eqb_neq in S3.
        apply Nat.eqb_eq in S4. assert (K1 : rank (get b x) <> 0) by lia.
        destruct (rank_suit_pred _ E K1). apply (same_card C); auto; try lia; try congruence.
        now apply (rank_pred C).
    + intros (H & K & L & D). destruct (D E) as [Q S]. split; auto. split; auto.
      destruct k as [|j]; auto. rewrite suits_S. apply existsb_exists.
      destruct (S ltac:(lia)) as (y & Ly & Ey). rewrite Nat.sub_succ, Nat.sub_0_r in Ly.
      assert (K1 : rank (get b x) <> 0) by lia. assert (Y0 := rank_pred C _ E K1).
      rewrite <- Ey in Y0.
      assert (CY : card_in R C b j y = true).
      { unfold Opening.level in Ly. apply orb_prop in Ly as [Ly|]; auto. unfold gap_in in Ly.
        apply andb_prop in Ly as [_ Ly]. now apply Nat.eqb_eq in Ly. }
      exists y. split.
      * apply in_cells. unfold card_in in CY. apply andb_prop in CY as [CY _].
        destruct j; cbn in CY; apply andb_prop in CY as [CY _];
          try (apply andb_prop in CY as [CY _]); now apply Nat.ltb_lt.
      * rewrite CY, Ey. apply Nat.eqb_eq. now apply rank_suit_pred.
Qed.
Lemma level_lt b k x : level b k x = true -> x < n /\ col x = k.
Proof. intros H. apply level_spec in H. tauto. Qed.
Lemma level_before b k x : level b k x = true -> k <> 0 -> level b (k - 1) (x - 1) = true.
Proof. intros H. apply level_spec in H. tauto. Qed.
Lemma level_rank b k x : level b k x = true -> get b x <> 0 -> rank (get b x) = k.
Proof. intros H X. apply level_spec in H. now apply H. Qed.
Lemma level_gap b k x : x < n -> col x = k -> (k <> 0 -> level b (k - 1) (x - 1) = true) ->
  get b x = 0 -> level b k x = true.
Proof.
  intros. apply level_spec. split; [auto|split; [auto|split; [auto|]]].
  contradiction.
Qed.

Lemma gap_in_spec b k x : gap_in R C b k x = true <-> level b k x = true /\ get b x = 0.
Proof.
  unfold Opening.level, card_in, gap_in, card_at, gap_at.
  destruct (below R C b k x), (Nat.eqb_spec (get b x) 0), (rank (get b x) =? k),
    (suits R C b k (suit (get b x))); cbn; intuition congruence.
Qed.
Lemma card_in_spec b k x : card_in R C b k x = true <-> level b k x = true /\ get b x <> 0.
Proof.
  unfold Opening.level, card_in, gap_in, card_at, gap_at.
  destruct (below R C b k x), (Nat.eqb_spec (get b x) 0), (rank (get b x) =? k),
    (suits R C b k (suit (get b x))); cbn; intuition congruence.
Qed.
Lemma is_free_spec b k : is_free b k = true <->
  (exists g, level b k g = true /\ get b g = 0) /\
  (exists y, level b k y = true /\ get b y <> 0).
Proof.
  unfold Opening.is_free. rewrite andb_true_iff, !existsb_exists. split.
  - intros ((g & _ & G) & (y & _ & Y)). apply gap_in_spec in G. apply card_in_spec in Y. eauto.
  - intros ((g & G) & (y & Y)). split; [exists g|exists y].
    + split; [apply in_cells; now apply (level_lt b k)|now apply gap_in_spec].
    + split; [apply in_cells; now apply (level_lt b k)|now apply card_in_spec].
Qed.
Lemma count_spec b todo : forall k, k <= count R C b todo k <= k + todo /\
  (forall j, k <= j < count R C b todo k -> is_free b j = true) /\
  (count R C b todo k < k + todo -> is_free b (count R C b todo k) = false).
Proof.
  induction todo as [|todo IH]; intros k; cbn; [split; [lia|split; intros; lia]|].
  destruct (is_free b k) eqn:F; [|split; [lia|split; [intros; lia|auto]]].
  destruct (IH (S k)) as (I1 & I2 & I3). split; [lia|]. split.
  - intros j Hj. destruct (Nat.eq_dec j k) as [->|]; auto. apply I2. lia.
  - intros H. apply I3. lia.
Qed.
Lemma free_top b : free_levels b <= top.
Proof. apply (count_spec b top 0). Qed.
Lemma free_before b j : j < free_levels b -> is_free b j = true.
Proof. intros H. apply (count_spec b top 0). split; [lia|exact H]. Qed.
Lemma free_end b : free_levels b < top -> is_free b (free_levels b) = false.
Proof. apply (count_spec b top 0). Qed.
Lemma free_all b k : k < top -> (forall j, j <= k -> is_free b j = true) -> k < free_levels b.
Proof.
  intros K F. destruct (le_lt_dec (free_levels b) k) as [H|]; auto.
  assert (E := free_end b ltac:(lia)). rewrite F in E by exact H. discriminate.
Qed.
Lemma free_same_count b t : (forall k, is_free b k = is_free t k) -> free_levels b = free_levels t.
Proof.
  intros E. unfold Opening.free_levels. generalize 0.
  induction top as [|todo IH]; intros k; cbn; auto. rewrite E. destruct (is_free t k); auto.
Qed.

(** ** A move keeps levels *)

Lemma level_move b x c : length b = n -> uniq b -> x < n -> c < n -> legal b x c = true ->
  forall k,
  (forall y, level b k y = true -> level (play b x c) k y = true) /\
  (forall y, level b k y = true -> get b y <> 0 ->
    exists z, level (play b x c) k z = true /\ get (play b x c) z = get b y).
Proof.
  intros L U Hx Hc LG. apply legal_may in LG as [X0 G T N].
  assert (GP : forall y, get (play b x c) y = if c =? y then get b x else if x =? y then 0
    else get b y) by (intros; apply get_play; lia).
  set (b' := play b x c) in *. set (X := get b x) in *.
  induction k as [k IH] using lt_wf_ind.
  assert (P1 : forall y, level b k y = true -> level b' k y = true).
  { intros y H. apply level_spec in H as (Hy & K & B & D). apply level_spec.
    split; [auto|split; [auto|split]].
    - intros K0. apply (IH (k - 1)); [lia|auto].
    - rewrite GP. destruct (Nat.eqb_spec c y) as [<-|NC].
      + intros _. destruct (Nat.eq_dec k 0) as [K0|K0].
        * split; [|contradiction]. destruct (Nat.eq_dec (rank X) 0) as [Q|Q]; [congruence|].
          destruct (N Q). congruence.
        * destruct (Nat.eq_dec (rank X) 0) as [Q|Q]; [destruct (T Q); congruence|].
          destruct (N Q) as [_ E]. assert (B1 := B K0). assert (Z := rank_pred C X X0 Q).
          rewrite <- E in Z. assert (Q1 := level_rank _ _ _ B1 Z). rewrite E in Q1.
          destruct (rank_suit_pred X X0 Q) as [Q2 _]. split; [lia|]. intros _.
          destruct (proj2 (IH (k - 1) ltac:(lia)) _ B1 Z) as (z & Lz & Ez). exists z.
          rewrite Ez. auto.
      + destruct (Nat.eqb_spec x y) as [<-|NX]; [contradiction|]. intros Y0.
        destruct (D Y0) as [Q S]. split; auto. intros K0. destruct (S K0) as (z & Lz & Ez).
        assert (Z : get b z <> 0) by (rewrite Ez; apply (rank_pred C); auto; lia).
        destruct (proj2 (IH (k - 1) ltac:(lia)) _ Lz Z) as (w & Lw & Ew). exists w.
        rewrite Ew. auto. }
  split; auto. intros y H Y0. destruct (Nat.eq_dec y x) as [->|NX].
  - exists c. rewrite GP, Nat.eqb_refl. split; auto. apply level_spec in H as (_ & K & _ & D).
    destruct (D Y0) as [Q S]. fold X in Q, S. destruct (Nat.eq_dec k 0) as [K0|K0].
    + destruct (T ltac:(congruence)) as [KC _]. apply level_spec. rewrite GP, Nat.eqb_refl.
      split; [auto|split; [congruence|split; [contradiction|]]]. split; [auto|contradiction].
    + destruct (N ltac:(congruence)) as [KC E]. destruct (S K0) as (z & Lz & Ez).
      assert (Z : get b z <> 0) by (rewrite Ez; apply (rank_pred C); auto; lia).
      assert (z = c - 1) by (apply U; congruence). subst z.
      destruct (level_lt _ _ _ Lz) as [_ KZ]. destruct (col_before c KC) as [KB _].
      destruct (IH (k - 1) ltac:(lia)) as [I1 I2]. destruct (I2 _ Lz Z) as (w & Lw & Ew).
      apply level_spec. rewrite GP, Nat.eqb_refl.
      split; [auto|split; [lia|split; [auto|]]]. intros _. split; auto. intros _. exists w.
      rewrite Ew. auto.
  - exists y. split; auto. rewrite GP. destruct (Nat.eqb_spec c y) as [<-|]; [congruence|].
    destruct (Nat.eqb_spec x y); congruence.
Qed.

(** A level other than that of the target stays free. *)
Lemma is_free_move b x c j : length b = n -> uniq b -> x < n -> c < n -> legal b x c = true ->
  is_free b j = true -> j <> col c -> is_free (play b x c) j = true.
Proof.
  intros L U Hx Hc LG F NJ. assert (LM := level_move b x c L U Hx Hc LG j).
  apply is_free_spec in F as ((g & Lg & G) & (y & Ly & Y)). apply is_free_spec. split.
  - exists g. split; [now apply LM|]. rewrite get_play by lia.
    destruct (Nat.eqb_spec c g) as [<-|_]; [|now destruct (x =? g)].
    exfalso. destruct (level_lt _ _ _ Lg). lia.
  - destruct (proj2 LM y Ly Y) as (z & Lz & Ez). exists z. split; congruence.
Qed.

(** ** So does an arrangement of open cells that are in levels *)

Definition in_levels b (W : nat -> bool) := forall x, W x = true -> level b (col x) x = true.

Lemma level_place b W t k z : in_levels b W -> stands W b t -> level b k z = true ->
  exists w, level b k w = true /\ get t w = get b z /\ (w = z \/ W w = true).
Proof.
  intros O S H. destruct (stands_place R C _ _ _ z (stands_sym R C _ _ _ S)) as (w & J & E).
  exists w. split; [|split; [auto|]].
  - destruct J as [<-|(_ & _ & _ & W2 & K)]; auto. destruct (level_lt _ _ _ H) as [_ <-].
    rewrite K. now apply O.
  - destruct J as [<-|(_ & _ & _ & W2 & _)]; auto.
Qed.
Lemma level_stands b W t : in_levels b W -> stands W b t ->
  forall k x, level b k x = level t k x.
Proof.
  intros O S. enough (Q : forall k, (forall x, level b k x = true -> level t k x = true) /\
    (forall x, level t k x = true -> level b k x = true)).
  { intros k x. destruct (Q k) as [Q1 Q2]. specialize (Q1 x). specialize (Q2 x).
    destruct (level b k x), (level t k x); auto; symmetry; auto. }
  induction k as [k IH] using lt_wf_ind. split; intros x H.
  - assert (HX := H). apply level_spec in H as (Hx & K & B & D). apply level_spec.
    split; [auto|split; [auto|split]].
    + intros K0. apply (IH (k - 1)); [lia|auto].
    + intros X0. destruct (stands_place R C _ _ _ x S) as (y & J & E). rewrite E in *.
      assert (LY : level b k y = true).
      { destruct J as [<-|(_ & _ & _ & W2 & KJ)]; auto. rewrite <- K, KJ. now apply O. }
      split; [now apply (level_rank b k y)|]. intros K0. apply level_spec in LY as (_ & _ & _ & DY).
      destruct (proj2 (DY X0) K0) as (z & Lz & Ez).
      destruct (level_place b W t (k - 1) z O S Lz) as (w & Lw & Ew & _). exists w.
      split; [apply (IH (k - 1)); [lia|auto]|congruence].
  - apply level_spec in H as (Hx & K & B & D).
    destruct (W x) eqn:WX; [rewrite <- K; now apply O|].
    rewrite (stands_closed R C _ _ _ _ S WX) in D. apply level_spec.
    split; [auto|split; [auto|split]].
    + intros K0. apply (IH (k - 1)); [lia|auto].
    + intros X0. destruct (D X0) as [Q P]. split; auto. intros K0.
      destruct (P K0) as (z & Lz & Ez).
      destruct (stands_place R C _ _ _ z S) as (w & J & E). exists w. split; [|congruence].
      assert (Lz' : level b (k - 1) z = true) by (apply (IH (k - 1)); [lia|auto]).
      destruct J as [<-|(_ & _ & _ & W2 & KJ)]; auto. destruct (level_lt _ _ _ Lz) as [_ KZ].
      rewrite <- KZ, KJ. now apply O.
Qed.
Lemma in_levels_stands b W t : in_levels b W -> stands W b t -> in_levels t W.
Proof. intros O S x X. rewrite <- (level_stands b W t O S). now apply O. Qed.
Lemma is_free_stands b W t k : in_levels b W -> stands W b t -> is_free b k = true ->
  is_free t k = true.
Proof.
  intros O S F. apply is_free_spec in F as ((g & Lg & G) & (y & Ly & Y)). apply is_free_spec.
  split.
  - destruct (level_place b W t k g O S Lg) as (w & Lw & Ew & _). exists w.
    rewrite <- (level_stands b W t O S). split; congruence.
  - destruct (level_place b W t k y O S Ly) as (w & Lw & Ew & _). exists w.
    rewrite <- (level_stands b W t O S). split; congruence.
Qed.
Lemma free_stands b W t : in_levels b W -> stands W b t -> free_levels b = free_levels t.
Proof.
  intros O S. apply free_same_count. intros k.
  assert (A := is_free_stands b W t k O S).
  assert (B := is_free_stands t W b k (in_levels_stands b W t O S) (stands_sym R C _ _ _ S)).
  destruct (is_free b k), (is_free t k); auto; symmetry; auto.
Qed.
End Levels.
