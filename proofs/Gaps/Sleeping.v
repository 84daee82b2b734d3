(** * Lemma 4 in general: for every position of a tree

    Opening adds only boards that can be reached ([opens_reach]), every board of the position after
    a step comes from one before ([after_back]), and a step that may sleep still loses after an
    independent step ([sleep_after]). So the positions of a tree stand for exactly the
    boards that play can reach ([reached_exactly]). *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Opening
  Gaps.Levels Gaps.Reached Gaps.Cover Gaps.FreeLevels Gaps.Sleep.
Import ListNotations.

Set Default Proof Using "All".

Section Sleeping.
Variable ru : rules.
Variables R C : nat.
Hypothesis C2 : 2 <= C.
Notation n := (n R C).
Notation col := (col C).
Notation rank := (rank C).
Notation legal := (legal ru C).
Notation stands := (stands R C).
Notation joint := (joint R C).
Notation level := (level R C).
Notation is_free := (is_free R C).
Notation free_levels := (free_levels ru R C).
Notation top := (top ru C).
Notation step := (step ru R C).
Notation take := (take ru R C).
Notation after := (after ru R C).
Notation opens := (opens ru R C).
Notation inv := (inv ru R C).
Notation unopened := (unopened ru R C).
Notation in_free := (in_free ru R C).
Notation lost := (lost ru R C).
Notation lostP := (lostP ru R C).
Notation asleep := (asleep ru R C).
Notation level_lt := (level_lt ru R C C2).
Notation level_before := (level_before ru R C C2).
Notation level_rank := (level_rank ru R C C2).
Notation level_stands := (level_stands ru R C C2).
Notation free_stands := (Levels.free_stands ru R C C2).
Notation joint_W := (joint_W ru R C C2).
Notation u_levels := (u_levels ru R C C2).

Lemma C1 : 1 <= C. Proof. lia. Qed.

(** The open cells of free levels, as [FreeLevels.v] needs them. *)
Lemma inv_levels b W : inv b W -> FreeLevels.levels R C (in_free b W) (free_levels b).
Proof.
  intros IV x A. assert (U := i_unopened _ _ _ _ _ IV). unfold Opening.in_free in *.
  apply andb_prop in A as [WX F]. apply Nat.ltb_lt in F.
  destruct (u_open _ _ _ _ _ U x WX) as [LX _].
  split; [now destruct (level_lt _ _ _ LX)|split; [auto|]]. intros K.
  assert (LB := level_before _ _ _ LX K). destruct (level_lt _ _ _ LB) as [_ KB].
  rewrite KB. apply andb_true_intro. split; [|apply Nat.ltb_lt; lia].
  apply (i_free _ _ _ _ _ IV); rewrite KB; auto. lia.
Qed.
Lemma free_rules b : free_levels b = 0 \/ ru = Standard.
Proof.
  assert (T := free_top ru R C C2 b). unfold Opening.top in T. destruct ru; auto; left; lia.
Qed.
Lemma inv_free b W : inv b W -> FreeLevels.free R C (in_free b W) (free_levels b) b.
Proof.
  intros IV. assert (U := i_unopened _ _ _ _ _ IV).
  assert (IN : forall k y, level b k y = true -> k < free_levels b -> in_free b W y = true).
  { intros k y LY K. destruct (level_lt _ _ _ LY) as [_ KY]. unfold Opening.in_free. rewrite KY.
    apply andb_true_intro. split; [|now apply Nat.ltb_lt].
    apply (i_free _ _ _ _ _ IV); now rewrite KY. }
  split; [apply U|split].
  - intros x A X0. unfold Opening.in_free in A. apply andb_prop in A as [WX F].
    apply Nat.ltb_lt in F. destruct (u_open _ _ _ _ _ U x WX) as [LX _].
    assert (RX := level_rank _ _ _ LX X0). split; [congruence|]. intros K. split; [congruence|].
    apply (level_spec ru R C C2) in LX as (_ & _ & _ & D). destruct (D X0) as [_ P].
    destruct (P K) as (y & LY & EY). exists y. destruct (level_lt _ _ _ LY) as [_ KY].
    split; [|auto]. apply (IN (col x - 1)); auto. lia.
  - intros k K. assert (F := free_before ru R C C2 b k K).
    apply (is_free_spec ru R C C2) in F as ((g & LG & G) & _). exists g.
    split; [now apply (IN k)|]. now destruct (level_lt _ _ _ LG).
Qed.
Lemma in_free_stands b W t : inv b W -> stands W b t -> free_levels b = free_levels t.
Proof. intros IV S. apply (free_stands b W t); auto. apply u_levels, IV. Qed.

(** ** (a): opening adds only boards that can be reached *)

Lemma opened_or b W x : opened ru R C b W x = true -> (W x = true \/
  in_free b (opened ru R C b W) x = true).
Proof.
  intros O. unfold Opening.in_free. rewrite O. unfold opened in O.
  destruct (col x <? free_levels b); auto. left. unfold settled in O.
  now do 2 apply andb_prop in O as [O _].
Qed.
Theorem opens_reach b W q V t : unopened b W -> opens b W q V -> stands V q t ->
  exists s, stands W b s /\ plays_in ru R C (in_free q V) s t.
Proof.
  intros U O S. destruct (opens_ok ru R C C2 _ _ _ _ U O) as [IQ CV]. destruct O as [EV SV].
  assert (IB := inv_stands ru R C C2 _ _ _ IQ (stands_sym R C _ _ _ SV)).
  assert (F := in_free_stands _ _ _ IB SV).
  assert (EF : forall x, in_free q V x = in_free b V x)
    by (intros; unfold Opening.in_free; now rewrite F).
  destruct (open_reach ru R C C1 (in_free q V) (free_levels q) (inv_levels _ _ IQ) (free_rules q)
    W b t) as (s & SS & _ & P); [| | |eauto].
  - assert (FB := inv_free b V IB). rewrite F in FB. destruct FB as (L & F1 & F2).
    split; [auto|split].
    + intros x. rewrite EF. intros A X0. destruct (F1 x A X0) as [Q1 Q2]. split; auto.
      intros K. destruct (Q2 K) as (K1 & y & Y). split; auto. exists y. now rewrite EF.
    + intros k K. destruct (F2 k K) as (g & G). exists g. now rewrite EF.
  - intros x X K. unfold Opening.in_free. apply andb_true_intro. split; [|now apply Nat.ltb_lt].
    rewrite EV. unfold opened. rewrite F. apply Nat.ltb_lt in K. rewrite K.
    now apply (u_open _ _ _ _ _ U).
  - eapply stands_mono; [|eapply stands_trans; [exact SV|exact S]]. intros x X. unfold or.
    rewrite EV in X. destruct (opened_or b W x X) as [->|A]; auto. apply orb_true_iff. right.
    rewrite EF. unfold Opening.in_free in *. rewrite EV. exact A.
Qed.

(** ** (b): every board after a step comes from one before *)

Theorem after_back b W Y d q V : inv b W -> step b W Y d -> after b W Y d q V ->
  back ru R C (in_free q V) W b Y V q.
Proof.
  intros IV ST (b' & V' & TK & O). assert (U := i_unopened _ _ _ _ _ IV).
  destruct (take_levels ru R C C2 _ _ _ _ _ _ IV ST TK) as [U' LB].
  destruct (take_legal ru R C C2 _ _ _ _ _ _ IV ST TK) as
    (b1 & y1 & S1 & H1 & Hd & <- & LG & SV & VW).
  destruct (opens_ok ru R C C2 _ _ _ _ U' O) as [IQ CV].
  assert (U1 := unopened_stands ru R C C2 _ _ _ U S1).
  set (bm := play b1 y1 d) in *.
  assert (SM : stands V q bm) by (apply CV, stands_sym, SV).
  assert (IM := inv_stands ru R C C2 _ _ _ IQ SM). assert (FM := in_free_stands _ _ _ IQ SM).
  assert (EF : forall x, in_free q V x = in_free bm V x)
    by (intros; unfold Opening.in_free; now rewrite FM).
  assert (LM := level_move ru R C C2 b1 y1 d (u_len _ _ _ _ _ U1) (u_uniq _ _ _ _ _ U1) H1 Hd LG).
  fold bm in LM. assert (FREE : FreeLevels.free R C (in_free q V) (free_levels q) bm).
  { assert (F := inv_free bm V IM). rewrite <- FM in F. destruct F as (L & F1 & F2).
    split; [auto|split].
    - intros x. rewrite EF. intros A X0. destruct (F1 x A X0) as [Q1 Q2]. split; auto.
      intros K. destruct (Q2 K) as (K1 & y & Y). split; auto. exists y. now rewrite EF.
    - intros k K. destruct (F2 k K) as (g & G). exists g. now rewrite EF. }
  assert (WI : forall x, W x = true -> col x < free_levels q -> in_free q V x = true).
  { intros x X K. unfold Opening.in_free. apply andb_true_intro. split; [|now apply Nat.ltb_lt].
    apply (i_free _ _ _ _ _ IM); [|congruence]. apply LM. now apply (u_open _ _ _ _ _ U1). }
  assert (FR : free_levels q = free_levels b').
  { symmetry. apply (in_free_stands b' V); [|apply O].
    apply (inv_stands ru R C C2 q); auto. apply stands_sym, O. }
  assert (VOR : forall x, V x = true -> V' x = true \/ in_free q V x = true).
  { intros x X. destruct O as [EV _]. assert (X' := X). rewrite EV in X'.
    destruct (opened_or b' V' x X') as [|A]; auto. right. unfold Opening.in_free in *.
    apply andb_prop in A as [_ A]. now rewrite X, FR. }
  enough (BM : back ru R C (in_free q V) W b (get b1 y1) (or (in_free q V) V') bm).
  { intros t TS. apply BM. eapply stands_mono; [|eapply stands_trans; [apply stands_sym; exact SM|
      exact TS]]. intros x X. unfold or. destruct (VOR x X) as [->| ->]; auto using orb_true_r. }
  assert (BS : back ru R C (in_free q V) W b (get b1 y1)
    (or (in_free q V) (step_open C W d)) bm).
  { apply (back_step ru R C C1 _ (free_levels q) (inv_levels _ _ IQ) (free_rules q)); auto.
    intros x X. apply WI. now apply step_open_sub in X. }
  destruct TK as [x F Hx EX|b2 b3 x F HB HB2 Hx EX]; [|exact BS].
  assert (FD : col d <= free_levels bm).
  { destruct (Nat.eq_dec (col d) 0) as [|K]; [lia|].
    enough (col d - 1 < free_levels bm) by lia. apply (free_all ru R C C2).
    - assert (T := free_top ru R C C2 b). lia.
    - intros j Hj. apply (is_free_move ru R C C2); auto; [apply U1|apply U1| |lia].
      apply (free_before ru R C C2). rewrite <- (in_free_stands _ _ _ IV S1). lia. }
  destruct (W d && negb (in_free q V d)) eqn:E.
  - apply andb_prop in E as [WD AD]. apply negb_true_iff in AD.
    destruct (u_open _ _ _ _ _ U d WD) as [_ T].
    apply (back_join ru R C C1 _ (free_levels q) (inv_levels _ _ IQ) (free_rules q)); auto.
    + unfold Opening.top in T. destruct ru; auto; lia.
    + apply U1.
    + intros K e WE KE. destruct (u_open _ _ _ _ _ U e WE) as [LE _].
      assert (K1 : col e <> 0) by lia. assert (LE1 := level_before _ _ _ LE K1).
      destruct (level_lt _ _ _ LE1) as [_ KE1].
      assert (WE1 : W (e - 1) = true) by (apply (i_free _ _ _ _ _ IV); rewrite KE1; auto; lia).
      split; auto. apply WI; auto. lia.
  - intros t TS. apply BS. eapply stands_mono; [|exact TS]. intros y Y. unfold or in *.
    destruct (in_free q V y) eqn:A; [apply orb_true_r|]. rewrite orb_false_r in *.
    unfold step_open. destruct (Nat.eqb_spec (col d) 0) as [K|K]; unfold pin.
    + rewrite Y. destruct (Nat.eqb_spec y d) as [->|]; auto. rewrite Y, A in E. discriminate.
    + rewrite Y. destruct (Nat.eqb_spec y d) as [->|]; [rewrite Y, A in E; discriminate|].
      destruct (Nat.eqb_spec y (d - 1)) as [->|]; auto.
      destruct (col_before ru R C C2 d K) as [KB _]. rewrite WI in A; [discriminate|auto|lia].
Qed.

(** ** Lemma 4 *)

Theorem sleep_after_inv b W X c Y d q V b1 W1 q1 V1 : inv b W ->
  step b W X c -> step b W Y d -> after b W Y d q V -> step q V X c ->
  X <> Y -> (rank X <> 0 -> X - 1 <> Y) -> (rank Y <> 0 -> Y - 1 <> X) ->
  may_sleep ru R C b W X c -> may_sleep ru R C q V X c ->
  after b W X c b1 W1 -> lostP W1 b1 -> after q V X c q1 V1 -> lostP V1 q1.
Proof.
  intros IV SX SY AY SQ N1 N2 N3 (K & WC & _) (_ & VC & AP & AX) AF1 LO AF2.
  assert (U := i_unopened _ _ _ _ _ IV).
  assert (IQ : inv q V).
  { destruct AY as (b' & V' & TK & O).
    destruct (take_levels ru R C C2 _ _ _ _ _ _ IV SY TK) as [U' _].
    now apply (opens_ok ru R C C2 b' V'). }
  assert (AS : asleep W b X c).
  { intros t x S Hx E LG. apply LO. rewrite <- E in *.
    now apply (same_target ru R C C2 b W t x c). }
  destruct (step_facts ru R C C2 b W X c (u_uniq _ _ _ _ _ U) SX) as (X0 & Hc & F).
  destruct F as [(K0 & _)|(_ & KC & y & Hy & EY & KY & F)]; [contradiction|].
  assert (G : get b c = 0).
  { assert (FI : get b c = 0 \/ fills R C b W c) by tauto.
    destruct FI as [|[[_ G]|[Q _]]]; auto. congruence. }
  assert (ASQ : asleep V q X c).
  { apply (lemma4 ru R C C1 (in_free q V) (free_levels q) (inv_levels _ _ IQ) (free_rules q)
      W b X c Y); auto.
    - now apply (after_back b W Y d).
    - unfold Opening.in_free. now rewrite VC.
    - intros t x S E. destruct (stands_place R C _ _ _ x S) as (z & J & EZ). rewrite E in EZ.
      assert (Hz : z < n) by (apply (get_in R C q); [apply S|congruence]).
      assert (A := AX z Hz (eq_sym EZ)). destruct J as [->|(_ & _ & V1' & V2 & KJ)]; auto.
      unfold Opening.in_free in *. now rewrite V1', KJ, <- V2. }
  destruct AF2 as (b' & V' & TK & O).
  destruct (take_levels ru R C C2 _ _ _ _ _ _ IQ SQ TK) as [U' _].
  destruct (take_legal ru R C C2 _ _ _ _ _ _ IQ SQ TK) as
    (d1 & x1 & S1 & H1 & _ & E1 & LG & SV & _).
  assert (L1 : length d1 = n) by apply S1.
  assert (SUB : sub V' (step_open C V c)).
  { destruct TK as [x F' Hx EX|b2 b3 x F' HB HB2 Hx EX]; [|intros z; auto].
    intros z Z. destruct (col_before ru R C C2 c KC) as [KB _].
    unfold step_open. rewrite (proj2 (Nat.eqb_neq _ _) KC). unfold pin. rewrite Z.
    destruct (Nat.eqb_spec z c) as [->|]; [congruence|].
    destruct (Nat.eqb_spec z (c - 1)) as [->|]; auto.
    unfold Opening.in_free in AP. rewrite Z in AP. cbn in AP. apply Nat.ltb_ge in AP. lia. }
  intros t TS. destruct (opens_reach b' V' q1 V1 t U' O TS) as (s & SS & P).
  apply (lost_plays ru R C s); [|eapply plays_in_plays; exact P].
  assert (MG := LG). apply legal_may in MG as [_ GC _ ND].
  assert (SM : stands (step_open C V c) (play d1 x1 c) s).
  { eapply stands_mono; [exact SUB|]. eapply stands_trans; eauto. }
  destruct (stands_undo ru R C C1 _ (free_rules q) _ _ _ _ _ SM (step_open_c C V c) L1 H1 Hc GC) as
    (u & z & SU & Hz & KZ & EZ & ->).
  rewrite E1 in *. destruct (ND K) as [_ EP].
  apply (ASQ u z); auto.
  - eapply stands_trans; [exact S1|]. eapply stands_mono; [apply step_open_sub|exact SU].
  - apply (legal_next ru R C C2); rewrite ?EZ; auto.
    + rewrite (stands_closed R C _ _ _ _ SU (step_open_c C V c)). auto.
    + rewrite (stands_closed R C _ _ _ _ SU (step_open_pred C V c KC)). auto.
Qed.

(** ** All positions *)

(** There is a position after every step. *)
Lemma after_ex b W X c : inv b W -> step b W X c -> exists q V, after b W X c q V.
Proof.
  intros IV ST. assert (U := i_unopened _ _ _ _ _ IV). assert (L := u_len _ _ _ _ _ U).
  enough (TK : exists b' V, take b W X c b' V).
  { destruct TK as (b' & V & TK). exists b', (opened ru R C b' V), b', V. split; auto.
    split; auto. apply stands_refl. now apply (take_levels ru R C C2 _ _ _ _ _ _ IV ST TK). }
  destruct (step_facts ru R C C2 b W X c (u_uniq _ _ _ _ _ U) ST) as (X0 & Hc & F).
  assert (HX : exists x, x < n /\ get b x = X) by (destruct ST; eauto).
  destruct HX as (x & Hx & EX).
  destruct (le_lt_dec (col c) (free_levels b)) as [H|H].
  { eexists _, _. now apply (Still _ _ _ _ _ _ _ x). }
  destruct F as [(_ & KC & _)|(K & KC & y & Hy & EY & KY & F)]; [lia|].
  destruct (col_before ru R C C2 c KC) as [KB _].
  assert (B1 : exists b1, (W c = false /\ b1 = b \/
    exists g, W c = true /\ open_gap R C b W c g /\ b1 = exchanged R C b c g) /\
    stands W b b1 /\ get b1 y = X - 1).
  { assert (FI : fills R C b W c) by (destruct F as [F|[F|F]]; [tauto|lia|tauto]).
    destruct FI as [[WC _]|[WC (g & OG)]].
    - exists b. split; [auto|]. split; [now apply stands_refl|auto].
    - exists (exchanged R C b c g). split; [right; eauto|]. destruct OG as (Hg & WG & KG & G).
      split; [apply stands_sw; auto; right; repeat split; auto|]. unfold exchanged.
      rewrite get_sw by auto. rewrite sw_o; auto; intros Q; rewrite Q in KY; lia. }
  destruct B1 as (b1 & HB & S1 & E1).
  assert (B2 : exists b2, (W (c - 1) = false /\ b2 = b1 \/ exists y, W (c - 1) = true /\ y < n /\
    get b1 y = X - 1 /\ b2 = exchanged R C b1 (c - 1) y) /\ exists x, x < n /\ get b2 x = X).
  { assert (P1 : exists x, x < n /\ get b1 x = X).
    { destruct (stands_place R C _ _ _ x (stands_sym R C _ _ _ S1)) as (x1 & J & E). exists x1.
      split; [eapply joint_lt; eauto|congruence]. }
    destruct (W (c - 1)) eqn:WC; [|exists b1; auto].
    exists (exchanged R C b1 (c - 1) y). split; [right; eauto|]. destruct P1 as (x1 & Hx1 & EX1).
    assert (L1 : length b1 = n) by apply S1. assert (Hc1 : c - 1 < n) by lia.
    exists (sw (c - 1) y x1). split; [now apply (sw_lt ru R C C2)|]. unfold exchanged.
    rewrite get_sw by auto. now rewrite sw_sw. }
  destruct B2 as (b2 & HB2 & x2 & H2 & E2). eexists _, _.
  now apply (Arranged _ _ _ _ _ _ _ b1 b2 x2).
Qed.

Variable deal : board.
Hypothesis deal_length : length deal = n.
Hypothesis deal_uniq : uniq deal.
Hypothesis deal_few : few R C deal.
Notation reached := (reached ru R C deal).
Notation reached_inv := (reached_inv ru R C C2 deal deal_length deal_uniq deal_few).

Theorem sleep_after b W X c Y d q V b1 W1 q1 V1 : reached b W ->
  step b W X c -> step b W Y d -> after b W Y d q V -> step q V X c ->
  X <> Y -> (rank X <> 0 -> X - 1 <> Y) -> (rank Y <> 0 -> Y - 1 <> X) ->
  may_sleep ru R C b W X c -> may_sleep ru R C q V X c ->
  after b W X c b1 W1 -> lostP W1 b1 -> after q V X c q1 V1 -> lostP V1 q1.
Proof. intros RE. now apply sleep_after_inv, reached_inv. Qed.

(** The positions stand for exactly the boards that play reaches. *)
Theorem reached_exactly t : plays ru R C deal t <->
  exists b W, reached b W /\ stands W b t.
Proof.
  split.
  - intros P. induction P as [|t1 t2 P (b & W & RE & S) M].
    + exists deal, (opened ru R C deal (fun _ => false)). split; [|now apply stands_refl].
      apply First. split; auto. now apply stands_refl.
    + destruct (steps_cover ru R C C2 deal deal_length deal_uniq deal_few b W t1 t2 RE S M) as
        [Q|(X & c & ST & Q)]; [eauto|].
      destruct (after_ex b W X c (reached_inv b W RE) ST) as (q & V & AF). exists q, V.
      split; [|now apply Q]. eapply Next; eauto.
  - intros (b & W & RE & S). revert t S.
    induction RE as [b W O|b W X c q V RE IH ST AF]; intros t S.
    + assert (U := deal_unopened ru R C C2 deal deal_length deal_uniq deal_few).
      destruct (opens_reach deal (fun _ => false) b W t U O S) as (s & SS & P).
      replace deal with s; [eapply plays_in_plays; exact P|].
      apply (board_eq R C); auto; [apply SS|]. intros x.
      now apply (stands_closed R C (fun _ => false)).
    + destruct (after_back b W X c q V (reached_inv b W RE) ST AF t S) as
        (u & y & d & SU & Hy & Hd & EY & LG & P).
      eapply (plays_trans ru R C); [|eapply plays_in_plays; exact P].
      eapply Then; [apply IH; exact SU|]. now apply Move.
Qed.
End Sleeping.
