(** * Lemma 3: persistent sets

    The cards of a set [F] are frozen. All statements are about one board [b0] of a position; the
    checker establishes them for all at once. A card of [F] is either [single], with one cell [to X]
    that it may enter, or a Two that may enter any gap of the first column (standard rules, fixed
    Twos). In the second case all Twos outside of the first column are in [F].

    The proof follows a play until a card of [F] moves first. For a Two it is shorter than an
    argument about the arrangement of the Twos within the first column: by induction over the moves
    so far, for each gap [c] of the first column there is a gap [g] at the start such that the board
    with the Two in [c] can be reached from the board with the Two in [g] ([follows]). *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Relaxation.
Import ListNotations.

Lemma rules_cases ru : ru = Standard \/ ru = FixedSuits \/ ru = FixedTwos.
Proof. destruct ru; auto. Qed.

Section Persistent.
Variable ru : rules.
Variables R C : nat.
Hypothesis C2 : 2 <= C.
Notation n := (n R C).
Notation col := (col C).
Notation rank := (rank C).
Notation legal := (legal ru C).
Notation plays := (plays ru R C).
Notation won := (won ru R C).
Notation lost := (lost ru R C).

Variable b0 : board.
Hypothesis len0 : length b0 = n.
Hypothesis uniq0 : uniq b0.

(** Cards that can move to a single cell only. *)
Definition single X := negb (rank X =? 0) || match ru with FixedSuits => true | _ => false end.

(** The frozen cards, their cells, and the cells to which the single ones may move. *)
Variable F : nat -> bool.
Variables pos to : nat -> nat.
Hypothesis F_card : forall X, F X = true -> X <> 0 /\ pos X < n /\ get b0 (pos X) = X.
Hypothesis F_single : forall X, F X = true -> single X = true ->
  to X < n /\ legal b0 (pos X) (to X) = true.
Hypothesis F_two : forall X, F X = true -> single X = false -> col (pos X) <> 0.

(** Some Two of [F] may enter any gap of the first column. *)
Definition twos := exists X, F X = true /\ single X = false.
Hypothesis all_twos : twos ->
  forall x, get b0 x <> 0 -> rank (get b0 x) = 0 -> F (get b0 x) = false -> col x = 0.

(** The sets of lemma 2, in which the cards of [F] do not move. *)
Variables start reach : nat -> nat -> bool.
Variable gaps : nat -> bool.
Hypothesis CL : closed ru R C F start reach gaps.
Hypothesis HOLDS : holds R C start reach gaps b0.

(** The first column has a gap left for a Two of [F]: under the standard rules it has two, so
    one is left after a Two has entered the other; with fixed Twos, none of its other cells becomes a gap. *)
Definition two_gaps b := exists g h, g <> h /\ g < n /\ h < n /\ col g = 0 /\ col h = 0 /\
  get b g = 0 /\ get b h = 0.
Hypothesis doors_standard : twos -> ru = Standard -> two_gaps b0.
Hypothesis doors_fixed : twos -> ru = FixedTwos ->
  (exists g, g < n /\ col g = 0 /\ get b0 g = 0) /\
  forall x, x < n -> col x = 0 -> get b0 x <> 0 -> gaps x = false.

(** The predecessor of a frozen card does not move, nor does its successor come to the cell right
    of it, unless they are frozen themselves. *)
Hypothesis before : forall X, F X = true -> rank X <> 0 -> F (X - 1) = false ->
  gaps (to X - 1) = false.
Hypothesis behind : forall X, F X = true -> rank (X + 1) <> 0 -> F (X + 1) = false ->
  col (pos X + 1) <> 0 -> pos X + 1 < n -> gaps (pos X + 1) = false.

Lemma pred_cell c : col c <> 0 -> c <> 0.
Proof. intros K ->. apply K, col_0. Qed.
Lemma single_two X : single X = true -> rank X = 0 -> ru = FixedSuits.
Proof. unfold single. intros S K. rewrite K in S. destruct ru; auto; discriminate. Qed.
Lemma not_single X : single X = false -> rank X = 0 /\ ru <> FixedSuits.
Proof.
  unfold single. intros S. apply orb_false_iff in S as [K S].
  apply negb_false_iff, Nat.eqb_eq in K. split; auto. intros E. rewrite E in S. discriminate.
Qed.

(** The invariant until a card of [F] moves. *)
Record good b : Prop := {
  g_uniq : uniq b;
  g_holds : holds R C start reach gaps b;
  g_pos : forall X, F X = true -> get b (pos X) = X;
  g_to : forall X, F X = true -> single X = true ->
    get b (to X) = 0 /\ (rank X <> 0 -> get b (to X - 1) = X - 1);
  g_twos : twos -> forall x, get b x <> 0 -> rank (get b x) = 0 -> F (get b x) = false ->
    col x = 0;
  g_standard : twos -> ru = Standard -> two_gaps b;
  g_fixed : twos -> ru = FixedTwos -> forall x, x < n -> col x = 0 -> get b0 x = 0 ->
    get b x = 0 }.

Lemma good0 : good b0.
Proof.
  split; auto.
  - intros X FX. apply F_card, FX.
  - intros X FX S. destruct (F_single X FX S) as [_ LG]. apply legal_may in LG as [_ G _ N].
    destruct (F_card X FX) as (_ & _ & E). rewrite E in N. split; auto. intros K. now apply N.
Qed.

Lemma good_legal b X : good b -> F X = true -> single X = true -> legal b (pos X) (to X) = true.
Proof.
  intros G FX S. destruct (F_single X FX S) as [_ LG]. destruct (F_card X FX) as (X0 & _ & E).
  apply legal_may in LG as [_ _ T N]. rewrite E in T, N. assert (P := g_pos b G X FX).
  destruct (g_to b G X FX S) as [Q1 Q2]. apply legal_may. split; rewrite ?P; auto.
  intros K. split; [now apply N|now apply Q2].
Qed.
Lemma good_legal_two b X c : good b -> F X = true -> single X = false -> col c = 0 ->
  get b c = 0 -> legal b (pos X) c = true.
Proof.
  intros G FX S K E. destruct (F_card X FX) as (X0 & _ & _). assert (P := g_pos b G X FX).
  destruct (not_single X S) as [KX NF]. assert (K2 := F_two X FX S).
  apply legal_may. split; rewrite ?P; auto; try contradiction. intros _. split; auto.
  unfold two_may. destruct ru; auto; try contradiction. now apply negb_true_iff, Nat.eqb_neq.
Qed.

(** No other card enters a cell that a single card may enter. *)
Lemma only_target b X a c : good b -> F X = true -> single X = true -> may ru C b a c ->
  c = to X -> get b a = X.
Proof.
  intros G FX S [Y0 GC T N] ->. destruct (F_single X FX S) as [_ LG].
  destruct (F_card X FX) as (X0 & _ & E). apply legal_may in LG as [_ _ T' N'].
  rewrite E in T', N'. destruct (g_to b G X FX S) as [_ Q2].
  destruct (Nat.eq_dec (rank X) 0) as [K|K].
  - destruct (T' K) as [KC M]. destruct (Nat.eq_dec (rank (get b a)) 0) as [KY|KY].
    + destruct (T KY) as [_ M']. assert (Q := single_two X S K). unfold two_may in M, M'.
      rewrite Q in M, M'. apply Nat.eqb_eq in M, M'. apply (same_card C); congruence.
    + destruct (N KY). contradiction.
  - destruct (N' K) as [KC _]. destruct (Nat.eq_dec (rank (get b a)) 0) as [KY|KY].
    + destruct (T KY). contradiction.
    + destruct (N KY) as [_ Q]. rewrite Q2 in Q by auto. lia.
Qed.

(** A move of another card keeps the invariant, and does not concern the cards of [F]. *)
Lemma good_move b a c : good b -> a < n -> c < n -> legal b a c = true -> F (get b a) = false ->
  good (play b a c) /\ gaps a = true /\
  forall X, F X = true -> a <> pos X /\ (single X = true -> c <> to X) /\
    (rank (get b a) <> 0 -> get b a - 1 <> X).
Proof.
  intros GB A Cc LG FY. assert (L := proj1 (g_holds b GB)). assert (M := LG).
  apply legal_may in M. assert (MC := may_col _ _ _ _ _ M). assert (M' := M).
  destruct M' as [Y0 G T N].
  assert (NAC : a <> c) by congruence. assert (U := g_uniq b GB).
  destruct (holds_move ru R C F start reach gaps CL b a c (g_holds b GB) A Cc LG FY)
    as (HB & GA & GC).
  assert (AP : forall X, F X = true -> a <> pos X /\ (single X = true -> c <> to X) /\
    (rank (get b a) <> 0 -> get b a - 1 <> X)).
  { intros X FX. destruct (F_card X FX) as (X0 & Hp & _). assert (P := g_pos b GB X FX).
    repeat split.
    - intros ->. congruence.
    - intros S Q. assert (Z := only_target b X a c GB FX S M Q). congruence.
    - intros K Q. destruct (N K) as [E' PY]. assert (EY : X + 1 = get b a) by lia.
      assert (c - 1 = pos X) by (apply U; [congruence|rewrite PY; congruence]).
      assert (c <> 0) by now apply pred_cell. assert (EC : pos X + 1 = c) by lia.
      assert (B : gaps (pos X + 1) = false) by (apply (behind X FX); rewrite ?EY, ?EC; auto).
      congruence. }
  split; [|split; auto]. split.
  - now apply (uniq_play R C).
  - exact HB.
  - intros X FX. destruct (AP X FX) as (N1 & _). assert (P := g_pos b GB X FX).
    destruct (F_card X FX) as (X0 & _). rewrite get_play by lia. eqb.
  - intros X FX S. destruct (AP X FX) as (N1 & N2 & _). specialize (N2 S).
    destruct (g_to b GB X FX S) as [Q1 Q2]. rewrite !get_play by lia. split; [eqb|].
    intros K. specialize (Q2 K). destruct (F_card X FX) as (X0 & _).
    assert (PX := rank_pred C X X0 K).
    destruct (Nat.eqb_spec c (to X - 1)) as [->|]; [congruence|].
    destruct (Nat.eqb_spec a (to X - 1)) as [->|]; auto.
    rewrite before in GA by congruence. discriminate.
  - intros TW x. rewrite get_play by lia. destruct (Nat.eqb_spec c x) as [<-|N1].
    + intros _ K _. now apply MC.
    + destruct (Nat.eqb_spec a x); [congruence|]. now apply (g_twos b GB TW).
  - intros TW ST. destruct (g_standard b GB TW ST) as (g & h & NE & Hg & Hh & Kg & Kh & Gg & Gh).
    assert (CA : col c = 0 -> col a = 0).
    { intros K. apply (g_twos b GB TW); auto. now apply MC. }
    assert (OT : forall z, z <> c -> get b z = 0 -> get (play b a c) z = 0).
    { intros z Z1 Z2. rewrite get_play by lia. eqb. }
    assert (GA0 : get (play b a c) a = 0) by (rewrite get_play by lia; eqb).
    destruct (Nat.eq_dec g c) as [->|Ng]; [|destruct (Nat.eq_dec h c) as [->|Nh]].
    + exists a, h. repeat split; auto; congruence.
    + exists g, a. repeat split; auto; congruence.
    + exists g, h. repeat split; auto.
  - intros TW FT x Hx K Z. assert (Q := g_fixed b GB TW FT x Hx K Z). rewrite get_play by lia.
    destruct (Nat.eqb_spec c x) as [->|N1]; [exfalso|eqb].
    assert (KY : rank (get b a) = 0) by now apply MC. destruct (T KY) as [_ MT].
    unfold two_may in MT. rewrite FT in MT. apply negb_true_iff, Nat.eqb_neq in MT.
    apply MT, (g_twos b GB TW); auto.
Qed.

(** The possible first moves of a card of [F]. *)
Definition target X c := c < n /\ legal b0 (pos X) c = true /\ (single X = true -> c = to X).

(** The step of [F] followed by the moves so far gives the same result as those moves followed
    by a move of its card. *)
Definition follows b :=
  (forall X, F X = true -> single X = true ->
    plays (play b0 (pos X) (to X)) (play b (pos X) (to X))) /\
  (forall X c, F X = true -> single X = false -> c < n -> col c = 0 -> get b c = 0 ->
    exists g, target X g /\ plays (play b0 (pos X) g) (play b (pos X) c)).

Lemma follows_move b y d : good b -> follows b -> y < n -> d < n -> legal b y d = true ->
  F (get b y) = false -> follows (play b y d).
Proof.
  intros GB [FS FT] Hy Hd LG FY. assert (L := proj1 (g_holds b GB)).
  destruct (good_move b y d GB Hy Hd LG FY) as (GB' & GA & AP). assert (M := LG).
  apply legal_may in M. assert (Y0 := may_card _ _ _ _ _ M). assert (GD := may_gap _ _ _ _ _ M).
  assert (COM : forall X c, F X = true -> c < n -> c <> d -> legal b (pos X) c = true ->
    play (play b y d) (pos X) c = play (play b (pos X) c) y d /\
    legal (play b (pos X) c) y d = true).
  { intros X c FX Hc ND LX. destruct (AP X FX) as (N1 & _ & N3).
    destruct (F_card X FX) as (X0 & Hp & _). split.
    - apply (commute ru R C); auto.
    - apply (legal_after ru R C); auto. intros K. rewrite (g_pos b GB X FX). auto. }
  split.
  - intros X FX S. destruct (AP X FX) as (_ & N2 & _). specialize (N2 S).
    destruct (F_single X FX S) as [Ht _].
    destruct (COM X (to X) FX Ht (not_eq_sym N2) (good_legal b X GB FX S)) as [-> LG'].
    eapply Then; [now apply FS|]. now apply Move.
  - intros X c FX S Hc K G. destruct (Nat.eq_dec y c) as [<-|NY].
    + (* the move leaves the cell that the Two will enter *)
      destruct (rules_cases ru) as [RU|[RU|RU]].
      * destruct (g_standard b GB (ex_intro _ X (conj FX S)) RU)
          as (g & h & NE & Hg & Hh & Kg & Kh & Gg & Gh).
        assert (EX : exists e, e <> d /\ e < n /\ col e = 0 /\ get b e = 0).
        { destruct (Nat.eq_dec g d) as [->|]; [exists h|exists g]; repeat split; auto. }
        clear g h NE Hg Hh Kg Kh Gg Gh. destruct EX as (e & Ne & He & Ke & Ge).
        destruct (FT X e FX S He Ke Ge) as (g & TG & P). exists g. split; auto.
        destruct (COM X e FX He Ne (good_legal_two b X e GB FX S Ke Ge)) as [EQ LG'].
        assert (Gp := g_pos _ GB' X FX). destruct (F_card X FX) as (X0 & Hp & _).
        assert (L' : length (play b y d) = n) by now rewrite play_length.
        assert (Ge' : get (play b y d) e = 0) by (rewrite get_play by lia; eqb).
        assert (Nye : y <> e) by congruence. assert (Npe : pos X <> e) by congruence.
        assert (Npy : pos X <> y) by (intros Q; now apply (proj1 (AP X FX))).
        assert (LG2 : legal (play (play b y d) (pos X) e) e y = true).
        { assert (EE : get (play (play b y d) (pos X) e) e = X)
            by (rewrite get_play by lia; rewrite Nat.eqb_refl; auto).
          assert (EY : get (play (play b y d) (pos X) e) y = 0)
            by (rewrite get_play by lia; eqb).
          destruct (not_single X S) as [KX _].
          apply legal_may. split; rewrite ?EE; auto; [|contradiction]. intros _. split; auto.
          unfold two_may. now rewrite RU. }
        replace (play (play b y d) (pos X) y) with (play (play (play b y d) (pos X) e) e y).
        -- eapply Then; [|apply Move; auto]. rewrite EQ. eapply Then; [exact P|]. now apply Move.
        -- apply (board_eq R C); rewrite ?play_length; auto. intros x.
           rewrite !(get_play _ e y), !(get_play _ (pos X)) by (rewrite ?play_length; lia).
           rewrite Nat.eqb_refl. destruct (Nat.eqb_spec y x) as [<-|]; auto.
           destruct (Nat.eqb_spec e x) as [<-|]; auto.
           destruct (Nat.eqb_spec (pos X) e); congruence.
      * exfalso. now apply (proj2 (not_single X S)).
      * exfalso. assert (TW : twos) by (now exists X).
        destruct (Nat.eq_dec (get b0 y) 0) as [Z|Z].
        -- apply Y0. now apply (g_fixed b GB TW RU).
        -- assert (Q := proj2 (doors_fixed TW RU) y Hy K Z). congruence.
    + assert (NC : c <> d).
      { intros ->. rewrite get_play, Nat.eqb_refl in G by lia. contradiction. }
      assert (GC : get b c = 0).
      { rewrite get_play in G by lia. destruct (Nat.eqb_spec d c); [congruence|].
        destruct (Nat.eqb_spec y c); [congruence|auto]. }
      destruct (FT X c FX S Hc K GC) as (g & TG & P). exists g. split; auto.
      destruct (COM X c FX Hc NC (good_legal_two b X c GB FX S K GC)) as [-> LG'].
      eapply Then; [exact P|]. now apply Move.
Qed.

Lemma split_play b : plays b0 b ->
  good b /\ follows b \/
  exists X c, F X = true /\ target X c /\ plays (play b0 (pos X) c) b.
Proof.
  induction 1 as [|b1 b2 P IH M].
  { left. split; [exact good0|]. split; [intros; apply Here|].
    intros X c FX S Hc K G. exists c. split; [|apply Here]. split; [auto|split; [|congruence]].
    apply good_legal_two; auto using good0. }
  destruct IH as [[GB FO]|(X & c & FX & T & Q)];
    [|right; exists X, c; split; [auto|split; auto]; eapply Then; eauto].
  destruct M as [a c A Cc LG]. destruct (F (get b1 a)) eqn:FY.
  - right. set (X := get b1 a) in *. exists X. destruct (F_card X FY) as (X0 & Hp & _).
    assert (EA : a = pos X). { apply (g_uniq b1 GB); rewrite ?(g_pos b1 GB X FY); auto. }
    assert (M := LG). apply legal_may in M.
    destruct (single X) eqn:S.
    + destruct (F_single X FY S) as [Ht LT]. exists (to X). split; auto.
      split; [split; auto|]. replace (play b1 a c) with (play b1 (pos X) (to X));
        [now apply FO|]. rewrite <- EA. f_equal.
      assert (M2 := good_legal b1 X GB FY S). apply legal_may in M2. destruct M as [_ G1 T1 N1].
      rewrite <- EA in M2. destruct M2 as [_ G2 T2 N2]. fold X in T1, N1, T2, N2.
      destruct (Nat.eq_dec (rank X) 0) as [K|K].
      * destruct (T1 K) as [K1 M1]. destruct (T2 K) as [K2 M2].
        assert (Q := single_two X S K). unfold two_may in M1, M2. rewrite Q in M1, M2.
        apply Nat.eqb_eq in M1, M2. destruct (cell_split R C c Cc) as (_ & E1 & _).
        destruct (cell_split R C (to X) Ht) as (_ & E2 & _). unfold row in M1, M2.
        rewrite <- E1, <- E2, K1, K2. congruence.
      * destruct (N1 K) as [K1 P1]. destruct (N2 K) as [K2 P2].
        assert (Z := rank_pred C X X0 K).
        assert (to X - 1 = c - 1) by (apply (g_uniq b1 GB); congruence).
        apply pred_cell in K1, K2. lia.
    + destruct (not_single X S) as [KX _]. assert (K := proj1 (may_two _ _ _ _ _ M KX)).
      destruct (proj2 FO X c FY S Cc K (may_gap _ _ _ _ _ M)) as (g & TG & Q).
      exists g. split; auto. split; auto. now rewrite EA.
  - left. split; [now apply good_move|now apply follows_move].
Qed.

(** Lemma 3: if the moves of the cards of [F] lead to lost boards, the board is lost. *)
Theorem lemma3 X : F X = true ->
  (forall Y c, F Y = true -> target Y c -> lost (play b0 (pos Y) c)) -> lost b0.
Proof.
  intros FX LO b P. destruct (won b) eqn:W; [exfalso|reflexivity].
  destruct (split_play b P) as [[GB _]|(Y & c & FY & T & Q)].
  - destruct (single X) eqn:S.
    + eapply (won_still ru R C b (pos X) (to X)); eauto using good_legal. now apply F_single.
    + assert (TW : twos) by (now exists X).
      assert (EX : exists h, h < n /\ col h = 0 /\ get b h = 0).
      { destruct (rules_cases ru) as [RU|[RU|RU]].
        - destruct (g_standard b GB TW RU) as (g & h & _ & Hg & _ & Kg & _ & Gg & _). eauto.
        - exfalso. now apply (proj2 (not_single X S)).
        - destruct (proj1 (doors_fixed TW RU)) as (g & Hg & Kg & Gg). exists g.
          repeat split; auto. now apply (g_fixed b GB TW RU). }
      destruct EX as (h & Hh & Kh & Gh). apply (won_full ru R C b h W Hh); auto. lia.
  - rewrite (LO Y c FY T b Q) in W. discriminate.
Qed.
End Persistent.
