(** * The checker's steps are those of Opening.v

    [steps_agree]: of a faithful position, the list that the checker computes with masks has the
    steps of Opening.v and no others. *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Opening
  Gaps.Levels Gaps.Reached Gaps.Machine Gaps.Canonical Gaps.DeadEnds Gaps.Tree Gaps.Masks
  Gaps.Faithful.
Import ListNotations.

Set Default Proof Using "All".

(** ** The steps of a card whose cell is known *)

Section Step.
Variables (ru : rules) (R C : nat).
Notation n := (n R C).
Notation col := (col C).
Notation rank := (rank C).
Notation step := (Opening.step ru R C).
Notation free_levels := (free_levels ru R C).
Notation may_fill := (may_fill R C).
Notation first_gap := (first_gap R C).

Lemma first_gap_iff b (p : nat -> bool) c : first_gap b p = Some c <->
  c < n /\ p c = true /\ get b c = 0 /\ forall d, d < c -> p d = true -> get b d <> 0.
Proof.
  unfold Opening.first_gap, cells, gap_at. rewrite find_first, andb_true_iff, Nat.eqb_eq.
  split.
  - intros (H & (P & G) & F). repeat (split; [assumption|]). intros d Hd Pd E.
    specialize (F d Hd). rewrite Pd, E in F. discriminate.
  - intros (H & P & G & F). split; [auto|split; [auto|]]. intros d Hd. specialize (F d Hd).
    destruct (p d); auto. apply Nat.eqb_neq. auto.
Qed.
Lemma step_two b W X c x : uniq b -> x < n -> get b x = X -> X <> 0 -> rank X = 0 ->
  (step b W X c <-> match ru with
    | FixedSuits => c < n /\ col c = 0 /\ row C c = suit C X /\ get b c = 0
    | FixedTwos => col x <> 0 /\ c < n /\ col c = 0 /\ get b c = 0
    | Standard => col x <> 0 /\ first_gap b (fun c => col c =? 0) = Some c
    end).
Proof.
  intros U Hx EX X0 K. split.
  - intros ST. revert EX X0 K.
    destruct ST as [z c RU Hz Z0 KZ Hc KC RC G|z c RU Hz Z0 KZ KX Hc KC G|z c RU Hz Z0 KZ KX F|
      | |]; intros EX X0 K; try contradiction; rewrite RU;
      assert (z = x) as -> by (apply U; congruence); auto.
  - destruct ru eqn:RU; rewrite <- EX in *.
    + intros [H1 H2]. now apply TwoAny.
    + intros (H1 & H2 & H3 & H4). now apply TwoOfRow.
    + intros (H1 & H2 & H3 & H4). now apply TwoFixed.
Qed.
Lemma step_next b W X c x y : uniq b -> x < n -> y < n -> get b x = X -> get b y = X - 1 ->
  X <> 0 -> rank X <> 0 ->
  (step b W X c <-> col y + 1 < C /\
    ((W y = false /\ c = y + 1 /\ may_fill b W x c) \/
     (W y = true /\ col y < free_levels b /\
       first_gap b (fun c => (col c =? col y + 1) && W (c - 1)) = Some c /\
       ~ (col x = col y + 1 /\ W (x - 1) = true)) \/
     (W y = true /\ free_levels b <= col y /\
       exists e, e < n /\ W e = true /\ col e = col y /\ c = e + 1 /\ may_fill b W x c))).
Proof.
  intros U Hx Hy EX EY X0 K. assert (P0 := rank_pred C X X0 K). split.
  - intros ST. revert EX EY X0 K P0.
    destruct ST as [| | |z w Hz Hw Z0 KZ E KW WW M|z w c Hz Hw Z0 KZ E KW WW F FG NX|
      z w e Hz Hw Z0 KZ E KW WW F He WE KE M]; intros EX EY X0 K P0; try contradiction;
      assert (z = x) as -> by (apply U; congruence);
      assert (w = y) as -> by (apply U; congruence); (split; [assumption|]).
    + left. auto.
    + right. left. auto.
    + right. right. split; [auto|split; [auto|]]. exists e. auto.
  - rewrite <- EX in *.
    intros (KY & [(WY & -> & M)|[(WY & F & FG & NX)|(WY & F & e & He & WE & KE & -> & M)]]).
    + apply (Closed ru R C b W x y); auto.
    + apply (Join ru R C b W x y c); auto.
    + apply (Beside ru R C b W x y e); auto.
Qed.
End Step.

Section Targets.
Variables (ru : rules) (R C : nat).
Hypothesis C2 : 2 <= C.
Variable k : cfg.
Hypothesis MK : k = make ru R C.
Notation n := (n R C).
Notation N := (R * (C - 1)).
Notation col := (col C).
Notation rank := (rank C).
Notation step := (Opening.step ru R C).
Notation faithful := (faithful ru R C).
Notation col_ok := (col_ok ru R C C2 k MK).
Notation rank_ok := (rank_ok ru R C C2 k MK).
Notation colm_has := (colm_has ru R C C2 k MK).
Notation places := (places k).
Notation targets := (targets k).

Lemma faithful_uniq p : faithful p -> uniq (bd p).
Proof. intros F. apply (s_uniq _ _ _ (f_sane _ _ _ _ F)). Qed.
Lemma op_lt p x : faithful p -> has (op p) x = true -> x < n.
Proof. intros F. apply (s_wide _ _ _ (f_sane _ _ _ _ F)). Qed.
(** The cell of a card. *)
Lemma at_card p X : faithful p -> 1 <= X <= N ->
  get (at_ p) X < n /\ get (bd p) (get (at_ p) X) = X.
Proof.
  intros F H. destruct (f_full _ _ _ _ F X H) as (x & Hx & E).
  assert (Q := s_at _ _ _ (f_sane _ _ _ _ F) x). rewrite E in Q. rewrite Q by lia. auto.
Qed.
Lemma gp_has p x : faithful p -> has (gp p) x = true <-> x < n /\ get (bd p) x = 0.
Proof.
  intros F. assert (S := f_sane _ _ _ _ F). split; [apply (s_gap _ _ _ S)|].
  intros [H G]. rewrite (s_gaps _ _ _ S) by auto. now apply Nat.eqb_eq.
Qed.
Lemma beside_has p y c : faithful p -> y < n -> col y + 1 < C ->
  has (right (places p y)) c =
    if has (op p) y then (col c =? col y + 1) && has (op p) (c - 1) else c =? y + 1.
Proof.
  intros F Hy KY. rewrite has_right. unfold DeadEnds.places.
  destruct (has (op p) y) eqn:WY.
  - rewrite has_inter, col_ok, colm_has by (auto; lia).
    destruct (has (op p) (c - 1)) eqn:WC; [|now rewrite !andb_false_r].
    rewrite !andb_true_r. cbn [andb]. assert (Hc := op_lt p _ F WC).
    apply Nat.ltb_lt in Hc. rewrite Hc. cbn [andb].
    destruct (Nat.eqb_spec c 0) as [->|C0]; cbn [negb andb].
    + rewrite col_0. symmetry. apply Nat.eqb_neq. lia.
    + apply eq_true_iff_eq. rewrite !Nat.eqb_eq. split; intros Q.
      * assert (Z := col_next ru R C C2 (c - 1) ltac:(lia)).
        replace (c - 1 + 1) with c in Z by lia. lia.
      * destruct (col_before ru R C C2 c ltac:(lia)). lia.
  - rewrite has_one. apply eq_true_iff_eq. rewrite andb_true_iff, negb_true_iff, !Nat.eqb_eq,
      Nat.eqb_neq. lia.
Qed.
Lemma next_lt y : y < n -> col y + 1 < C -> y + 1 < n.
Proof.
  intros Hy K. destruct (cell_split R C y Hy) as (A1 & A2 & A3). unfold Rules.n in *. nia.
Qed.

(** Open cells of a column that have a gap, unless the card itself is in one of them. *)
Lemma fill_has p x c K : faithful p -> c < n -> col c = K -> K < C ->
  let opn := inter (op p) (mget (kcolm k) K) in
  let joint := if empty (inter opn (gp p)) || has opn x then none else opn in
  has (union (minus (gp p) opn) joint) c = true <-> may_fill R C (bd p) (has (op p)) x c.
Proof.
  intros F Hc KC HK. cbv zeta. set (opn := inter _ _).
  assert (O : forall d, has opn d = has (op p) d && (col d =? K)).
  { intros d. unfold opn. rewrite has_inter, colm_has by auto.
    destruct (has (op p) d) eqn:E; auto. apply op_lt, Nat.ltb_lt in E; auto. now rewrite E. }
  assert (E : empty (inter opn (gp p)) = false <->
    exists g, open_gap R C (bd p) (has (op p)) c g).
  { split.
    - intros E. apply empty_false in E as (g & E). rewrite has_inter, O in E.
      rewrite !andb_true_iff, gp_has, Nat.eqb_eq in E by auto. exists g. unfold open_gap.
      rewrite KC. tauto.
    - intros (g & H1 & H2 & H3 & H4). apply not_true_iff_false. intros E.
      apply (empty_has _ g) in E. apply not_true_iff_false in E. apply E.
      rewrite has_inter, O, !andb_true_iff, gp_has, Nat.eqb_eq by auto. split; [|auto].
      split; [auto|congruence]. }
  assert (X : has opn x = true <-> has (op p) x = true /\ col x = col c)
    by (now rewrite O, andb_true_iff, Nat.eqb_eq, KC).
  assert (OC : has opn c = has (op p) c)
    by (now rewrite O, (proj2 (Nat.eqb_eq (col c) K) KC), andb_true_r).
  unfold may_fill. rewrite has_union, has_minus, OC, orb_true_iff, andb_true_iff, gp_has,
    negb_true_iff by auto.
  destruct (empty (inter opn (gp p))) eqn:EE; cbn [orb].
  { rewrite has_none. split; [intros [[[_ Q1] Q2]|Q]; [auto|discriminate]|].
    intros [[Q1 Q2]|(_ & Q & _)]; [auto|]. apply E in Q. discriminate. }
  destruct (has opn x) eqn:XX.
  { rewrite has_none. split; [intros [[[_ Q1] Q2]|Q]; [auto|discriminate]|].
    intros [[Q1 Q2]|(_ & _ & Q)]; [auto|]. exfalso. apply Q. now apply X. }
  rewrite OC. assert (NX : ~ (has (op p) x = true /\ col x = col c))
    by (intros Q; apply X in Q; discriminate).
  assert (Q := proj1 E eq_refl). tauto.
Qed.

Lemma targets_two p X c : faithful p -> 1 <= X <= N -> rank X = 0 ->
  (has (targets p X) c = true <-> step (bd p) (has (op p)) X c).
Proof.
  intros F H K. destruct (at_card p X F H) as [Hx EX].
  rewrite (step_two ru R C _ _ X c (get (at_ p) X)) by (auto using faithful_uniq; lia).
  unfold Tree.targets. rewrite rank_ok, K, col_ok by (auto; lia). cbn [Nat.eqb]. cbv zeta.
  set (x := get (at_ p) X) in *. set (doors := inter _ _).
  assert (D : forall d, has doors d = true <-> d < n /\ col d = 0 /\ get (bd p) d = 0).
  { intros d. unfold doors. rewrite has_inter, colm_has, !andb_true_iff, gp_has, Nat.ltb_lt,
      Nat.eqb_eq by (auto; lia). tauto. }
  replace (kru k) with ru by (now rewrite MK).
  assert (RU : ru = Standard \/ ru = FixedSuits \/ ru = FixedTwos) by (destruct ru; auto).
  destruct RU as [RU|[RU|RU]]; rewrite RU.
  - destruct (Nat.eqb_spec (col x) 0) as [KX|KX].
    + rewrite has_none. split; [discriminate|intros []; contradiction].
    + rewrite has_lowest, (first_gap_iff ru), D, Nat.eqb_eq. split.
      * intros ((H1 & H2 & H3) & L). repeat (split; [assumption|]). intros d Hd KD E.
        apply Nat.eqb_eq in KD. specialize (L d Hd). apply not_true_iff_false in L. apply L, D.
        split; [lia|auto].
      * intros (_ & H1 & H2 & H3 & L). split; auto. intros d Hd. apply not_true_iff_false.
        intros Q. apply D in Q as (_ & Q1 & Q2). apply Nat.eqb_eq in Q1. now apply (L d).
  - rewrite has_inter, andb_true_iff, D, has_one, Nat.eqb_eq.
    rewrite (suit_ok ru R C C2 k MK) by lia. replace (kC k) with C by (now rewrite MK).
    assert (CS : col c = 0 -> (suit C X * C = c <-> row C c = suit C X)).
    { intros KC. assert (DM := Nat.div_mod c C ltac:(lia)). unfold Rules.col in KC.
      unfold row. split; intros Q; [|nia]. rewrite <- Q. apply Nat.div_mul. lia. }
    split; [intros ((H1 & H2 & H3) & Q)|intros (H1 & H2 & Q & H3)]; apply CS in Q; auto.
  - destruct (Nat.eqb_spec (col x) 0) as [KX|KX].
    + rewrite has_none. split; [discriminate|intros []; contradiction].
    + rewrite D. tauto.
Qed.

Lemma targets_next p X c : faithful p -> 1 <= X <= N -> rank X <> 0 ->
  (has (targets p X) c = true <-> step (bd p) (has (op p)) X c).
Proof.
  intros F H K. assert (X0 : X <> 0) by lia. assert (P0 := rank_pred C X X0 K).
  destruct (at_card p X F H) as [Hx EX].
  destruct (at_card p (X - 1) F ltac:(lia)) as [Hy EY].
  rewrite (step_next ru R C _ _ X c (get (at_ p) X) (get (at_ p) (X - 1)))
    by (auto using faithful_uniq).
  unfold Tree.targets. rewrite rank_ok by lia. apply Nat.eqb_neq in K as K'. rewrite K'.
  cbv zeta. set (x := get (at_ p) X) in *. set (y := get (at_ p) (X - 1)) in *.
  set (W := has (op p)). rewrite (col_ok y) by auto.
  replace (kC k) with C by (now rewrite MK). rewrite (f_free _ _ _ _ F).
  assert (KL := col_lt ru R C C2 k MK y).
  destruct (Nat.eqb_spec (col y + 1) C) as [KC|KC].
  { rewrite has_none. split; [discriminate|lia]. }
  assert (KY : col y + 1 < C) by lia. clear KC KL.
  assert (B := fun d => beside_has p y d F Hy KY). set (beside := right _) in *. fold W in B.
  assert (KN := col_next ru R C C2 y KY). assert (Hn := next_lt y Hy KY).
  assert (WL : forall d, W d = true -> d < n) by (intros d; now apply op_lt).
  destruct (W y) eqn:WY; cbn [negb andb].
  - destruct (Nat.ltb_spec (col y) (free_levels ru R C (bd p))) as [FY|FY].
    + (* The card joins the level. *)
      assert (XB : has beside x = true <-> col x = col y + 1 /\ W (x - 1) = true)
        by (now rewrite B, andb_true_iff, Nat.eqb_eq).
      assert (FG : has (lowest (inter beside (gp p))) c = true <-> first_gap R C (bd p)
        (fun c => (col c =? col y + 1) && W (c - 1)) = Some c).
      { rewrite has_lowest, (first_gap_iff ru), has_inter, andb_true_iff, B, gp_has by auto. split.
        - intros ((H1 & H2 & H3) & L). repeat (split; [assumption|]). intros d Hd KD E.
          specialize (L d Hd). rewrite has_inter, B, KD in L. cbn [andb] in L.
          apply not_true_iff_false in L. apply L, gp_has; auto. split; [lia|auto].
        - intros (H1 & H2 & H3 & L). split; auto. intros d Hd. apply not_true_iff_false.
          rewrite has_inter, B. intros Q. apply andb_prop in Q as [Q1 Q2].
          apply gp_has in Q2 as [_ Q2]; auto. now apply (L d). }
      destruct (has beside x) eqn:E.
      * rewrite has_none. split; [discriminate|]. destruct (proj1 XB eq_refl).
        intuition (congruence || lia).
      * rewrite FG. assert (NX : ~ (col x = col y + 1 /\ W (x - 1) = true))
          by (intros Q; apply XB in Q; discriminate).
        split; [tauto|]. intros (_ & [(Q & _)|[(_ & _ & Q & _)|(_ & Q & _)]]);
          [discriminate|exact Q|lia].
    + rewrite has_inter, andb_true_iff, B, andb_true_iff, Nat.eqb_eq. split.
      * intros ((KC & WC) & Q). split; [auto|]. right. right. split; [auto|split; [auto|]].
        assert (HC := WL _ WC). destruct (col_before ru R C C2 c ltac:(lia)) as [KB CB].
        exists (c - 1). rewrite CB. split; [auto|split; [auto|split; [lia|split; [auto|]]]].
        apply (fill_has p x c (col y + 1) F); [|exact KC|exact KY|exact Q].
        rewrite <- CB. apply next_lt; auto; lia.
      * intros (_ & [(Q & _)|[(_ & Q & _)|(_ & _ & e & He & WE & KE & -> & M)]]);
          [discriminate|lia|]. assert (KC := col_next ru R C C2 e ltac:(lia)).
        replace (e + 1 - 1) with e by lia. split; [split; [lia|auto]|].
        apply (fill_has p x (e + 1) (col y + 1) F); [|lia|exact KY|exact M].
        apply next_lt; auto; lia.
  - assert (M : forall T, may_fill R C (bd p) W x (y + 1) <-> T ->
      (T /\ c = y + 1 <-> col y + 1 < C /\
        ((false = false /\ c = y + 1 /\ may_fill R C (bd p) W x c) \/
         (false = true /\ col y < free_levels ru R C (bd p) /\ first_gap R C (bd p)
           (fun c => (col c =? col y + 1) && W (c - 1)) = Some c /\
           ~ (col x = col y + 1 /\ W (x - 1) = true)) \/
         (false = true /\ free_levels ru R C (bd p) <= col y /\ exists e, e < n /\ W e = true /\
           col e = col y /\ c = e + 1 /\ may_fill R C (bd p) W x c)))).
    { intros T ET. split.
      - intros [Q ->]. split; auto. left. split; auto. split; auto. now apply ET.
      - intros (_ & [(_ & -> & Q)|[(Q & _)|(Q & _)]]); try discriminate. split; auto.
        now apply ET. }
    destruct (W (y + 1)) eqn:WN; cbn [negb andb].
    + rewrite has_inter, andb_true_iff, B, Nat.eqb_eq. rewrite and_comm.
      destruct (Nat.eq_dec c (y + 1)) as [->|NC].
      * apply M. symmetry. now apply (fill_has p x (y + 1) (col y + 1) F).
      * split; [tauto|]. intros Q. apply (M _ (iff_refl _)) in Q. tauto.
    + rewrite has_inter, has_one, andb_true_iff, gp_has, Nat.eqb_eq by auto.
      rewrite <- M; [|reflexivity]. unfold may_fill. rewrite WN. split.
      * intros [<- [_ Q]]. auto.
      * intros [[[_ Q]|(Q & _)] ->]; [auto|discriminate].
Qed.
Theorem targets_agree p X c : faithful p -> 1 <= X <= N ->
  (has (targets p X) c = true <-> step (bd p) (has (op p)) X c).
Proof.
  intros F H. destruct (Nat.eq_dec (rank X) 0); [now apply targets_two|now apply targets_next].
Qed.
End Targets.
