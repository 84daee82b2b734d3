(** * Free levels: every arrangement can be reached

    Every arrangement of the open cells of free levels can be reached from every other, by moves
    within these cells ([free_reach]). So opening adds only boards that can be reached
    ([open_reach]): (a) of docs/certificates/lemma-4.md. *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps.
Import ListNotations.

Section FreeLevels.
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

(** A move, in terms of the column of its target. *)
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
(** Only the column of the cell that the card leaves matters. *)
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

(** A relation that contains all exchanges contains all arrangements. *)
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
  (** A card of the level moves to a gap in the level. *)
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

(** All arrangements. *)
Theorem free_reach b t : free b -> stands A b t -> plays_in A b t.
Proof.
  apply (swaps_all A (plays_in A) free); eauto using plays_in_trans, free_stands.
  - intros d FD. split; [apply FD|constructor].
  - intros d u v FD [->|(HU & HV & AU & AV & E)] NE; [congruence|]. apply (sw_reach (col u)); auto.
Qed.

(** Opening adds only boards that can be reached. *)
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
End FreeLevels.
