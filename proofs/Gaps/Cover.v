(** * Lemma 1 in general: the steps of every position of a tree cover all moves

    The cases are those of docs/certificates/lemma-1.md. *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Opening
  Gaps.Levels Gaps.Reached.
Import ListNotations.

Set Default Proof Using "All".

Section Cover.
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
Notation after := (after ru R C).
Notation inv := (inv ru R C).
Notation level_lt := (level_lt ru R C C2).
Notation level_before := (level_before ru R C C2).
Notation level_rank := (level_rank ru R C C2).
Notation level_gap := (level_gap ru R C C2).
Notation level_stands := (level_stands ru R C C2).
Notation free_stands := (free_stands ru R C C2).
Notation joint_W := (joint_W ru R C C2).
Notation u_levels := (u_levels ru R C C2).

(** The board after the move of a step is one of the position after the step. *)
Lemma same_target b W t x c q V : inv b W -> stands W b t -> x < n -> legal t x c = true ->
  step b W (get t x) c -> after b W (get t x) c q V -> stands V q (play t x c).
Proof.
  intros IV S Hx LG ST (b' & V' & TK & O). assert (U := i_unopened _ _ _ _ _ IV).
  destruct (take_legal ru R C C2 _ _ _ _ _ _ IV ST TK) as
    (b1 & x1 & S1 & H1 & Hc & E1 & LG1 & SV & VW).
  destruct (take_levels ru R C C2 _ _ _ _ _ _ IV ST TK) as [U' _].
  apply (opens_ok ru R C C2 b' V' q V U' O).
  eapply stands_trans; [apply stands_sym; exact SV|].
  assert (M : stands (step_open C W c) (play b1 x1 c) (play t x c)).
  { apply (move_step ru R C); auto.
    - eapply stands_trans; [apply stands_sym; exact S1|exact S].
    - eapply stands_uniq; [exact S1|apply U]. }
  eapply stands_mono; [|exact M]. destruct VW as [->| ->]; [apply step_open_sub|intros y; auto].
Qed.

(** The card goes to [g] instead of [c], which is a gap on the board [t]. *)
Lemma jump b W t x0 x c g : uniq b -> stands W b t -> x0 < n -> x < n -> c < n -> g < n ->
  get b x0 = get t x -> get t x <> 0 -> get b g = 0 -> get t c = 0 ->
  joint W g c \/ get t g = 0 ->
  exists u y, stands W (play b x0 g) (play u y g) /\
    play t x c = exchanged R C (play u y g) c g.
Proof.
  intros U S H0 Hx Hc Hg E X0 G GT J. assert (L := proj1 (proj2 S)).
  set (u := arr R C t (sw c g)). set (y := sw c g x).
  assert (GU : forall z, get u z = get t (sw c g z)) by (intros; now apply get_sw).
  assert (SU : stands W b u).
  { destruct J as [J|J].
    - eapply stands_trans; [exact S|]. apply stands_sw; auto. now apply joint_sym.
    - replace u with t; auto. apply (board_eq R C); auto; [apply arr_length|]. intros z.
      rewrite GU. unfold sw. eqb. }
  assert (Hy : y < n) by (now apply (sw_lt ru R C C2)).
  assert (EY : get u y = get t x) by (unfold y; now rewrite GU, sw_sw).
  assert (GG : get u g = 0) by (rewrite GU, sw_r; auto).
  exists u, y. split.
  - apply (stands_mono R C (pin g W)); [intros z Z; unfold pin in Z; now apply andb_prop in Z|].
    apply (stands_play R C); auto; try congruence.
    + apply stands_pin; auto. congruence.
    + unfold pin. now rewrite Nat.eqb_refl, andb_false_r.
  - unfold exchanged. assert (Lu : length u = n) by apply SU.
    apply (board_eq R C); [now rewrite play_length|apply arr_length|]. intros z.
    rewrite get_sw by (rewrite ?play_length; auto). rewrite !get_play by lia. rewrite EY.
    assert (NX : x <> c) by congruence.
    destruct (Nat.eq_dec z c) as [->|ZC]; [now rewrite sw_l, !Nat.eqb_refl|].
    rewrite (proj2 (Nat.eqb_neq c z)) by auto.
    destruct (Nat.eqb_spec g (sw c g z)) as [Q|Q].
    { exfalso. apply ZC. rewrite <- (sw_sw c g z), <- Q. apply sw_r. }
    destruct (Nat.eqb_spec x z) as [<-|XZ].
    + unfold y. now rewrite Nat.eqb_refl.
    + destruct (Nat.eqb_spec y (sw c g z)) as [Q'|Q'].
      { exfalso. apply XZ. rewrite <- (sw_sw c g x), <- (sw_sw c g z). unfold y in Q'. congruence. }
      now rewrite GU, sw_sw.
Qed.

(** A step within open cells of a free level. *)
Lemma other_open b W t x x0 c g q V : inv b W -> stands W b t -> x0 < n -> x < n ->
  get b x0 = get t x -> get t x <> 0 -> get b g = 0 -> get t c = 0 -> joint W g c -> g < n ->
  W g = true -> W c = true -> col g = col c -> col g <= free_levels b ->
  step b W (get t x) g -> after b W (get t x) g q V -> stands V q (play t x c).
Proof.
  intros IV S H0 Hx E X0 G GT J Hg WG WC K F ST (b' & V' & TK & O).
  assert (U := i_unopened _ _ _ _ _ IV).
  assert (Hc : c < n) by (eapply joint_lt; eauto).
  destruct (take_levels ru R C C2 _ _ _ _ _ _ IV ST TK) as [U' _].
  destruct TK as [z _ Hz EZ|b1 b2 z F' _ _ _ _]; [|lia].
  replace z with x0 in * by (apply (u_uniq _ _ _ _ _ U); congruence).
  destruct (jump b W t x0 x c g) as (u & y & SP & ->); auto; [apply U|].
  apply (opens_ok ru R C C2 _ _ q V U' O). eapply stands_trans; [exact SP|].
  apply stands_sw; [apply SP|]. now apply joint_sym.
Qed.

(** A step that makes the first level free that is not. *)
Lemma refill b W X c g q V : inv b W -> step b W X g -> after b W X g q V ->
  col g = free_levels b -> free_levels b < top -> level b (col g) g = true -> get b g = 0 ->
  level b (col g) c = true -> get b c = 0 -> W c = false -> c <> g -> V c = true /\ V g = true.
Proof.
  intros IV ST (b' & V' & TK & O) F T LG G LC GC WC N. set (f := free_levels b) in *.
  assert (U := i_unopened _ _ _ _ _ IV).
  destruct (take_levels ru R C C2 _ _ _ _ _ _ IV ST TK) as [U' LB].
  destruct (take_legal ru R C C2 _ _ _ _ _ _ IV ST TK) as
    (b1 & x1 & S1 & H1 & Hg & E1 & LG1 & SV & VW).
  assert (U1 := unopened_stands ru R C C2 _ _ _ U S1).
  assert (LM := level_move ru R C C2 b1 x1 g (u_len _ _ _ _ _ U1) (u_uniq _ _ _ _ _ U1) H1 Hg LG1).
  assert (MG := LG1). apply legal_may in MG as [X0 G1 _ _].
  assert (L1 := u_len _ _ _ _ _ U1). set (bm := play b1 x1 g) in *.
  assert (GM : forall y, get bm y = if g =? y then get b1 x1 else if x1 =? y then 0 else get b1 y)
    by (intros; apply get_play; lia).
  assert (LS := level_stands _ _ _ (u_levels _ _ U) S1).
  assert (OM : in_levels R C bm V').
  { intros y Y. apply LM. rewrite <- LS. apply (u_levels _ _ U).
    destruct VW as [->| ->]; auto. now apply step_open_sub in Y. }
  assert (FM : f < free_levels bm).
  { apply (free_all ru R C C2); auto. intros j Hj. apply (is_free_spec ru R C C2).
    destruct (Nat.eq_dec j f) as [->|NJ].
    - rewrite <- F. split; [exists c|exists g].
      + split; [apply LM; now rewrite <- LS|]. rewrite GM. apply Nat.eqb_neq in N.
        rewrite (Nat.eqb_sym g), N. destruct (x1 =? c); auto.
        now rewrite (stands_closed R C _ _ _ _ S1 WC).
      + split; [apply LM; now rewrite <- LS|]. now rewrite GM, Nat.eqb_refl.
    - apply (is_free_spec ru R C C2), (is_free_move ru R C C2); auto; [apply U1| |lia].
      apply (free_before ru R C C2). rewrite <- (free_stands _ _ _ (u_levels _ _ U) S1).
      fold f. lia. }
  rewrite (free_stands _ _ _ OM SV) in FM. destruct O as [EV _]. rewrite !EV.
  unfold opened. destruct (level_lt _ _ _ LC) as [_ KC]. rewrite KC, F.
  apply Nat.ltb_lt in FM. rewrite FM. split; apply LB; congruence.
Qed.
Lemma other_closed b W t x x0 c g q V : inv b W -> stands W b t -> x0 < n -> x < n ->
  get b x0 = get t x -> get t x <> 0 -> get b g = 0 -> get b c = 0 -> W c = false ->
  W g = false -> c <> g -> col g = free_levels b -> free_levels b < top ->
  level b (col g) g = true -> level b (col g) c = true ->
  step b W (get t x) g -> after b W (get t x) g q V -> stands V q (play t x c).
Proof.
  intros IV S H0 Hx E X0 G GC WC WG N F T LG LC ST AF.
  assert (U := i_unopened _ _ _ _ _ IV).
  destruct (refill b W (get t x) c g q V) as [VC VG]; auto.
  destruct AF as (b' & V' & TK & O). destruct (level_lt _ _ _ LC) as [Hc KC].
  destruct (level_lt _ _ _ LG) as [Hg _].
  destruct (take_levels ru R C C2 _ _ _ _ _ _ IV ST TK) as [U' _].
  destruct TK as [z _ Hz EZ|b1 b2 z F' _ _ _ _]; [|lia].
  replace z with x0 in * by (apply (u_uniq _ _ _ _ _ U); congruence).
  assert (TC : get t c = 0) by (now rewrite (stands_closed R C _ _ _ _ S WC)).
  assert (TG : get t g = 0) by (now rewrite (stands_closed R C _ _ _ _ S WG)).
  destruct (jump b W t x0 x c g) as (u & y & SP & ->); auto; [apply U|].
  assert (SQ := proj2 (opens_ok ru R C C2 _ _ q V U' O) _ SP).
  eapply stands_trans; [exact SQ|]. apply stands_sw; [apply SQ|]. right. repeat split; auto.
Qed.

(** An open gap in a level that is not free: its column has an open card, so it is past the first
    level that is not free. *)
Lemma open_gap_free b W g : inv b W -> W g = true -> get b g = 0 ->
  col g < free_levels b \/ free_levels b < col g.
Proof.
  intros IV WG G. destruct (Nat.lt_total (col g) (free_levels b)) as [H|[H|H]]; auto. exfalso.
  assert (U := i_unopened _ _ _ _ _ IV).
  destruct (i_card _ _ _ _ _ IV g WG G ltac:(lia)) as (y & WY & KY & Y).
  destruct (u_open _ _ _ _ _ U g WG) as [LG T]. destruct (u_open _ _ _ _ _ U y WY) as [LY _].
  rewrite H in *. rewrite KY in LY. assert (E := free_end ru R C C2 b T).
  apply not_true_iff_false in E. apply E, (is_free_spec ru R C C2).
  split; [exists g|exists y]; auto.
Qed.

(** There are only four gaps: with four free levels, no other column has one. *)
Lemma few_free b c : few R C b -> 4 <= free_levels b -> c < n -> get b c = 0 -> 4 <= col c ->
  False.
Proof.
  intros FW F Hc G K.
  assert (Q : forall j, j < 4 -> exists g, g < n /\ col g = j /\ get b g = 0).
  { intros j Hj. assert (FJ := free_before ru R C C2 b j ltac:(lia)).
    apply (is_free_spec ru R C C2) in FJ as ((g & LG & G') & _). exists g.
    destruct (level_lt _ _ _ LG). auto. }
  destruct (Q 0 ltac:(lia)) as (g0 & ? & ? & ?), (Q 1 ltac:(lia)) as (g1 & ? & ? & ?),
    (Q 2 ltac:(lia)) as (g2 & ? & ? & ?), (Q 3 ltac:(lia)) as (g3 & ? & ? & ?).
  specialize (FW [g0; g1; g2; g3; c]). cbn in FW.
  enough (5 <= 4) by lia. apply FW.
  - repeat constructor; cbn; intros I; repeat destruct I as [I|I]; subst; try lia; auto.
  - intros x I. repeat destruct I as [I|I]; subst; auto; contradiction.
Qed.

(** Lemma 1. *)
Theorem steps_cover_inv b W t x c : inv b W -> stands W b t -> x < n -> c < n ->
  legal t x c = true ->
  stands W b (play t x c) \/
  exists d, step b W (get t x) d /\
    forall q V, after b W (get t x) d q V -> stands V q (play t x c).
Proof.
  intros IV S Hx Hc LG. assert (U := i_unopened _ _ _ _ _ IV). assert (O := u_levels _ _ U).
  assert (IT := inv_stands ru R C C2 _ _ _ IV S). assert (UT := i_unopened _ _ _ _ _ IT).
  assert (LS := level_stands _ _ _ O S). assert (FS := free_stands _ _ _ O S).
  assert (SC := fun y => stands_closed R C W b t y S).
  assert (M := LG). apply legal_may in M as [X0 G T N].
  destruct (stands_place R C _ _ _ x S) as (x0 & J0 & E0).
  assert (H0 : x0 < n) by (eapply joint_lt; eauto). assert (K0 := joint_col R C _ _ _ J0).
  assert (SAME : step b W (get t x) c -> stands W b (play t x c) \/
    exists d, step b W (get t x) d /\
      forall q V, after b W (get t x) d q V -> stands V q (play t x c)).
  { intros ST. right. exists c. split; auto. intros q V. now apply same_target. }
  assert (WITHIN : W x = true -> W c = true -> col x = col c -> stands W b (play t x c)).
  { intros WX WC K. eapply stands_trans; [exact S|]. apply move_within; auto; [apply S|].
    right. auto. }
  set (X := get t x) in *. set (f := free_levels b) in *.
  destruct (Nat.eq_dec (rank X) 0) as [K|K].
  - (* A Two. *)
    destruct (T K) as [KC TM]. unfold two_may in TM.
    assert (CLOSED : ru <> Standard -> forall y, W y = false).
    { intros RU y. destruct (W y) eqn:Y; auto. destruct (u_open _ _ _ _ _ U y Y) as [_ Q].
      unfold Opening.top in Q. destruct ru; [contradiction|lia|lia]. }
    assert (CASES : ru = Standard \/ ru = FixedSuits \/ ru = FixedTwos) by (destruct ru; auto).
    destruct CASES as [RU|[RU|RU]].
    + assert (TOP : 0 < top) by (unfold Opening.top; rewrite RU; lia).
      destruct (stands_place R C _ _ _ c S) as (c0 & JC & EC). rewrite G in EC.
      destruct (Nat.eq_dec (col x) 0) as [KX|KX].
      { left. assert (LX : level t 0 x = true).
        { apply (level_spec ru R C C2). repeat split; auto; contradiction. }
        assert (LC : level t 0 c = true) by (apply level_gap; auto; contradiction).
        assert (F : 0 < free_levels t).
        { apply (free_all ru R C C2); auto. intros j Hj. replace j with 0 by lia.
          apply (is_free_spec ru R C C2). split; [exists c|exists x]; auto. }
        apply WITHIN; try congruence; apply (i_free _ _ _ _ _ IT); congruence. }
      assert (HC0 : c0 < n) by (eapply joint_lt; eauto).
      assert (KC0 : col c0 = 0) by (rewrite (joint_col R C _ _ _ JC); auto).
      destruct (first_gap_ex ru R C C2 b (fun c => col c =? 0) c0) as (g & FG & Hg & KG & GG);
        auto; [now apply Nat.eqb_eq|]. apply Nat.eqb_eq in KG.
      assert (ST : step b W X g).
      { rewrite E0. apply TwoAny; auto; congruence. }
      destruct (Nat.eq_dec g c) as [->|NG]; [now apply SAME|].
      right. exists g. split; auto. intros q V AF.
      assert (LGG : level b 0 g = true) by (apply level_gap; auto; contradiction).
      assert (LGC : level t 0 c = true) by (apply level_gap; auto; contradiction).
      destruct (Nat.eq_dec f 0) as [F|F].
      * assert (WC : W c = false).
        { destruct (W c) eqn:Q; auto. destruct (open_gap_free t W c IT Q G) as [H|H];
            rewrite <- FS in H; fold f in H; lia. }
        assert (WG : W g = false).
        { destruct (W g) eqn:Q; auto. destruct (open_gap_free b W g IV Q GG) as [H|H];
            fold f in H; lia. }
        apply (other_closed b W t x x0 c g q V); auto; fold f; try lia; try congruence.
        all: rewrite ?KG, ?LS; auto. all: rewrite <- SC; auto.
      * assert (WG : W g = true) by (apply (i_free _ _ _ _ _ IV); fold f; rewrite KG; auto; lia).
        assert (WC : W c = true).
        { apply (i_free _ _ _ _ _ IT); rewrite KC; auto. rewrite <- FS. fold f. lia. }
        apply (other_open b W t x x0 c g q V); auto; fold f; try lia.
        right. repeat split; auto. congruence.
    + assert (W0 := CLOSED ltac:(congruence)). rewrite RU in TM. apply Nat.eqb_eq in TM.
      apply SAME. rewrite E0. apply TwoOfRow; auto; try congruence. rewrite <- SC; auto.
    + assert (W0 := CLOSED ltac:(congruence)). rewrite RU in TM.
      apply negb_true_iff, Nat.eqb_neq in TM.
      apply SAME. rewrite E0. apply TwoFixed; auto; try congruence. rewrite <- SC; auto.
  - (* Any other card: right of its predecessor. *)
    destruct (N K) as [KC EP]. destruct (col_before ru R C C2 c KC) as [KE CE].
    set (e := c - 1) in *. assert (He : e < n) by lia.
    destruct (stands_place R C _ _ _ e S) as (y0 & JY & EY). rewrite EP in EY.
    assert (HY : y0 < n) by (eapply joint_lt; eauto). assert (KY := joint_col R C _ _ _ JY).
    assert (CC : col c < C) by (apply Nat.mod_upper_bound; lia).
    assert (FILL : ~ (W c = true /\ W x = true /\ col x = col c) -> may_fill R C b W x0 c).
    { intros NW. destruct (W c) eqn:WC; [right|left; rewrite <- SC; auto]. split; auto. split.
      - destruct (stands_place R C _ _ _ c S) as (g & JG & EG). exists g. rewrite G in EG.
        split; [eapply joint_lt; eauto|]. split; [eapply joint_W; eauto|]. split; auto.
        eapply joint_col; eauto.
      - intros [WX KX]. apply NW. split; auto. split; [|congruence].
        apply (joint_W W x0 x); auto. now apply joint_sym. }
    assert (DW : (W c = true /\ W x = true /\ col x = col c) \/
      ~ (W c = true /\ W x = true /\ col x = col c)).
    { destruct (W c), (W x), (Nat.eq_dec (col x) (col c)) as [KX|KX]; auto;
        right; intros (? & ? & ?); congruence. }
    destruct (W e) eqn:WE.
    + assert (WY := joint_W _ _ _ JY WE).
      destruct (le_lt_dec f (col e)) as [F|F].
      * (* Case 4. *)
        destruct DW as [(WC & WX & KX)|NW]; [left; auto|]. apply SAME. rewrite E0, <- CE.
        apply (Beside ru R C b W x0 y0 e); auto; try congruence; try (fold f; lia); try lia.
        rewrite CE. auto.
      * (* Case 3. *)
        assert (LE : level b (col e) e = true) by (now apply O).
        assert (LET : level t (col e) e = true) by (now rewrite <- LS).
        assert (P0 := rank_pred C X X0 K).
        assert (RX : rank X = col c).
        { assert (Q := level_rank t (col e) e LET). rewrite EP in Q. specialize (Q P0).
          destruct (rank_suit_pred ru R C C2 X X0 K). lia. }
        assert (LC : level t (col c) c = true).
        { apply level_gap; auto. intros _. now rewrite <- KE. }
        assert (LYB : level b (col e) y0 = true) by (rewrite <- KY; now apply O).
        (* The card, in the level on b. *)
        assert (LX : col x0 = col y0 + 1 -> W (x0 - 1) = true -> level b (col c) x0 = true).
        { intros Q1 Q2. apply (level_spec ru R C C2). rewrite <- E0.
          split; [auto|split; [lia|]]. assert (KX1 : col x0 <> 0) by lia.
          destruct (col_before ru R C C2 x0 KX1) as [Q3 _].
          split; intros _; [|split; auto; intros _; exists y0].
          - replace (col c - 1) with (col (x0 - 1)) by lia. now apply O.
          - split; [|auto]. now rewrite <- KE. }
        assert (JOIN : forall g, first_gap R C b
          (fun c => (col c =? col y0 + 1) && W (c - 1)) = Some g ->
          (level b (col c) x0 = true -> False) -> step b W X g).
        { intros g FG NL. rewrite E0. apply (Join ru R C b W x0 y0 g); auto; try congruence.
          - lia.
          - fold f. lia.
          - intros [Q1 Q2]. auto. }
        destruct (W c) eqn:WC.
        -- destruct DW as [(_ & WX & KX)|NW]; [left; auto|].
           assert (FC : col c < f).
           { destruct (open_gap_free t W c IT WC G) as [H|H]; rewrite <- FS in H; fold f in H;
               lia. }
           destruct (stands_place R C _ _ _ c S) as (g0 & JG & EG). rewrite G in EG.
           assert (WG0 := joint_W _ _ _ JG WC). assert (KG0 := joint_col R C _ _ _ JG).
           assert (LG0 : level b (col c) g0 = true) by (rewrite <- KG0; now apply O).
           assert (LG1 := level_before _ _ _ LG0 KC).
           destruct (level_lt _ _ _ LG1) as [_ KG1].
           destruct (first_gap_ex ru R C C2 b (fun c => (col c =? col y0 + 1) && W (c - 1)) g0)
             as (g & FG & Hg & PG & GG); auto.
           { now destruct (level_lt _ _ _ LG0). }
           { apply andb_true_intro. split; [apply Nat.eqb_eq; lia|].
             apply (i_free _ _ _ _ _ IV); [now rewrite KG1|fold f; lia]. }
           apply andb_prop in PG as [KG WG1]. apply Nat.eqb_eq in KG.
           assert (KGC : col g = col c) by lia.
           assert (WG : W g = true).
           { apply (i_free _ _ _ _ _ IV); [|fold f; lia]. apply level_gap; auto. intros _.
             destruct (col_before ru R C C2 g ltac:(lia)) as [Q _]. rewrite <- Q. now apply O. }
           assert (ST : step b W X g).
           { apply JOIN; auto. intros L. apply NW. assert (WX0 : W x0 = true).
             { destruct (level_lt _ _ _ L) as [_ Q]. apply (i_free _ _ _ _ _ IV); rewrite Q; auto. }
             destruct (level_lt _ _ _ L) as [_ Q]. split; auto. split; [|congruence].
             apply (joint_W W x0 x); auto. now apply joint_sym. }
           right. exists g. split; auto. intros q V AF.
           apply (other_open b W t x x0 c g q V); auto; fold f; try lia.
           right. repeat split; auto.
        -- assert (GB : get b c = 0) by (rewrite <- SC; auto).
           assert (LCB : level b (col c) c = true) by (now rewrite LS).
           assert (FC : col c = f).
           { destruct (Nat.lt_total (col c) f) as [H|[H|H]]; auto; [|lia].
             rewrite (i_free _ _ _ _ _ IV c LCB H) in WC. discriminate. }
           assert (RU : ru = Standard).
           { assert (Q := free_top ru R C C2 b). fold f in Q. unfold Opening.top in Q.
             destruct ru; auto; lia. }
           assert (TOP : f < top).
           { assert (Q := free_top ru R C C2 b). fold f in Q.
             assert (Q1 := rank_lt ru R C C2 X). unfold Opening.top in *. rewrite RU in *.
             destruct (le_lt_dec 4 f) as [H4|H4]; [|lia]. exfalso.
             apply (few_free b c); auto; [apply U|lia]. }
           assert (FE : is_free b (col c) = false) by (rewrite FC; now apply (free_end ru R C C2)).
           apply not_true_iff_false in FE.
           assert (NX : level b (col c) x0 = true -> False).
           { intros L. apply FE, (is_free_spec ru R C C2). split; [exists c|exists x0]; auto.
             split; congruence. }
           destruct (first_gap_ex ru R C C2 b (fun c => (col c =? col y0 + 1) && W (c - 1)) c)
             as (g & FG & Hg & PG & GG); auto.
           { apply andb_true_intro. split; [apply Nat.eqb_eq; lia|auto]. }
           apply andb_prop in PG as [KG WG1]. apply Nat.eqb_eq in KG.
           assert (ST := JOIN g FG NX).
           destruct (Nat.eq_dec g c) as [->|NG]; [now apply SAME|].
           assert (KGC : col g = col c) by lia.
           assert (WG : W g = false).
           { destruct (W g) eqn:Q; auto.
             destruct (open_gap_free b W g IV Q GG) as [H|H]; fold f in H; lia. }
           right. exists g. split; auto. intros q V AF.
           apply (other_closed b W t x x0 c g q V); auto; fold f; try lia; rewrite KGC; auto.
           apply level_gap; auto. intros _.
           destruct (col_before ru R C C2 g ltac:(lia)) as [Q _].
           replace (col c - 1) with (col (g - 1)) by lia. now apply O.
    + (* Cases 1 and 2. *)
      assert (y0 = e) as -> by (destruct JY as [<-|(_ & _ & Q & _)]; congruence).
      destruct DW as [(WC & WX & KX)|NW]; [left; auto|]. apply SAME. rewrite E0, <- CE.
      apply Closed; auto; try congruence; [lia|]. rewrite CE. auto.
Qed.

Variable deal : board.
Hypothesis deal_length : length deal = n.
Hypothesis deal_uniq : uniq deal.
Hypothesis deal_few : few R C deal.
Notation reached := (reached ru R C deal).

Theorem steps_cover b W t t' : reached b W -> stands W b t -> move ru R C t t' ->
  stands W b t' \/
  exists X c, step b W X c /\ forall q V, after b W X c q V -> stands V q t'.
Proof.
  intros RE S [x c Hx Hc LG].
  assert (IV := reached_inv ru R C C2 deal deal_length deal_uniq deal_few b W RE).
  destruct (steps_cover_inv b W t x c IV S Hx Hc LG) as [Q|(d & ST & Q)]; [left|right]; eauto.
Qed.
(** The corollary: a position is lost if none of its boards is won and the positions after all steps are lost. *)
Theorem steps_lost b W : reached b W -> (forall t, stands W b t -> won ru R C t = false) ->
  (forall X c, step b W X c -> exists q V, after b W X c q V /\ lostP ru R C V q) ->
  lostP ru R C W b.
Proof.
  intros RE NW H. apply covered_lost; auto. intros t x c S Hx Hc LG.
  destruct (steps_cover b W t (play t x c) RE S (Move ru R C t x c Hx Hc LG)) as
    [Q|(X & d & ST & Q)]; [left; auto|right].
  destruct (H X d ST) as (q & V & AF & LO). apply LO. now apply Q.
Qed.
End Cover.
