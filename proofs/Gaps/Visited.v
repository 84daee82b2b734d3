(** * The checker visits the positions of Opening.v, and no others

    [visited_reached] and [reached_visited]: the positions that the checker computes from a deal are
    those of Opening.v, each in some arrangement. So lemmas 1 to 4, which are proved for these,
    apply to the positions that the checker visits. *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Opening
  Gaps.Levels Gaps.Reached Gaps.Cover Gaps.Sleeping Gaps.Machine Gaps.Canonical Gaps.Moves Gaps.SleepChecks
  Gaps.Tree Gaps.Masks Gaps.Faithful Gaps.Targets Gaps.Agrees.
Import ListNotations.

Set Default Proof Using "All".

Section Arranged.
Variables (ru : rules) (R C : nat).
Hypothesis C2 : 2 <= C.
Notation n := (n R C).
Notation col := (col C).
Notation stands := (stands R C).
Notation joint := (joint R C).
Notation free_levels := (free_levels ru R C).
Notation step := (Opening.step ru R C).
Notation inv := (inv ru R C).
Notation open_gap := (open_gap R C).
Notation may_fill := (may_fill R C).
Notation first_gap := (first_gap R C).

(** ** Steps of two arrangements of a position *)

Lemma place_back b W t x : stands W b t -> exists y, joint W x y /\ get b x = get t y.
Proof. intros S. apply (stands_place R C W t b). now apply stands_sym. Qed.
Lemma open_gap_arranged b W t c g : stands W b t -> open_gap b W c g ->
  exists h, open_gap t W c h.
Proof.
  intros S (Hg & WG & KG & G). destruct (place_back b W t g S) as (h & J & E). exists h.
  split; [eapply joint_lt; eauto|split; [eapply (joint_W ru R C C2); eauto|]].
  rewrite (joint_col R C _ _ _ J). split; congruence.
Qed.
Lemma may_fill_arranged b W t x z c : stands W b t -> joint W x z -> may_fill b W x c ->
  may_fill t W z c.
Proof.
  intros S J [[WC G]|(WC & (g & OG) & NX)].
  - left. split; auto. now rewrite (stands_closed R C _ _ _ _ S WC).
  - right. split; auto. split; [now apply (open_gap_arranged b W t c g)|].
    intros [WZ KZ]. apply NX. rewrite <- (joint_col R C _ _ _ J). split; auto.
    eapply (joint_W ru R C C2); [|exact WZ]. now apply joint_sym.
Qed.
(** Whether a gap is open, in a column whose level is reached. *)
Lemma gap_open b W c : inv b W -> c < n -> get b c = 0 -> col c <= free_levels b ->
  (col c <> 0 -> W (c - 1) = true) -> (W c = true <-> col c < free_levels b).
Proof.
  intros IV Hc G F L. split; intros H.
  - destruct (open_gap_free ru R C C2 b W c IV H G); auto. lia.
  - apply (i_free _ _ _ _ _ IV); auto. apply (level_gap ru R C C2); auto. intros K.
    destruct (col_before ru R C C2 c K) as [<- _].
    apply (u_open _ _ _ _ _ (i_unopened _ _ _ _ _ IV)). auto.
Qed.
Definition other (b : board) (W : nat -> bool) (t : board) c d := d = c \/
  (W c = true /\ W d = true /\ col d = col c /\ col c <= free_levels b /\
    get b c = 0 /\ get t d = 0 /\ c < n /\ d < n).
Lemma first_arranged b W t (p : nat -> bool) K c : inv b W -> stands W b t ->
  (forall e, p e = true <-> col e = K /\ (K <> 0 -> W (e - 1) = true)) -> K <= free_levels b ->
  first_gap b p = Some c -> exists d, first_gap t p = Some d /\ other b W t c d.
Proof.
  intros IV S P F FG. assert (U := i_unopened _ _ _ _ _ IV).
  assert (FS := free_stands ru R C C2 b W t (u_levels ru R C C2 _ _ U) S).
  assert (IT := inv_stands ru R C C2 b W t IV S). apply (first_gap_iff ru R C) in FG as (Hc & PC & G & MC).
  assert (PC' := PC). apply P in PC' as [KC LC].
  destruct (place_back b W t c S) as (e & J & E). rewrite G in E.
  assert (KE := joint_col R C _ _ _ J). assert (He := joint_lt R C _ _ _ J Hc).
  assert (PE : p e = true).
  { destruct J as [<-|(_ & _ & WC & WE & _)]; auto. apply P. split; [congruence|]. intros K0.
    destruct (u_open _ _ _ _ _ U e WE) as [LE _].
    assert (L1 := level_before ru R C C2 _ _ _ LE ltac:(congruence)).
    destruct (level_lt ru R C C2 _ _ _ L1) as [_ K1].
    apply (i_free _ _ _ _ _ IV); rewrite K1; auto. lia. }
  destruct (first_gap_ex ru R C C2 t p e He PE (eq_sym E)) as (d & FD & Hd & PD & GD).
  exists d. split; auto. apply (first_gap_iff ru R C) in FD as (_ & _ & _ & MD).
  apply P in PD as PD'. destruct PD' as [KD LD].
  assert (WC := gap_open b W c IV Hc G ltac:(lia) ltac:(rewrite KC; auto)).
  assert (WD := gap_open t W d IT Hd GD ltac:(lia) ltac:(rewrite KD; auto)).
  rewrite <- FS, KD, <- KC in WD. unfold other. destruct (W c) eqn:Wc.
  - right. apply proj1 in WC. specialize (WC eq_refl). apply WD in WC.
    repeat (split; [solve [auto; lia]|]). auto.
  - left. assert (Wd : W d = false).
    { destruct (W d); auto. assert (Q := proj1 WD eq_refl). now apply WC in Q. }
    rewrite <- (stands_closed R C _ _ _ _ S Wc) in G.
    rewrite (stands_closed R C _ _ _ _ S Wd) in GD.
    destruct (Nat.lt_total c d) as [H|[H|H]]; auto; exfalso;
      [now apply (MD c)|now apply (MC d)].
Qed.

Lemma step_arranged b W t X c : inv b W -> stands W b t -> step b W X c ->
  exists d, step t W X d /\ other b W t c d.
Proof.
  intros IV S ST. assert (U := i_unopened _ _ _ _ _ IV).
  assert (FS := free_stands ru R C C2 b W t (u_levels ru R C C2 _ _ U) S).
  assert (SAME : ru <> Standard -> exists d, step t W X d /\ other b W t c d).
  { intros RU. exists c. split; [|now left]. replace t with b; auto.
    apply (board_eq R C); [apply S|apply S|]. intros y. symmetry.
    apply (stands_closed R C W); auto. destruct (W y) eqn:WY; auto.
    destruct (u_open _ _ _ _ _ U y WY) as [_ T]. unfold top in T. destruct ru; try lia.
    contradiction. }
  destruct ST as [x c RU Hx X0 K Hc KC RC G|x c RU Hx X0 K KX Hc KC G|
    x c RU Hx X0 K KX F|x y Hx Hy X0 K E KY WY M|x y c Hx Hy X0 K E KY WY FY F NX|
    x y e Hx Hy X0 K E KY WY FY He WE KE M]; try (apply SAME; congruence);
    destruct (place_back b W t x S) as (z & JX & EX);
    assert (KZ := joint_col R C _ _ _ JX); assert (Hz := joint_lt R C _ _ _ JX Hx).
  - destruct (first_arranged b W t (fun c => col c =? 0) 0 c) as (d & FD & O); auto; [|lia|].
    + intros e. rewrite Nat.eqb_eq. split; [split; [auto|contradiction]|tauto].
    + exists d. split; auto. rewrite EX in *. apply TwoAny; congruence.
  - exists (y + 1). split; [|now left]. rewrite EX in *.
    apply (Closed ru R C t W z y); auto.
    + now rewrite (stands_closed R C _ _ _ _ S WY).
    + now apply (may_fill_arranged b W t x).
  - destruct (place_back b W t y S) as (w & JY & EY). assert (KW := joint_col R C _ _ _ JY).
    assert (Hw := joint_lt R C _ _ _ JY Hy).
    destruct (first_arranged b W t (fun c => (col c =? col y + 1) && W (c - 1)) (col y + 1) c)
      as (d & FD & O); auto; [|lia|].
    + intros e. rewrite andb_true_iff, Nat.eqb_eq. split; [tauto|]. intros [Q1 Q2].
      split; auto. apply Q2. lia.
    + exists d. split; auto. rewrite <- KW in FD. rewrite EX in *.
      apply (Join ru R C t W z w d); auto; try congruence; try lia.
      * eapply (joint_W ru R C C2); eauto.
      * intros [Q1 Q2]. destruct JX as [->|(_ & _ & WX & _ & _)]; [apply NX; split; auto; lia|].
        apply NX. split; [lia|]. destruct (u_open _ _ _ _ _ U x WX) as [LX _].
        assert (L1 := level_before ru R C C2 _ _ _ LX ltac:(lia)).
        destruct (level_lt ru R C C2 _ _ _ L1) as [_ K1].
        apply (i_free _ _ _ _ _ IV); rewrite K1; auto. lia.
  - destruct (place_back b W t y S) as (w & JY & EY). assert (KW := joint_col R C _ _ _ JY).
    assert (Hw := joint_lt R C _ _ _ JY Hy).
    exists (e + 1). split; [|now left]. rewrite EX in *.
    apply (Beside ru R C t W z w e); auto; try congruence; try lia.
    + eapply (joint_W ru R C C2); eauto.
    + now apply (may_fill_arranged b W t x).
Qed.
End Arranged.

Section Visited.
Variables (ru : rules) (R C : nat).
Hypothesis C2 : 2 <= C.
Variable k : cfg.
Hypothesis MK : k = make ru R C.
Notation n := (n R C).
Notation N := (R * (C - 1)).
Notation stands := (stands R C).
Notation step := (Opening.step ru R C).
Notation after := (after ru R C).
Notation unopened := (unopened ru R C).
Notation inv := (inv ru R C).
Notation full := (full R C).
Notation bounded := (bounded R C).
Notation faithful := (faithful ru R C).

(** ** Equal sets of open cells *)

Lemma may_fill_ext b W W' x c : (forall y, W' y = W y) -> may_fill R C b W x c ->
  may_fill R C b W' x c.
Proof. intros E. unfold may_fill, open_gap. setoid_rewrite E. auto. Qed.
Lemma step_ext b W W' X c : (forall y, W' y = W y) -> step b W X c -> step b W' X c.
Proof.
  intros E ST. destruct ST as [x c RU|x c RU|x c RU|x y Hx Hy X0 K EY KY WY M|
    x y c Hx Hy X0 K EY KY WY FY F NX|x y e Hx Hy X0 K EY KY WY FY He WE KE M].
  - now apply TwoOfRow.
  - now apply TwoFixed.
  - now apply TwoAny.
  - apply (Closed ru R C b W' x y); rewrite ?E; auto. now apply (may_fill_ext b W).
  - apply (Join ru R C b W' x y c); rewrite ?E; auto. rewrite (first_gap_iff ru R C) in *.
    setoid_rewrite E. exact F.
  - apply (Beside ru R C b W' x y e); rewrite ?E; auto. now apply (may_fill_ext b W).
Qed.
Lemma after_ext b W W' X c q V : (forall y, W' y = W y) -> after b W X c q V ->
  after b W' X c q V.
Proof.
  intros E (b1 & V1 & TK & O). destruct TK as [x F Hx EX|b1 b2 x F HB HB2 Hx EX].
  - exists (play b x c), W'. split; [now apply Still|].
    now apply (opens_ext ru R C C2 k MK _ W).
  - exists (play b2 x c), (step_open C W' c). split.
    + apply (Arranged ru R C b W' X c b1 b2 x); unfold open_gap in *;
        try setoid_rewrite E; auto.
    + apply (opens_ext ru R C C2 k MK _ (step_open C W c)); auto. intros y.
      unfold step_open, pin. destruct (_ =? 0); now rewrite E.
Qed.

(** After a step of an arrangement the position is the same. *)
Lemma after_arranged b t W X c q V : inv b W -> stands W b t -> step b W X c ->
  after b W X c q V -> exists d, step t W X d /\ forall q' V', after t W X d q' V' ->
    (forall x, V' x = V x) /\ stands V q q'.
Proof.
  intros IV S ST AF. destruct (step_arranged ru R C C2 b W t X c IV S ST) as (d & SD & O).
  exists d. split; auto. intros q' V' AD.
  destruct O as [->|(WC & WD & K & F & G & GD & Hc & Hd)];
    [eapply (after_same ru R C C2 k MK b t); eauto|].
  assert (U := i_unopened _ _ _ _ _ IV).
  assert (FS := free_stands ru R C C2 b W t (u_levels ru R C C2 _ _ U) S).
  destruct AF as (b1 & V1 & T1 & O1), AD as (b2 & V2 & T2 & O2).
  destruct (take_levels ru R C C2 _ _ _ _ _ _ IV ST T1) as [U1 _].
  destruct T1 as [x _ Hx EX|? ? ? H]; [|lia]. destruct T2 as [z _ Hz EZ|? ? ? H]; [|lia].
  apply (opens_same ru R C C2 k MK (play b x c) (play t z d) W q V q' V' U1); auto.
  assert (X0 : X <> 0) by (destruct ST; congruence).
  destruct (jump ru R C C2 b W t x z d c) as (u & y & SP & ->); auto; try congruence.
  - apply U.
  - left. right. auto.
  - eapply stands_trans; [exact SP|]. apply stands_sw; [apply SP|]. right. auto.
Qed.

(** ** All positions *)

(** The positions that the checker computes from a deal by taking steps. *)
Inductive visited (deal : board) : pos -> Prop :=
| Root : visited deal (root k deal)
| Child p X c b V q : visited deal p -> In (X, c) (steps k p) -> take k p X c = Some (b, V, q) ->
    visited deal q.

(** The board has the right size, each card once, no other content, and at most four gaps. *)
Record proper (deal : board) : Prop := {
  p_length : length deal = n;
  p_uniq : uniq deal;
  p_few : few R C deal;
  p_full : full deal;
  p_bounded : bounded deal }.
Variable deal : board.
Hypothesis P : proper deal.
Notation reached := (reached ru R C deal).
Notation reached_inv := (reached_inv ru R C C2 deal (p_length _ P) (p_uniq _ P) (p_few _ P)).

Lemma root_agrees : faithful (root k deal) /\
  opens ru R C deal (has none) (bd (root k deal)) (has (op (root k deal))).
Proof.
  assert (Q := P). destruct Q as [L U FE FU B]. apply (opened_agrees ru R C C2 k MK); auto.
  - now apply (deal_unopened ru R C C2 deal).
  - unfold board_of. rewrite map_length, seq_length. now rewrite MK.
  - intros x X0. left. apply (Canonical.in_cells ru R C C2 k MK), (get_in R C deal); auto.
  - intros x Hx. left. now apply (Canonical.in_cells ru R C C2 k MK).
  - intros x. rewrite has_none. discriminate.
  - intros x. apply (Canonical.in_cells ru R C C2 k MK).
Qed.
Theorem visited_reached p : visited deal p -> faithful p /\ reached (bd p) (has (op p)).
Proof.
  induction 1 as [|p X c b V q _ [F RE] I TK].
  - destruct root_agrees as [F O]. split; auto. now apply First.
  - apply (steps_agree ru R C C2 k MK) in I; auto.
    destruct (take_agrees ru R C C2 k MK p X c F I) as (b' & V' & q' & TK' & FQ & AF & _).
    rewrite TK in TK'. injection TK' as _ _ ->. split; auto. eapply Next; eauto.
Qed.
Theorem reached_visited b W : reached b W ->
  exists p, visited deal p /\ (forall x, has (op p) x = W x) /\ stands W b (bd p).
Proof.
  induction 1 as [b W O|b W X c q V RE (p & VP & E & S) ST AF].
  - destruct root_agrees as [F O']. exists (root k deal). split; [apply Root|].
    apply (opens_same ru R C C2 k MK deal deal (fun _ => false)); auto.
    + apply (deal_unopened ru R C C2 deal); apply P.
    + apply stands_refl, P.
  - destruct (visited_reached p VP) as [F _].
    destruct (after_arranged b (bd p) W X c q V (reached_inv b W RE) S ST AF) as (d & SD & Q).
    apply (step_ext _ W (has (op p))) in SD; auto.
    destruct (take_agrees ru R C C2 k MK p X d F SD) as (b' & V' & q' & TK & FQ & AQ & _).
    exists q'. split.
    + eapply Child; [exact VP| |exact TK]. now apply (steps_agree ru R C C2 k MK).
    + apply Q, (after_ext _ (has (op p)) W); auto.
Qed.
(** So they stand for the boards that play reaches, and for no others. *)
Theorem visited_exactly t : plays ru R C deal t <->
  exists p, visited deal p /\ stands (has (op p)) (bd p) t.
Proof.
  rewrite (reached_exactly ru R C C2 deal (p_length _ P) (p_uniq _ P) (p_few _ P)). split.
  - intros (b & W & RE & S). destruct (reached_visited b W RE) as (p & VP & E & SB).
    exists p. split; auto. apply (stands_mono R C W); [intros x; now rewrite E|].
    eapply stands_trans; [apply stands_sym; exact SB|exact S].
  - intros (p & VP & S). exists (bd p), (has (op p)). split; auto. now apply visited_reached.
Qed.

Theorem may_sleep_agrees p X c : faithful p -> 1 <= X <= N ->
  (may_sleep k p X c = true <-> Opening.may_sleep ru R C (bd p) (has (op p)) X c).
Proof.
  intros F H. destruct (at_card ru R C C2 k MK p X F H) as [Hx EX].
  unfold may_sleep, Opening.may_sleep.
  rewrite !(f_in_free _ _ _ _ F), (rank_ok ru R C C2 k MK), !andb_true_iff, !negb_true_iff by lia.
  rewrite Nat.eqb_neq. split.
  - intros (((H1 & H2) & H3) & H4). repeat (split; [assumption|]). intros x _ E.
    replace x with (get (at_ p) X); auto. apply (faithful_uniq ru R C C2 k MK p F); [|lia].
    congruence.
  - intros (H1 & H2 & H3 & H4). auto 6.
Qed.
End Visited.
