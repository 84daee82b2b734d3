(** * Lemma 4, as the checker uses it: sleep sets

    The lemma for all positions of a tree is [sleep_after], in Sleeping.v.

    First that opening adds only boards that can be reached: every arrangement of the open cells
    of free levels can be reached from every other ([free_reach], [open_reach]). Then lemma 4
    itself ([lemma4]), and that the boards of the position after a step result from one move on a
    board of the position before, and moves within open cells of free levels ([back_step],
    [back_join]).

    Less is needed than the lemma in docs/certificates/lemma-4.md asks for: at the position before
    the step only that the sleeping card is no Two, and that its target is a gap that is not open.
    *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps.
Import ListNotations.

Section Sleep.
Variable ru : rules.
Variables R C : nat.
Hypothesis C1 : 1 <= C.
Notation n := (n R C).
Notation col := (col C).
Notation legal := (legal ru C).
Notation lost := (lost ru R C).
Notation plays := (plays ru R C).
Notation joint := (joint R C).
Notation perm := (perm R C).
Notation stands := (stands R C).
Notation arr := (arr R C).
Notation lostP := (lostP ru R C).
Notation asleep := (asleep ru R C).
Notation step_open := (step_open C).

(** A move, by the column of its target. *)
Lemma rank0_col b a c : legal b a c = true -> get b a <> 0 /\ get b c = 0 /\
  (col c <> 0 -> rank C (get b a) <> 0 /\ get b (c - 1) = get b a - 1) /\
  (col c = 0 -> rank C (get b a) = 0 /\ two_may ru C (get b a) a c = true).
Proof.
  intros L. apply legal_may in L. assert (M := may_col _ _ _ _ _ L). destruct L as [X G T N].
  split; [auto|split; [auto|split]]; intros K.
  - split; [tauto|]. now apply N; tauto.
  - split; [tauto|]. now apply T; tauto.
Qed.
Lemma legal_intro b a c : get b a <> 0 -> get b c = 0 ->
  (col c = 0 -> rank C (get b a) = 0 /\ two_may ru C (get b a) a c = true) ->
  (col c <> 0 -> rank C (get b a) <> 0 /\ get b (c - 1) = get b a - 1) -> legal b a c = true.
Proof.
  intros X G T N. apply legal_may. split; auto; intros K; destruct (Nat.eq_dec (col c) 0) as [Q|Q].
  - split; auto. now apply T.
  - now apply N in Q.
  - now apply T in Q.
  - split; auto. now apply N.
Qed.
(** Only the column of the cell left matters. *)
Lemma two_may_col X a a' c : col a = col a' -> two_may ru C X a c = two_may ru C X a' c.
Proof. intros E. unfold two_may. now rewrite E. Qed.

Lemma col_lt x : col x < C.
Proof. apply Nat.mod_upper_bound. lia. Qed.
Lemma col_pred x : col x <> 0 -> col (x - 1) = col x - 1.
Proof.
  intros K. unfold Rules.col in *. assert (D := Nat.div_mod x C ltac:(lia)).
    assert (B := Nat.mod_upper_bound x C ltac:(lia)).
  symmetry. apply Nat.mod_unique with (q := x / C); lia.
Qed.

(** A relation that has all exchanges has all arrangements. *)
Lemma swaps_all W (rel : board -> board -> Prop) (inv : board -> Prop) :
  (forall b, inv b -> length b = n /\ rel b b) -> (forall a b c, rel a b -> rel b c -> rel a c) ->
  (forall b t, inv b -> stands W b t -> inv t) ->
  (forall b u v, inv b -> joint W u v -> u <> v -> rel b (arr b (sw u v))) ->
  forall b t, inv b -> stands W b t -> rel b t.
Proof.
  intros REFL TRANS INV SW b t I S. assert (S' := S). destruct S' as (L & M & s & i & P & E).
  assert (FIX : forall x, ~ In x (seq 0 n) -> s x = x).
  { intros x N. destruct P as [J _]. destruct (J x) as [<-|(?&_)]; auto. exfalso. apply N, in_seq.
    lia. }
  clear S. revert b t s i I L M P E FIX. induction (seq 0 n) as [|c l IH]; intros.
  - replace t with b; [now apply REFL|]. apply (board_eq R C); auto. intros x. rewrite E, FIX; auto.
  - assert (JC := proj1 P c). destruct (Nat.eq_dec (s c) c) as [Q|Q].
    + apply (IH b t s i); auto. intros x N. destruct (Nat.eq_dec x c) as [->|]; auto. apply FIX.
      intros [?|?]; auto.
    + assert (S1 := stands_sw R C W b c (s c) L JC).
      apply TRANS with (arr b (sw c (s c))); [apply SW; auto|].
      assert (P1 := perm_sw R C W _ _ JC).
      apply (IH _ t (fun x => sw c (s c) (s x)) (fun x => i (sw c (s c) x))); auto.
      * eapply INV; eauto.
      * apply arr_length.
      * apply (perm_comp R C W (sw c (s c)) (sw c (s c)) s i); auto.
      * intros x. rewrite (get_arr R C W _ _ (sw c (s c))) by auto. rewrite sw_sw. auto.
      * intros x N. destruct (Nat.eq_dec x c) as [->|N1]; [apply sw_r|].
        assert (SX : s x = x) by (apply FIX; intros [?|?]; auto). rewrite SX. apply sw_o; auto.
        intros Z. apply N1. eapply perm_inj; [exact P|congruence].
Qed.

(** Moves within a set A of cells. *)
Inductive plays_in (A : nat -> bool) (b : board) : board -> Prop :=
| InHere : plays_in A b b
| InThen b1 x c : plays_in A b b1 -> x < n -> c < n -> A x = true -> A c = true ->
  legal b1 x c = true ->
    plays_in A b (play b1 x c).
Lemma plays_in_trans A a b c : plays_in A a b -> plays_in A b c -> plays_in A a c.
Proof. induction 2; eauto using plays_in. Qed.
Lemma plays_in_plays A b t : plays_in A b t -> plays b t.
Proof. induction 1; eauto using Rules.plays, move. Qed.

(** A are the open cells of the free levels, in the columns before f. *)
Variable A : nat -> bool.
Variable f : nat.
Definition levels := forall x, A x = true -> x < n /\ col x < f /\ (col x <> 0 -> A (x - 1) = true).
Definition free b := length b = n /\
  (forall x, A x = true -> get b x <> 0 -> (col x = 0 -> rank C (get b x) = 0) /\
     (col x <> 0 -> rank C (get b x) <> 0 /\ exists y, A y = true /\ col y = col x - 1 /\
       get b y = get b x - 1)) /\
  (forall k, k < f -> exists g, A g = true /\ col g = k /\ get b g = 0).
Hypothesis LV : levels.
(** Levels are free under the standard rules only. *)
Hypothesis STD : f = 0 \/ ru = Standard.

Lemma joint_in u v : A u = true -> A v = true -> col u = col v -> joint A u v.
Proof. intros U V E. right. repeat split; auto; now apply LV. Qed.
Lemma joint_A x y : joint A x y -> A x = true -> A y = true.
Proof. intros [->|(?&?&?&?&?)]; auto. Qed.

Lemma free_stands b t : free b -> stands A b t -> free t.
Proof.
  intros (L & F & G) S. split; [apply S|]. split.
  - intros x AX X0. destruct (stands_place R C A b t x S) as [y [J E]].
    assert (AY := joint_A _ _ J AX).
    apply joint_col in J. rewrite E in *. rewrite <- J. destruct (F y AY X0) as [F1 F2].
      split; [auto|].
    intros K. destruct (F2 K) as [K1 [z [AZ [CZ EZ]]]]. split; auto.
    destruct (stands_place R C A t b z (stands_sym R C _ _ _ S)) as [w [J' E']]. exists w.
    assert (J2 := joint_col R C _ _ _ J'). split; [eapply joint_A; eauto|]. split; congruence.
  - intros k Hk. destruct (G k Hk) as [g [AG [CG EG]]].
    destruct (stands_place R C A t b g (stands_sym R C _ _ _ S)) as [w [J' E']]. exists w.
    assert (J2 := joint_col R C _ _ _ J'). split; [eapply joint_A; eauto|]. split; congruence.
Qed.

Lemma sw_reach k : forall b u v, free b -> A u = true -> A v = true -> col u = k -> col v = k ->
  plays_in A b (arr b (sw u v)).
Proof.
  induction k as [k IH] using lt_wf_ind. 
  (** A card of the level goes to a gap of it. *)
  assert (ONE : forall b u g, free b -> A u = true -> A g = true -> col u = k -> col g = k ->
    get b g = 0 -> get b u <> 0 ->
    plays_in A b (arr b (sw u g))).
  { intros b u g FB AU AG CU CG G U0. assert (HU : u < n) by now apply LV.
    assert (HG : g < n) by now apply LV.
    assert (L : length b = n) by apply FB. destruct (proj1 (proj2 FB) u AU U0) as [F0 F1].
    destruct (Nat.eq_dec k 0) as [K|K].
    - rewrite <- play_sw by auto. apply InThen; auto using InHere.
      apply legal_intro; auto; try congruence.
      intros KG. split; [apply F0; congruence|]. unfold two_may. destruct STD as [Z| ->]; auto.
      destruct (LV u AU). lia.
    - destruct F1 as [K1 [y [AY [CY EY]]]]; [congruence|].
      assert (AG1 : A (g - 1) = true) by (apply LV; congruence).
      assert (CG1 : col (g - 1) = k - 1) by (rewrite col_pred; congruence).
      assert (J1 : joint A y (g - 1)) by (apply joint_in; auto; congruence).
      assert (HY : y < n) by now apply LV. assert (HG1 : g - 1 < n) by now apply LV.
      assert (L1 := arr_length R C b (sw y (g - 1))). set (b1 := arr b (sw y (g - 1))) in *.
      assert (S1 : stands A b b1) by now apply stands_sw.
      assert (FB1 : free b1) by (eapply free_stands; eauto).
      assert (P1 : plays_in A b b1) by (apply (IH (k - 1)); auto; lia || congruence).
      assert (E1 : forall x, get b1 x = get b (sw y (g - 1) x)) by (intros; now apply get_sw).
      assert (OU : sw y (g - 1) u = u) by (apply sw_o; intros ->; lia).
      assert (OG : sw y (g - 1) g = g) by (apply sw_o; intros Z; rewrite Z in CG at 1; lia).
      assert (LG : legal b1 u g = true).
      { apply legal_intro; rewrite ?E1, ?OU, ?OG; auto; [lia|]. intros _. rewrite sw_r.
        split; auto. }
      assert (G1 : get b1 g = 0) by (rewrite E1, OG; auto).
      assert (P2 : plays_in A b1 (arr b1 (sw u g))) by (rewrite <- play_sw by auto; apply InThen;
        auto using InHere).
      assert (FB2 : free (arr b1 (sw u g))) by (eapply free_stands; [exact FB1|]; apply stands_sw;
        auto; apply joint_in; congruence).
      assert (P3 : plays_in A (arr b1 (sw u g)) (arr (arr b1 (sw u g)) (sw y (g - 1)))) by (apply
        (IH (k - 1)); auto; lia || congruence).
      replace (arr b (sw u g)) with (arr (arr b1 (sw u g)) (sw y (g - 1))).
      + eapply plays_in_trans; [exact P1|]. eapply plays_in_trans; [exact P2|exact P3].
      + apply (board_eq R C); try apply arr_length. intros x.
        rewrite (get_sw R C _ y) by (auto; apply arr_length). rewrite (get_sw R C b1 u g) by auto.
          rewrite E1, get_sw by auto. f_equal.
        assert (u <> y) by (intros ->; lia). assert (g <> y) by (intros ->; lia).
        assert (u <> g - 1) by (intros Z; rewrite Z in CU; lia).
          assert (g <> g - 1) by (intros Z; rewrite Z in CG at 1; lia).
        destruct (Nat.eq_dec x y) as [->|N1]; [rewrite sw_l, (sw_o u g (g - 1)), sw_r,
          sw_o by auto; auto|].
        destruct (Nat.eq_dec x (g - 1)) as [->|N2]; [rewrite sw_r, (sw_o u g y), sw_l,
          sw_o by auto; auto|].
        rewrite (sw_o y (g - 1) x) by auto.
        destruct (Nat.eq_dec x u) as [->|N3]; [rewrite sw_l; auto|].
        destruct (Nat.eq_dec x g) as [->|N4]; [rewrite sw_r; auto|].
        rewrite (sw_o u g x) by auto. now rewrite sw_o by auto. }
  intros b u v FB AU AV CU CV. assert (HU : u < n) by now apply LV.
    assert (HV : v < n) by now apply LV.
  assert (L : length b = n) by apply FB.
  destruct (Nat.eq_dec u v) as [->|NE].
  { replace (arr b (sw v v)) with b; [constructor|]. apply (board_eq R C); auto using arr_length.
    intros x. rewrite get_sw by auto.
    f_equal. unfold sw. destruct (Nat.eqb_spec x v); auto. }
  destruct (Nat.eq_dec (get b v) 0) as [V0|V0].
  { destruct (Nat.eq_dec (get b u) 0) as [U0|U0]; [|now apply ONE].
    replace (arr b (sw u v)) with b; [constructor|]. apply (board_eq R C); auto using arr_length.
      intros x. rewrite get_sw by auto.
    unfold sw. destruct (Nat.eqb_spec x u); [congruence|]. destruct (Nat.eqb_spec x v);
      congruence. }
  destruct (Nat.eq_dec (get b u) 0) as [U0|U0].
  { replace (arr b (sw u v)) with (arr b (sw v u)); [now apply ONE|].
    apply (board_eq R C); auto using arr_length. intros x.
    rewrite !get_sw by auto. f_equal. unfold sw. destruct (Nat.eqb_spec x u), (Nat.eqb_spec x v);
      congruence. }
  destruct (proj2 (proj2 FB) k) as [g [AG [CG G]]]; [rewrite <- CU; now apply LV|].
  assert (HG : g < n) by now apply LV.
  assert (g <> u) by congruence. assert (g <> v) by congruence.
  assert (J : forall p q, A p = true -> A q = true -> col p = k -> col q = k ->
    joint A p q) by (intros; apply joint_in; congruence).
  set (b1 := arr b (sw u g)). set (b2 := arr b1 (sw v u)). set (b3 := arr b2 (sw g v)).
  assert (L1 : length b1 = n) by apply arr_length. assert (L2 : length b2 = n) by apply arr_length.
  assert (FB1 : free b1) by (eapply free_stands; [exact FB|]; apply stands_sw; auto).
  assert (FB2 : free b2) by (eapply free_stands; [exact FB1|]; apply stands_sw; auto).
  assert (P1 : plays_in A b b1) by (apply ONE; auto).
  assert (P2 : plays_in A b1 b2).
  { apply ONE; auto; unfold b1; rewrite get_sw by auto; [rewrite sw_l; auto|rewrite sw_o; auto]. }
  assert (P3 : plays_in A b2 b3).
  { apply ONE; auto; unfold b2; rewrite get_sw by auto; unfold b1; rewrite get_sw by auto.
    - rewrite sw_l, sw_l. auto.
    - rewrite (sw_o v u g) by auto. rewrite sw_r. auto. }
  replace (arr b (sw u v)) with b3.
  - eapply plays_in_trans; [exact P1|]. eapply plays_in_trans; [exact P2|exact P3].
  - apply (board_eq R C); try apply arr_length. intros x. unfold b3, b2, b1.
    rewrite !get_sw by (auto; apply arr_length). f_equal.
    destruct (Nat.eq_dec x u) as [->|N1]; [rewrite (sw_o g v u), sw_r, (sw_o u g v), sw_l by auto;
      auto|].
    destruct (Nat.eq_dec x v) as [->|N2]; [rewrite !sw_r, (sw_o v u g), sw_r by auto; auto|].
    destruct (Nat.eq_dec x g) as [->|N3]; [rewrite !sw_l, (sw_o u v g) by auto; auto|].
    rewrite (sw_o g v x), (sw_o v u x), (sw_o u g x), (sw_o u v x) by auto. auto.
Qed.

(** (i). *)
Theorem free_reach b t : free b -> stands A b t -> plays_in A b t.
Proof.
  apply (swaps_all A (plays_in A) free); eauto using plays_in_trans, free_stands.
  - intros d FD. split; [apply FD|constructor].
  - intros d u v FD [->|(HU & HV & AU & AV & E)] NE; [congruence|]. apply (sw_reach (col u)); auto.
Qed.

(** (iii) opening adds only boards that can be reached. *)
Definition or (W : nat -> bool) x := W x || A x.
Definition within W := forall x, W x = true -> col x < f -> A x = true.
Theorem open_reach W b0 t : free b0 -> within W -> stands (or W) b0 t ->
  exists b, stands W b0 b /\ free b /\ plays_in A b t.
Proof.
  intros FB WI (L & M & s & i & P & E).
  set (hi := fun (s : nat -> nat) x => if col x <? f then x else s x).
    set (lo := fun (s : nat -> nat) x => if col x <? f then s x else x).
  assert (CS : forall x, col (s x) = col x) by (intros x; eapply joint_col; apply P).
  assert (CI : forall x, col (i x) = col x) by (intros x; eapply joint_col;
    apply (perm_inv R C _ _ _ P)).
  assert (JL : forall s x, joint (or W) x (s x) -> joint A x (lo s x)).
  { intros s' x J. unfold lo. destruct (Nat.ltb_spec (col x) f) as [H|H]; [|left; auto].
    destruct J as [Q|(H1 & H2 & A1 & A2 & Q)]; [left; auto|right]. unfold or in A1, A2.
      repeat split; auto.
    - apply orb_prop in A1 as [?|?]; auto.
    - apply orb_prop in A2 as [?|?]; auto. apply WI; auto. now rewrite <- Q. }
  assert (JH : forall s x, joint (or W) x (s x) -> joint W x (hi s x)).
  { intros s' x J. unfold hi. destruct (Nat.ltb_spec (col x) f) as [H|H]; [left; auto|].
    destruct J as [Q|(H1 & H2 & A1 & A2 & Q)]; [left; auto|right]. unfold or in A1, A2.
      repeat split; auto.
    - apply orb_prop in A1 as [?|Z]; auto. apply LV in Z. lia.
    - apply orb_prop in A2 as [?|Z]; auto. apply LV in Z. lia. }
  assert (PL : perm A (lo s) (lo i)).
  { split; [intros; apply JL, P|]. intros x. unfold lo. destruct P as [_ I].
    destruct (I x) as [I1 I2].
    destruct (Nat.ltb_spec (col x) f) as [H|H]; rewrite ?CS, ?CI.
    - apply Nat.ltb_lt in H. now rewrite H.
    - apply Nat.ltb_ge in H. now rewrite H. }
  assert (PH : perm W (hi s) (hi i)).
  { split; [intros; apply JH, P|]. intros x. unfold hi. destruct P as [_ I].
    destruct (I x) as [I1 I2].
    destruct (Nat.ltb_spec (col x) f) as [H|H]; rewrite ?CS, ?CI.
    - apply Nat.ltb_lt in H. now rewrite H.
    - apply Nat.ltb_ge in H. now rewrite H. }
  exists (arr b0 (hi s)). assert (SB : stands W b0 (arr b0 (hi s))) by (eapply stands_arr; eauto).
    split; [exact SB|].
  assert (SAME : forall x, col x < f -> get (arr b0 (hi s)) x = get b0 x).
  { intros x H. rewrite (get_arr R C W _ _ (hi i)) by auto. unfold hi. apply Nat.ltb_lt in H.
    now rewrite H. }
  assert (FB1 : free (arr b0 (hi s))).
  { destruct FB as (_ & F1 & F2). split; [apply arr_length|]. split.
    - intros x AX. assert (K := proj1 (proj2 (LV x AX))). rewrite (SAME x K). intros X0.
      destruct (F1 x AX X0) as [Q1 Q2].
      split; [auto|]. intros K1. destruct (Q2 K1) as [K2 [y [AY [CY EY]]]]. split; auto. exists y.
        split; auto. split; auto.
      rewrite SAME; auto. now apply LV.
    - intros k Hk. destruct (F2 k Hk) as [g [AG [CG EG]]]. exists g. split; auto. split; auto.
      rewrite SAME; auto. congruence. }
  split; [exact FB1|]. apply free_reach; [exact FB1|]. split; [apply arr_length|].
    split; [exact M|].
  exists (lo s), (lo i). split; [exact PL|]. intros x. rewrite E,
    (get_arr R C W _ _ (hi i)) by auto. f_equal.
  unfold lo, hi. destruct (Nat.ltb_spec (col x) f) as [H|H].
  - rewrite CS. apply Nat.ltb_lt in H. now rewrite H.
  - apply Nat.ltb_ge in H. now rewrite H.
Qed.
Corollary open_lost W b0 : free b0 -> within W -> (lostP W b0 <-> lostP (or W) b0).
Proof.
  intros FB WI. split; intros LO t S.
  - destruct (open_reach W b0 t FB WI S) as (b & SB & _ & P). intros b' Q. apply (LO b SB).
    eapply (plays_trans ru R C); [eapply plays_in_plays; exact P|exact Q].
  - apply LO. eapply stands_mono; [|exact S]. intros x H. unfold or. now rewrite H.
Qed.

(** Lemma 4. *)
Lemma plays_in_length b t : plays_in A b t -> length b = n -> length t = n.
Proof. induction 1; intros; auto. rewrite play_length; auto. Qed.

(** Moves within A are those of the play after a move that A does not concern. *)
Lemma asleep_in b t x c : length b = n -> plays_in A b t -> x < n -> c < n -> A x = false ->
  A c = false ->
  (col c <> 0 -> A (c - 1) = false) -> legal t x c = true ->
  get b x = get t x /\ legal b x c = true /\ plays (play b x c) (play t x c).
Proof.
  intros L P Hx Hc AX AC AP. induction P as [|b1 y d P IH Hy Hd AY AD LG]; intros LT.
  - repeat split; auto. constructor.
  - assert (y <> x) by congruence. assert (d <> x) by congruence. assert (y <> c) by congruence.
    assert (d <> c) by congruence.
    assert (L1 := plays_in_length _ _ P L).
    rewrite (legal_frame ru R C) in LT by (auto; intros K; specialize (AP K); split; congruence).
    destruct (IH LT) as (E & LB & Q). split; [|split; [auto|]].
    + rewrite E, get_play by lia. destruct (Nat.eqb_spec d x); [congruence|].
      destruct (Nat.eqb_spec y x); congruence.
    + rewrite (commute ru R C b1 y d x c) by auto. eapply Then; [exact Q|]. apply Move; auto.
      rewrite (legal_frame ru R C); auto.
      intros K. assert (A (d - 1) = true) by now apply LV. split; congruence.
Qed.

(** The boards of q result from a move of the card Y on a board of p, followed by moves in A. *)
Definition back W b0 Y V d1 := forall t, stands V d1 t -> exists b y d,
  stands W b0 b /\ y < n /\ d < n /\ get b y = Y /\ legal b y d = true /\ plays_in A (play b y d) t.

(** Lemma 4. *)
Theorem lemma4 W b0 X c Y V d1 : asleep W b0 X c -> back W b0 Y V d1 ->
  X <> Y -> (rank C X <> 0 -> X - 1 <> Y) -> (rank C Y <> 0 -> Y - 1 <> X) ->
  c < n -> W c = false -> get b0 c = 0 -> A c = false -> (col c <> 0 -> A (c - 1) = false) ->
  (forall t x, stands V d1 t -> get t x = X -> A x = false) ->
  asleep V d1 X c.
Proof.
  intros AS B N1 N2 N3 Hc WC G0 AC AP AX t x ST Hx EX LT.
  destruct (B t ST) as (b & y & d & S & Hy & Hd & EY & LG & P).
  assert (L : length b = n) by apply S. assert (G := stands_closed R C _ _ _ _ S WC).
    rewrite G0 in G.
  destruct (asleep_in (play b y d) t x c) as (E & L2 & Q); eauto; [rewrite play_length; auto|].
  assert (RL := rank0_col _ _ _ LG). assert (RX := rank0_col _ _ _ L2). rewrite E, EX in *.
    rewrite EY in *.
  destruct RL as (Y0 & GD & ND & TD), RX as (X0 & GC & NC & TC).
  assert (GP : forall z, get (play b y d) z = if d =? z then Y else if y =? z then 0 else get b z)
    by (intros; rewrite get_play by lia; now rewrite EY).
  assert (x <> d). { intros ->. rewrite GP, Nat.eqb_refl in E. congruence. }
  assert (x <> y). { intros ->. rewrite GP in E. destruct (Nat.eqb_spec d y); [congruence|].
    rewrite Nat.eqb_refl in E. congruence. }
  assert (c <> d). { intros ->. rewrite GP, Nat.eqb_refl in GC. congruence. }
  assert (c <> y) by congruence.
  assert (C2 : col c <> 0 -> c - 1 <> y /\ c - 1 <> d).
  { intros K. destruct (NC K) as [K1 E1]. assert (Z := rank_pred C X X0 K1). specialize (N2 K1).
    rewrite GP in E1.
    split; intros Q1; rewrite Q1 in *; [|rewrite Nat.eqb_refl in E1; congruence].
    destruct (Nat.eqb_spec d y); [congruence|]. rewrite Nat.eqb_refl in E1. congruence. }
  assert (LB := L2). rewrite (legal_frame ru R C) in LB by auto.
  assert (EB : get b x = X).
  { rewrite GP in E. destruct (Nat.eqb_spec d x); [congruence|].
    destruct (Nat.eqb_spec y x); congruence. }
  assert (LO := AS b x S Hx EB LB). intros b' P'. apply LO. eapply (plays_trans ru R C);
    [|eapply (plays_trans ru R C); [exact Q|exact P']].
  rewrite (commute ru R C b y d x c) by auto. eapply Then; [apply Here|]. apply Move; auto.
    rewrite (legal_frame ru R C); auto.
  intros K. destruct (ND K) as [K1 E1]. assert (Z := rank_pred C Y Y0 K1). specialize (N3 K1).
    split; congruence.
Qed.

(** The boards after a step, and what they come from. *)
Lemma stands_undo W b1 y1 d t : stands W (play b1 y1 d) t -> W d = false -> length b1 = n ->
  y1 < n -> d < n -> get b1 d = 0 ->
  exists b y, stands W b1 b /\ y < n /\ col y = col y1 /\ get b y = get b1 y1 /\ t = play b y d.
Proof.
  intros (L & M & s & i & P & E) F L1 H1 Hd G.
  assert (SB : stands W b1 (arr b1 s)) by (eapply stands_arr; eauto).
  assert (SD : s d = d) by (destruct P as [J _]; destruct (J d) as [?|(?&?&?&?&?)]; congruence).
  assert (SI : s (i y1) = y1) by apply P. assert (HI : i y1 < n) by (eapply joint_lt;
    [apply (perm_inv R C _ _ _ P)|auto]).
  exists (arr b1 s), (i y1). split; [exact SB|]. split; [exact HI|].
  split; [eapply joint_col; apply (perm_inv R C _ _ _ P)|].
  assert (GA : forall x, get (arr b1 s) x = get b1 (s x)) by (intros; eapply get_arr; eauto).
  split; [now rewrite GA, SI|]. apply (board_eq R C); [auto|rewrite play_length; apply arr_length|].
  intros x. rewrite E, !get_play by (rewrite ?arr_length; lia). rewrite !GA, SI.
  assert (INJ := fun x y => perm_inj R C W s i x y P).
  destruct (Nat.eqb_spec d (s x)) as [Q|Q], (Nat.eqb_spec d x) as [Q'|Q']; auto.
  - exfalso. apply Q', INJ. congruence.
  - congruence.
  - destruct (Nat.eqb_spec y1 (s x)) as [K|K], (Nat.eqb_spec (i y1) x) as [K'|K']; auto.
    + exfalso. apply K', INJ. congruence.
    + congruence.
Qed.

Theorem back_step W b0 b1 y1 d : stands W b0 b1 -> y1 < n -> d < n -> legal b1 y1 d = true ->
  free (play b1 y1 d) -> within (step_open W d) ->
  back W b0 (get b1 y1) (or (step_open W d)) (play b1 y1 d).
Proof.
  intros S Hy Hd LG F WI t ST. assert (L1 : length b1 = n) by apply S.
  destruct (open_reach _ _ _ F WI ST) as (b2 & S2 & F2 & P).
  assert (RL := rank0_col _ _ _ LG). destruct RL as (Y0 & GD & ND & TD).
  destruct (stands_undo _ _ _ _ _ S2 (step_open_c C W d) L1 Hy Hd GD) as (b & y & SB & H & CY & E
    & ->).
  exists b, y, d. split; [|split; [auto|split; [auto|split; [auto|split; [|exact P]]]]].
  - eapply stands_trans; [exact S|]. eapply stands_mono; [apply step_open_sub|exact SB].
  - apply legal_intro; rewrite ?E; auto.
    + rewrite (stands_closed R C _ _ _ _ SB (step_open_c C W d)). auto.
    + intros K. rewrite (two_may_col _ y y1) by auto. auto.
    + intros K. rewrite (stands_closed R C _ _ _ _ SB (step_open_pred C W d K)). auto.
Qed.
Lemma back_mono W b0 Y V V' d1 : sub V' V -> back W b0 Y V d1 -> back W b0 Y V' d1.
Proof. intros S B t ST. apply B. eapply stands_mono; eauto. Qed.

Lemma free_same b t : length t = n -> (forall x, A x = true -> get t x = get b x) -> free b ->
  free t.
Proof.
  intros L E (_ & F & G). split; [auto|]. split.
  - intros x AX. rewrite E by auto. intros X0. destruct (F x AX X0) as [Q1 Q2]. split; [auto|].
    intros K.
    destruct (Q2 K) as [K1 [y [AY [CY EY]]]]. split; auto. exists y. rewrite E by auto. auto.
  - intros k Hk. destruct (G k Hk) as [g [AG [CG EG]]]. exists g. rewrite E by auto. auto.
Qed.

(** A card takes the last gap of a free level, whose cells all stay open. *)
Theorem back_join W b0 b1 y1 d : stands W b0 b1 -> y1 < n -> d < n -> legal b1 y1 d = true ->
  ru = Standard -> uniq b1 -> free (play b1 y1 d) -> within W -> W d = true -> A d = false ->
  (col d <> 0 -> forall e, W e = true -> col e = col d -> W (e - 1) = true /\ A (e - 1) = true) ->
  back W b0 (get b1 y1) (or W) (play b1 y1 d).
Proof.
  intros S Hy Hd LG ST0 U F WI WD AD BEL t ST. assert (L1 : length b1 = n) by apply S.
  assert (RL := rank0_col _ _ _ LG). destruct RL as (Y0 & GD & ND & TD).
  assert (FD : f <= col d) by (destruct (le_lt_dec f (col d)); auto; rewrite WI in AD by auto;
    discriminate).
  assert (T := ST). destruct T as (LP & LT & s & i & P & E). set (e := i d).
  assert (SE : s e = d) by apply P. assert (JE : joint (or W) e d) by (rewrite <- SE; apply P).
  assert (CE : col e = col d) by (symmetry; eapply joint_col; exact JE).
  assert (HE : e < n) by (eapply joint_lt; [apply joint_sym; exact JE|auto]).
  assert (AE : A e = false). { destruct (A e) eqn:Q; auto. apply LV in Q. lia. }
  assert (WE : W e = true).
  { destruct JE as [->|(_&_&Q&_&_)]; auto. unfold or in Q. rewrite AE, orb_false_r in Q. exact Q. }
  assert (JW : joint W d e) by (right; repeat split; auto).
  (** The board of p with the gap at e, and the predecessor left of it. *)
  assert (EX : exists r r', perm W r r' /\ r e = d /\ (col d <> 0 ->
    r (e - 1) = d - 1) /\ exists ra ra', perm A ra ra' /\ forall x, A x = true -> r x = ra x).
  { destruct (Nat.eq_dec (col d) 0) as [K|K].
    - exists (sw d e), (sw d e). split; [now apply perm_sw|]. split; [apply sw_r|].
      split; [contradiction|].
      exists (fun x => x), (fun x => x). split; [apply perm_id|]. intros x AX.
        rewrite sw_o; congruence.
    - destruct (BEL K e WE CE) as [W1 A1]. destruct (BEL K d WD eq_refl) as [W2 A2].
      assert (C1' : col (d - 1) = col d - 1) by now apply col_pred.
        assert (C2' : col (e - 1) = col d - 1) by (rewrite col_pred; congruence).
      assert (J2 : joint W (d - 1) (e - 1)) by (right; repeat split; auto; try lia; congruence).
      exists (fun x => sw d e (sw (d - 1) (e - 1) x)), (fun x => sw (d - 1) (e - 1) (sw d e x)).
      split; [apply (perm_comp R C W (sw d e) (sw d e) (sw (d - 1) (e - 1)) (sw (d - 1) (e - 1)));
        now apply perm_sw|].
      assert (e <> d - 1) by congruence. assert (e <> e - 1) by congruence.
        assert (d <> d - 1) by congruence. assert (d <> e - 1) by congruence.
      split; [rewrite (sw_o (d - 1)) by auto; apply sw_r|]. split; [intros _; rewrite sw_r, sw_o;
        auto|].
      exists (sw (d - 1) (e - 1)), (sw (d - 1) (e - 1)). split; [apply perm_sw, joint_in;
        congruence|].
      intros x AX. rewrite (sw_o d e); auto.
      + unfold sw. destruct (Nat.eqb_spec x (d - 1)); [congruence|].
        destruct (Nat.eqb_spec x (e - 1)); congruence.
      + unfold sw. destruct (Nat.eqb_spec x (d - 1)); [congruence|].
        destruct (Nat.eqb_spec x (e - 1)); congruence. }
  destruct EX as (r & r' & PR & RE & RP & ra & ra' & PA & RA). set (b2 := arr b1 r).
  assert (G2 : forall x, get b2 x = get b1 (r x)) by (intros; eapply get_arr; eauto).
  assert (S2 : stands W b1 b2) by (eapply stands_arr; eauto).
    assert (L2 : length b2 = n) by apply S2.
  assert (RY : r (r' y1) = y1) by apply PR. assert (HY : r' y1 < n) by (eapply joint_lt;
    [apply (perm_inv R C _ _ _ PR)|auto]).
  assert (LG2 : legal b2 (r' y1) e = true).
  { apply legal_intro; rewrite !G2, ?RY, ?RE; auto.
    - intros K. split; [apply TD; congruence|]. unfold two_may. now rewrite ST0.
    - intros K. rewrite RP by congruence. apply ND. congruence. }
  assert (INJ := fun x y => perm_inj R C W r r' x y PR).
  assert (GP : forall x, get (play b2 (r' y1) e) x = get (play b1 y1 d) (r x)).
  { intros x. rewrite !get_play by lia. rewrite !G2, RY.
    destruct (Nat.eqb_spec e x) as [Q|Q], (Nat.eqb_spec d (r x)) as [Q'|Q']; auto.
    - congruence.
    - exfalso. apply Q, INJ. congruence.
    - destruct (Nat.eqb_spec (r' y1) x) as [K|K], (Nat.eqb_spec y1 (r x)) as [K'|K']; auto.
      + congruence.
      + exfalso. apply K, INJ. congruence. }
  assert (L3 : length (play b2 (r' y1) e) = n) by (rewrite play_length; auto).
  assert (SP : stands W (play b1 y1 d) (play b2 (r' y1) e)).
  { split; [auto|split; [auto|]]. exists r, r'. auto. }
  assert (F2 : free (play b2 (r' y1) e)).
  { apply (free_same (arr (play b1 y1 d) ra)); auto.
    - intros x AX. rewrite GP, (RA x AX), (get_arr R C A _ _ ra'); auto.
    - eapply free_stands; [exact F|]. eapply stands_arr; eauto. }
  assert (S3 : stands (or W) (play b2 (r' y1) e) t).
  { eapply stands_trans; [apply stands_sym; eapply stands_mono; [|exact SP]|exact ST]. intros x H.
    unfold or. now rewrite H. }
  assert (S4 : stands (pin e (or W)) (play b2 (r' y1) e) t).
  { apply stands_pin; auto. rewrite E, GP, RE. unfold e. now rewrite (proj2 (proj2 P d)). }
  assert (EY : get b2 (r' y1) = get b1 y1) by (rewrite G2, RY; auto). rewrite <- EY.
  apply (back_step W b0 b2 (r' y1) e); auto.
  - eapply stands_trans; eauto.
  - intros x H K. apply WI; auto. eapply step_open_sub; eauto.
  - eapply stands_mono; [|exact S4]. intros x. unfold pin, or, step_open. intros H.
    apply andb_prop in H as [H Q].
    destruct (A x) eqn:AX; [apply orb_true_r|]. rewrite orb_false_r in *.
      destruct (Nat.eqb_spec (col e) 0) as [K|K]; unfold pin; rewrite H, Q; auto.
    cbn. destruct (Nat.eqb_spec x (e - 1)) as [->|]; auto. destruct (BEL ltac:(congruence) e WE
      CE). congruence.
Qed.
End Sleep.
