(** * The checker's masks and arrays: their content, in the words of Opening.v

    Empty first ([settle_has]) and free levels ([free_has]) agree with Opening.v,
    and so do the gaps and the cells of cards that are kept with a board ([regap_has], [refresh_get]). *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Opening
  Gaps.Levels Gaps.Reached Gaps.Machine Gaps.Canonical.
Import ListNotations.

Set Default Proof Using "All".

(** ** Masks *)

Lemma mask_ext m k : (forall x, has m x = has k x) -> m = k.
Proof.
  intros E. apply N.bits_inj. intros i. specialize (E (N.to_nat i)). unfold has in E.
  now rewrite N2Nat.id in E.
Qed.
Lemma empty_false m : empty m = false -> exists x, has m x = true.
Proof.
  unfold empty, same_mask, none. intros E. apply N.eqb_neq in E. exists (N.to_nat (N.log2 m)).
  unfold has. rewrite N2Nat.id. now apply N.bit_log2.
Qed.
Lemma empty_true m : (forall x, has m x = false) -> empty m = true.
Proof.
  intros H. apply N.eqb_eq, mask_ext. intros x. now rewrite has_none.
Qed.
Lemma same_mask_ext m k : (forall x, has m x = has k x) -> same_mask m k = true.
Proof. intros E. apply N.eqb_eq. now apply mask_ext. Qed.
Lemma has_lowest m : forall x, has (lowest m) x = true <->
  has m x = true /\ forall y, y < x -> has m y = false.
Proof.
  assert (Z : forall p : positive, has (N.pos p~0) 0 = false) by reflexivity.
  assert (D : forall p x, has (N.pos p~0) (S x) = has (N.pos p) x).
  { intros p x. unfold has. rewrite Nat2N.inj_succ. change (N.pos p~0) with (2 * N.pos p)%N.
    now rewrite N.double_bits_succ. }
  assert (E : forall x, has (lowest none) x = false) by (intros; reflexivity).
  destruct m as [|p].
  { intros x. change (lowest 0%N) with (lowest none). rewrite E. split; [discriminate|]. now intros []. }
  induction p as [p _|p IH|].
  - assert (L : lowest (N.pos p~1) = 1%N).
    { unfold lowest. cbn [N.pred Pos.pred_N]. apply mask_ext. intros [|x].
      - unfold has. now rewrite N.ldiff_spec.
      - unfold has. rewrite N.ldiff_spec. change (N.pos p~1) with (2 * N.pos p + 1)%N.
        change (N.pos p~0) with (2 * N.pos p)%N. rewrite !Nat2N.inj_succ.
        rewrite N.testbit_odd_succ, N.testbit_even_succ by lia. rewrite andb_negb_r.
        symmetry. change 1%N with (2 * 0 + 1)%N. rewrite N.testbit_odd_succ by lia. reflexivity. }
    intros x. rewrite L. change 1%N with (one 0). rewrite has_one. split.
    + intros Q. apply Nat.eqb_eq in Q as <-. split; [reflexivity|lia].
    + intros [_ Q]. destruct x as [|x]; auto. specialize (Q 0 ltac:(lia)). discriminate.
  - assert (L : lowest (N.pos p~0) = (2 * lowest (N.pos p))%N).
    { unfold lowest. apply mask_ext. intros [|x].
      - unfold has. rewrite N.ldiff_spec. cbn [N.of_nat]. now rewrite N.testbit_even_0.
      - unfold has. rewrite N.ldiff_spec, Nat2N.inj_succ.
        replace (N.pred (N.pos p~0)) with (2 * N.pred (N.pos p) + 1)%N by lia.
        change (N.pos p~0) with (2 * N.pos p)%N.
        rewrite N.testbit_odd_succ, !N.testbit_even_succ by lia. now rewrite N.ldiff_spec. }
    intros x. rewrite L. destruct x as [|x].
    + unfold has. cbn [N.of_nat]. rewrite N.testbit_even_0. split; [discriminate|]. now intros [].
    + unfold has at 1. rewrite Nat2N.inj_succ, N.testbit_even_succ by lia.
      change (N.testbit ?a (N.of_nat x)) with (has a x). rewrite IH, D. split; intros [H1 H2].
      * split; auto. intros [|y] Hy; [apply Z|]. rewrite D. apply H2. lia.
      * split; auto. intros y Hy. rewrite <- D. apply H2. lia.
  - intros x. change (lowest 1%N) with (one 0). change 1%N with (one 0). rewrite has_one. split.
    + intros Q. split; auto. apply Nat.eqb_eq in Q as <-. lia.
    + now intros [].
Qed.
Lemma find_first (f : nat -> bool) m c : find f (seq 0 m) = Some c <->
  c < m /\ f c = true /\ forall d, d < c -> f d = false.
Proof.
  enough (G : forall a, find f (seq a m) = Some c <->
    a <= c < a + m /\ f c = true /\ forall d, a <= d < c -> f d = false).
  { rewrite G. intuition (auto with arith; lia). }
  induction m as [|m IH]; intros a; simpl; [split; [discriminate|lia]|].
  destruct (f a) eqn:E.
  - split.
    + intros [= <-]. split; [lia|split; [auto|lia]].
    + intros (H1 & H2 & H3). destruct (Nat.eq_dec a c) as [->|N]; auto.
      rewrite H3 in E by lia. discriminate.
  - rewrite IH. split; intros (H1 & H2 & H3).
    + split; [lia|split; auto]. intros d Hd. destruct (Nat.eq_dec d a) as [->|N]; auto.
      apply H3. lia.
    + assert (a <> c) by congruence. split; [lia|split; auto]. intros d Hd. apply H3. lia.
Qed.
Lemma in_existsb x l : In x l <-> existsb (Nat.eqb x) l = true.
Proof.
  rewrite existsb_exists. split; [intros I; exists x; now rewrite Nat.eqb_refl|].
  intros (y & I & E). apply Nat.eqb_eq in E. now subst.
Qed.
Lemma has_fold (q : nat -> bool) (h : nat -> nat) l : forall m s,
  has (fold_left (fun m x => if q x then union m (one (h x)) else m) l m) s =
    has m s || existsb (fun x => q x && (h x =? s)) l.
Proof.
  induction l as [|x l IH]; intros m s; simpl; [now rewrite orb_false_r|]. rewrite IH.
  destruct (q x); cbn [andb]; auto. now rewrite has_union, has_one, orb_assoc.
Qed.

(** ** Gaps, and the cells of cards *)

Lemma regap_has b cells : forall g x, has (regap b cells g) x =
  if existsb (Nat.eqb x) cells then get b x =? 0 else has g x.
Proof.
  induction cells as [|y cells IH]; intros g x; simpl; auto. rewrite IH.
  destruct (existsb (Nat.eqb x) cells); [now rewrite orb_true_r|]. rewrite orb_false_r.
  destruct (Nat.eqb_spec x y) as [->|N].
  - destruct (get b y =? 0); rewrite ?has_union, ?has_minus, has_one, Nat.eqb_refl; cbn;
      now rewrite ?orb_true_r, ?andb_false_r.
  - apply Nat.eqb_neq in N. rewrite Nat.eqb_sym in N.
    destruct (get b y =? 0); rewrite ?has_union, ?has_minus, has_one, N; cbn;
      now rewrite ?orb_false_r, ?andb_true_r.
Qed.
Lemma refresh_length b cells : forall a, length (refresh b cells a) = length a.
Proof.
  induction cells as [|y cells IH]; intros a; simpl; auto. rewrite IH.
  destruct (_ || _); auto. apply put_length.
Qed.
Lemma refresh_get b cells : uniq b -> forall a x, (forall y, get b y < length a) ->
  get b x <> 0 ->
  get (refresh b cells a) (get b x) = if existsb (Nat.eqb x) cells then x else get a (get b x).
Proof.
  intros U. induction cells as [|y cells IH]; intros a x B X0; simpl; auto.
  rewrite IH; auto.
  2:{ intros z. destruct (_ || _); [|rewrite put_length]; apply B. }
  destruct (existsb (Nat.eqb x) cells); [now rewrite orb_true_r|]. rewrite orb_false_r.
  destruct (Nat.eqb_spec x y) as [<-|N].
  - apply Nat.eqb_neq in X0. rewrite X0. cbn [orb].
    destruct (Nat.eqb_spec (get a (get b x)) x); auto. now apply get_put_same.
  - destruct (_ || _); auto. apply get_put_other. intros E. apply N. symmetry.
    apply U; congruence.
Qed.
Lemma firstn_nth {A} (d : A) l : forall m, m <= length l ->
  firstn m l = map (fun c => nth c l d) (seq 0 m).
Proof.
  induction l as [|x l IH]; intros [|m] H; simpl in *; auto; [lia|].
  rewrite <- seq_shift, map_map, IH by lia. reflexivity.
Qed.

Section Masks.
Variables (ru : rules) (R C : nat).
Hypothesis C2 : 2 <= C.
Variable k : cfg.
Hypothesis MK : k = make ru R C.
Notation n := (n R C).
Notation N := (R * (C - 1)).
Notation col := (col C).
Notation rank := (rank C).
Notation suit := (suit C).
Notation level := (level R C).
Notation free_levels := (free_levels ru R C).
Notation settled := (settled R C).
Notation in_seq_cells := (Levels.in_cells ru R C C2).

Definition bounded (b : board) := forall x, get b x <= N.
Lemma colm_has c x : c < C -> has (mget (kcolm k) c) x = (x <? n) && (col x =? c).
Proof.
  intros H. destruct (has _ x) eqn:E.
  - apply (colm_ok ru R C C2 k MK) in E as [H1 <-]. apply Nat.ltb_lt in H1.
    now rewrite H1, Nat.eqb_refl.
  - destruct (Nat.ltb_spec x n) as [H1|]; auto. destruct (Nat.eqb_spec (col x) c) as [<-|]; auto.
    now rewrite (colm_in ru R C C2 k MK) in E.
Qed.
Lemma columns_nth c : c < C ->
  nth c (kcolumns k) [] = filter (fun x => col x =? c) (seq 0 n).
Proof. intros H. rewrite MK. simpl. now rewrite nth_map_seq. Qed.
Lemma in_columns c x : c < C -> In x (nth c (kcolumns k) []) <-> x < n /\ col x = c.
Proof.
  intros H. rewrite columns_nth, filter_In, in_seq, Nat.eqb_eq by auto. intuition lia.
Qed.
Lemma col_lt x : col x < C.
Proof. apply Nat.mod_upper_bound. lia. Qed.

(** ** Empty first *)

Lemma settled_ext b W V x : (forall y, col y = col x -> W y = V y) ->
  settled b W x = settled b V x.
Proof.
  intros E. unfold Opening.settled. rewrite (E x eq_refl). f_equal; [f_equal|].
  - induction (cells R C) as [|y l IH]; simpl; auto. rewrite IH. f_equal.
    destruct (Nat.eqb_spec (col y) (col x)) as [K|K]; [now rewrite E|now rewrite !andb_false_r].
  - induction (cells R C) as [|y l IH]; simpl; auto. rewrite IH. f_equal.
    destruct (Nat.eqb_spec (col y) (col x)) as [K|K]; [now rewrite E|now rewrite !andb_false_r].
Qed.
Lemma settle1_has b V c x : c < C -> (forall y, has V y = true -> y < n) ->
  has (settle1 k b V c) x = if col x =? c then settled b (has V) x else has V x.
Proof.
  intros HC B. unfold settle1. set (w := inter V _).
  assert (WS : forall y, has w y = has V y && (col y =? c)).
  { intros y. unfold w. rewrite has_inter, colm_has by auto. destruct (has V y) eqn:E; auto.
    apply B, Nat.ltb_lt in E. now rewrite E. }
  assert (SF : has V x = false -> settled b (has V) x = false).
  { intros E. unfold Opening.settled. now rewrite E. }
  destruct (empty w) eqn:EW.
  - destruct (Nat.eqb_spec (col x) c) as [K|K]; auto.
    apply (empty_has _ x) in EW. rewrite WS in EW. apply Nat.eqb_eq in K.
    rewrite K, andb_true_r in EW. rewrite EW. symmetry. auto.
  - set (l := filter (has w) _).
    assert (IL : forall y, In y l <-> has w y = true).
    { intros y. unfold l. rewrite filter_In, in_columns by auto. split; [tauto|]. intros W. split;
        auto. rewrite WS in W. apply andb_prop in W as [W1 W2]. split; [auto|].
      now apply Nat.eqb_eq. }
    destruct (same_mask w (one (hd 0 l)) || forallb (fun y => get b y =? 0) l) eqn:E.
    + rewrite has_minus, WS. destruct (Nat.eqb_spec (col x) c) as [K|K].
      2:{ now rewrite andb_false_r, andb_true_r. }
      destruct (has V x) eqn:VX; [|symmetry; auto]. cbn. symmetry. apply not_true_iff_false.
      intros S. apply (settled_spec ru R C C2) in S as (_ & (y & Y1 & Y2 & Y3) & z & Z1 & Z2 & Z3);
        auto.
      assert (Wx : has w x = true) by (rewrite WS, VX, K; apply Nat.eqb_refl).
      assert (Wy : has w y = true) by (rewrite WS, Y1, Y2, K; apply Nat.eqb_refl).
      assert (Wz : has w z = true) by (rewrite WS, Z1, Z2, K; apply Nat.eqb_refl).
      apply orb_prop in E as [E|E].
      * apply same_mask_eq in E. rewrite E, has_one in Wx, Wy. apply Nat.eqb_eq in Wx, Wy.
        congruence.
      * rewrite forallb_forall in E. apply IL, E, Nat.eqb_eq in Wz. contradiction.
    + destruct (Nat.eqb_spec (col x) c) as [K|K]; auto. destruct (has V x) eqn:VX; [|symmetry;
        auto]. symmetry. apply (settled_spec ru R C C2); auto. split; auto.
      assert (Wx : has w x = true) by (rewrite WS, VX, K; apply Nat.eqb_refl).
      apply orb_false_iff in E as [E1 E2]. split.
      * destruct (existsb (fun y => has w y && negb (y =? x)) (seq 0 n)) eqn:Q.
        { apply existsb_exists in Q as (y & _ & Q). apply andb_prop in Q as [Q1 Q2].
          rewrite WS in Q1. apply andb_prop in Q1 as [Q0 Q1]. apply Nat.eqb_eq in Q1.
          apply negb_true_iff, Nat.eqb_neq in Q2. exists y. split; [auto|split; congruence]. }
        exfalso. assert (ONE : forall y, has w y = true -> y = x).
        { intros y Y. destruct (Nat.eq_dec y x) as [|NE]; auto. exfalso.
          apply not_true_iff_false in Q. apply Q, existsb_exists. exists y.
          apply Nat.eqb_neq in NE. rewrite Y, NE. split; auto. apply in_seq.
          rewrite WS in Y. apply andb_prop in Y as [Y _]. apply B in Y. lia. }
        apply not_true_iff_false in E1. apply E1, same_mask_ext. intros y. rewrite has_one.
        assert (HX : hd 0 l = x).
        { destruct l as [|z l'] eqn:L; [now apply IL in Wx|]. simpl. apply ONE, IL. now left. }
        rewrite HX. destruct (Nat.eqb_spec x y) as [<-|NE]; auto.
        destruct (has w y) eqn:Y; auto. exfalso. apply NE. symmetry. auto.
      * destruct (existsb (fun y => negb (get b y =? 0)) l) eqn:Q.
        { apply existsb_exists in Q as (y & I & Q). apply IL in I. rewrite WS in I.
          apply andb_prop in I as [I1 I2]. apply Nat.eqb_eq in I2.
          apply negb_true_iff, Nat.eqb_neq in Q. exists y. split; [auto|split; congruence]. }
        exfalso. apply not_true_iff_false in E2. apply E2, forallb_forall. intros y I.
        destruct (get b y =? 0) eqn:G; auto. apply not_true_iff_false in Q. exfalso.
        apply Q, existsb_exists. exists y. now rewrite G.
Qed.
Lemma settles_has b l : forall V, NoDup l -> (forall c, In c l -> c < C) ->
  (forall y, has V y = true -> y < n) ->
  forall x, has (fold_left (settle1 k b) l V) x =
    if existsb (Nat.eqb (col x)) l then settled b (has V) x else has V x.
Proof.
  induction l as [|c l IH]; intros V ND HC B x; simpl; auto. apply NoDup_cons_iff in ND as [NI ND'].
  rewrite IH; auto.
  - assert (S1 := fun y => settle1_has b V c y (HC c (or_introl eq_refl)) B).
    destruct (existsb (Nat.eqb (col x)) l) eqn:E.
    + rewrite orb_true_r. apply settled_ext. intros y K. rewrite S1.
      destruct (Nat.eqb_spec (col y) c) as [Q|]; auto. exfalso. apply NI, in_existsb. congruence.
    + rewrite orb_false_r. apply S1.
  - intros; apply HC. now right.
  - intros y Y. apply B. now apply (settle1_sub ru R C C2 k MK) in Y.
Qed.
Lemma settle_has b V x : (forall y, has V y = true -> y < n) ->
  (forall y, has V y = true -> col y < 4) -> has (settle k b V) x = settled b (has V) x.
Proof.
  intros B F. unfold settle. destruct (empty V) eqn:E.
  - unfold Opening.settled. now rewrite (empty_has V x E).
  - replace (kC k) with C by (now rewrite MK).
    rewrite settles_has; auto; [|apply seq_NoDup|intros c I; apply in_seq in I; lia].
    destruct (existsb _ _) eqn:Q; auto. unfold Opening.settled.
    destruct (has V x) eqn:VX; auto. exfalso. apply not_true_iff_false in Q. apply Q, in_existsb.
    apply in_seq. assert (K := F x VX). assert (L := col_lt x). lia.
Qed.

(** ** Levels *)

Lemma suit_lt X : X <> 0 -> X <= N -> suit X < R.
Proof. intros X0 H. apply Nat.div_lt_upper_bound; nia. Qed.
Lemma right_level b j x : j + 1 < C ->
  (x <? n) && (col x =? S j) && level b j (x - 1) = negb (x =? 0) && level b j (x - 1).
Proof.
  intros H. destruct (level b j (x - 1)) eqn:L; [|now rewrite !andb_false_r].
  rewrite !andb_true_r. apply (level_lt ru R C C2) in L as [Hx K].
  destruct (Nat.eqb_spec x 0) as [->|X0]; cbn [negb].
  - rewrite col_0. now rewrite andb_false_r.
  - assert (Q := col_next ru R C C2 (x - 1) ltac:(lia)).
    replace (x - 1 + 1) with x in Q by lia.
    apply andb_true_intro. split; [|apply Nat.eqb_eq; lia]. apply Nat.ltb_lt.
    destruct (cell_split R C (x - 1) Hx) as (A1 & A2 & A3). unfold Rules.n in *. nia.
Qed.
Lemma levels_has b g : bounded b -> (forall x, x < n -> has g x = (get b x =? 0)) ->
  forall m c below suits acc free f, c + m <= C - 1 ->
  (forall x, has below x = Opening.below R C b c x) ->
  (forall s, s < R -> has suits s = Opening.suits R C b c s) ->
  levels k b g (map (fun c => nth c (kcolumns k) []) (seq c m)) c below suits acc = (free, f) ->
  f = count R C b m c /\
  forall x, has free x = has acc x || (c <=? col x) && (col x <? f) && level b (col x) x.
Proof.
  intros BD HG. induction m as [|m IH]; intros c below suits acc free f HC HB HS E.
  - injection E as <- <-. split; auto. intros x.
    destruct (Nat.leb_spec c (col x)), (Nat.ltb_spec (col x) c); cbn; rewrite ?orb_false_r; auto;
      lia.
  - cbn [seq map levels] in E. cbv zeta in E. set (l := nth c (kcolumns k) []) in *.
    match type of E with (if empty ?s || _ then _ else _) = _ => set (standing := s) in * end.
    set (rows := union standing (inter below g)) in *.
    assert (BL : forall x, Opening.below R C b c x = true -> x < n /\ col x = c).
    { intros x. destruct c as [|j]; [rewrite below_0 by auto|rewrite below_S by auto];
        rewrite !andb_true_iff, Nat.ltb_lt, Nat.eqb_eq; tauto. }
    assert (SP : forall x, has standing x = card_in R C b c x).
    { intros x. unfold standing. rewrite has_mask_of. unfold card_in, card_at, gap_at.
      rewrite HB. destruct (Opening.below R C b c x) eqn:B; [|now rewrite andb_false_r].
      apply BL in B as B'. rewrite (proj1 (in_existsb x l)) by (now apply in_columns; [lia|]).
      destruct (Nat.eqb_spec (get b x) 0) as [|X0]; auto. cbn [negb andb].
      rewrite (rank_ok ru R C C2 k MK), (suit_ok ru R C C2 k MK) by auto.
      now rewrite HS by (now apply suit_lt). }
    assert (RS : forall x, has rows x = level b c x).
    { intros x. unfold rows. rewrite has_union, has_inter, SP, HB, orb_comm.
      unfold Opening.level. f_equal. unfold gap_in.
      destruct (Opening.below R C b c x) eqn:B; auto. now rewrite HG by (now apply BL). }
    assert (FREE : is_free R C b c = negb (empty standing || same_mask standing rows)).
    { destruct (is_free R C b c) eqn:F.
      - apply (is_free_spec ru R C C2) in F as ((g0 & L0 & G0) & (y & Ly & Y0)). symmetry.
        apply negb_true_iff, orb_false_iff. split.
        + apply not_true_iff_false. intros Z. apply (empty_has _ y) in Z. rewrite SP in Z.
          apply not_true_iff_false in Z. apply Z, (card_in_spec ru R C C2). auto.
        + apply not_true_iff_false. intros Z. apply same_mask_eq in Z.
          assert (Q := RS g0). rewrite <- Z, SP, L0 in Q.
          apply (card_in_spec ru R C C2) in Q. tauto.
      - symmetry. apply negb_false_iff, orb_true_iff. apply not_true_iff_false in F.
        destruct (empty standing) eqn:ES; [auto|right]. apply empty_false in ES as (y & Y).
        rewrite SP in Y. apply (card_in_spec ru R C C2) in Y. apply same_mask_ext. intros x.
        rewrite RS, SP. destruct (level b c x) eqn:L.
        + apply (card_in_spec ru R C C2). split; auto. intros G. apply F.
          apply (is_free_spec ru R C C2). split; [exists x|exists y]; auto.
        + apply not_true_iff_false. intros Z. apply (card_in_spec ru R C C2) in Z.
          destruct Z. congruence. }
    cbn [count]. rewrite FREE. destruct (empty standing || same_mask standing rows); cbn [negb].
    + injection E as <- <-. split; auto. intros x.
      destruct (Nat.leb_spec c (col x)), (Nat.ltb_spec (col x) c); cbn; rewrite ?orb_false_r;
        auto; lia.
    + replace (c + 1) with (S c) in E by lia. apply IH in E; [|lia| |].
      * destruct E as [-> E]. split; auto. intros x. rewrite E, has_union, RS.
        destruct (count_spec ru R C C2 b m (S c)) as (CS & _ & _).
        set (f0 := count R C b m (S c)) in *. rewrite <- orb_assoc. f_equal.
        destruct (level b c x) eqn:L.
        { assert (K := proj2 (level_lt ru R C C2 _ _ _ L)). rewrite K, L.
          symmetry.
          rewrite andb_true_r. apply andb_true_intro.
          split; [apply Nat.leb_le|apply Nat.ltb_lt]; lia. }
        cbn [orb]. destruct (Nat.leb_spec (S c) (col x)), (Nat.leb_spec c (col x)); auto; try lia.
        replace (col x) with c by lia. now rewrite L, !andb_false_r.
      * intros x. rewrite has_right, RS, below_S by auto.
        rewrite right_level by lia. reflexivity.
      * intros s Hs. rewrite has_fold, has_none. cbn [orb]. rewrite suits_S by auto.
        apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (x & I & Q).
        -- apply andb_prop in Q as [Q1 Q2]. exists x. split.
           ++ apply in_seq_cells. now apply in_columns in I; [|lia].
           ++ rewrite SP in Q1. rewrite Q1.
              now rewrite (suit_ok ru R C C2 k MK) in Q2 by auto.
        -- apply andb_prop in Q as [Q1 Q2]. exists x. split.
           ++ apply in_columns; [lia|]. apply (card_in_spec ru R C C2) in Q1 as [Q1 _].
              now apply (level_lt ru R C C2) in Q1.
           ++ rewrite SP, Q1. now rewrite (suit_ok ru R C C2 k MK) by auto.
Qed.

(** The free levels and their cells. *)
Lemma free_has b g free f : bounded b -> length b = n ->
  (forall x, x < n -> has g x = (get b x =? 0)) ->
  (let door := match kru k with Standard => inter g (mget (kcolm k) 0) | _ => none end in
   if empty door then (none, 0)
   else levels k b g (firstn (min 4 (kC k - 1)) (kcolumns k)) 0 (mget (kcolm k) 0)
     (mask_of (fun _ => true) (seq 0 (kR k))) none) = (free, f) ->
  f = free_levels b /\ forall x, has free x = (col x <? f) && level b (col x) x.
Proof.
  intros BD L HG E. cbv zeta in E. replace (kru k) with ru in E by (now rewrite MK).
  replace (kC k) with C in E by (now rewrite MK). replace (kR k) with R in E by (now rewrite MK).
  set (door := match ru with Standard => _ | _ => none end) in *.
  assert (LE : length (kcolumns k) = C) by (rewrite MK; simpl; now rewrite map_length, seq_length).
  destruct (empty door) eqn:D.
  - injection E as <- <-. split; [|intros x; now rewrite has_none].
    unfold Opening.free_levels. destruct (Opening.top ru C) eqn:T; auto. cbn [count].
    destruct (is_free R C b 0) eqn:F; auto. exfalso.
    apply (is_free_spec ru R C C2) in F as ((x & Lx & G) & _).
    apply (level_lt ru R C C2) in Lx as [Hx K]. unfold Opening.top in T.
    assert (RU : ru = Standard) by (destruct ru; auto; discriminate T).
    apply (empty_has _ x) in D. unfold door in D. rewrite RU in D.
    rewrite has_inter, HG, colm_has, G, K in D by (auto; lia).
    apply Nat.ltb_lt in Hx. now rewrite Hx in D.
  - assert (RU : ru = Standard) by (unfold door in D; destruct ru; auto; discriminate D).
    rewrite (firstn_nth []) in E by lia.
    apply levels_has in E; auto; [|lia| |].
    + destruct E as [-> E]. split.
      * unfold Opening.free_levels, Opening.top. now rewrite RU.
      * intros x. rewrite E, has_none. reflexivity.
    + intros x. rewrite below_0 by auto. apply colm_has. lia.
    + intros s Hs. rewrite has_mask_of_seq. apply Nat.ltb_lt in Hs. now rewrite Hs.
Qed.

End Masks.
