(** * The checker: steps, and whether they cover all moves *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Machine.
From Patience Require Export Gaps.Canonical.
Import ListNotations.

Set Default Proof Using "All".

Section Moves.
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
Notation lostP := (lostP ru R C).
Notation asleep := (asleep ru R C).
Notation covers := (covers R C).
Notation colof := (colof k).
Notation rankof := (rankof k).
Notation suitof := (suitof k).
Notation column := (column k).
Notation opened := (opened k).
Notation included := (included k).
Notation lostT := (lostT ru R C).
Notation is_sane := (is_sane R C).
Notation s_len := (s_len R C).
Notation s_wide := (s_wide R C).
Notation s_uniq := (s_uniq R C).
Notation s_gaps := (s_gaps R C).
Notation s_gap := (s_gap R C).
Notation s_card := (s_card R C).
Notation s_at := (s_at R C).
Notation col_ok := (col_ok ru R C C2 k MK).
Notation row_ok := (row_ok ru R C C2 k MK).
Notation rank_ok := (rank_ok ru R C C2 k MK).
Notation suit_ok := (suit_ok ru R C C2 k MK).
Notation in_cells := (in_cells ru R C C2 k MK).
Notation in_cards := (in_cards ru R C C2 k MK).
Notation column_ok := (column_ok ru R C C2 k MK).
Notation exch_stands := (exch_stands ru R C C2 k MK).
Notation opened_ok := (opened_ok ru R C C2 k MK).
Notation included_ok := (included_ok ru R C C2 k MK).

(** ** Steps *)

Definition legalk (b : board) x c :=
  let X := get b x in
  negb (X =? 0) && (X <=? kK k) && (get b c =? 0) &&
  (if rankof X =? 0
   then (colof c =? 0) && match kru k with
     | Standard => true
     | FixedSuits => suitof X =? get (krow k) c
     | FixedTwos => negb (colof x =? 0) end
   else negb (colof c =? 0) && (get b (c - 1) =? X - 1)).
Lemma legalk_ok b x c : x < n -> c < n -> legalk b x c = true -> legal b x c = true.
Proof.
  intros Hx Hc H. unfold legalk in H. apply andb_prop in H as [H E].
  apply andb_prop in H as [H G]. apply andb_prop in H as [X0 XK].
  apply Nat.leb_le in XK. rewrite MK in XK. simpl in XK. rewrite rank_ok, col_ok in E by auto.
  unfold Rules.legal, enters, two_may. rewrite X0, G. cbn [andb].
  destruct (rank (get b x) =? 0); auto. apply andb_prop in E as [-> E]. cbn [andb].
  rewrite (col_ok x), row_ok, suit_ok in E by auto.
  replace (kru k) with ru in E by (now rewrite MK). exact E.
Qed.

(** An arrangement of the position with a gap at [c], and the card before [X] left of it. *)
Definition seat p X c : option board :=
  let b := bd p in
  let b1 := if get b c =? 0 then Some b
    else if has (op p) c
      then match find (fun g => has (op p) g && (get b g =? 0)) (column c) with
        | Some g => Some (exch b c g) | None => None end
      else None in
  match b1 with
  | None => None
  | Some b1 =>
    if (colof c =? 0) || (get b1 (c - 1) =? X - 1) then Some b1
    else let y := get (at_ p) (X - 1) in
      if (y <? kN k) && has (op p) (c - 1) && has (op p) y && (colof y =? colof (c - 1))
      then Some (exch b1 (c - 1) y) else None
  end.
Definition arrange p X c : option (board * nat) :=
  if c <? kN k then
    match seat p X c with
    | None => None
    | Some b => let x := get (at_ p) X in
      if (x <? kN k) && (get b x =? X) && legalk b x c then Some (b, x) else None
    end
  else None.
Lemma arrange_ok p X c b x : is_sane p -> arrange p X c = Some (b, x) ->
  stands (has (op p)) (bd p) b /\ x < n /\ c < n /\ get b x = X /\ legal b x c = true.
Proof.
  intros S H. unfold arrange in H. assert (KN : kN k = n) by (now rewrite MK). rewrite KN in H.
  destruct (Nat.ltb_spec c n) as [Hc|]; [|discriminate].
  destruct (seat p X c) as [b2|] eqn:E; [|discriminate].
  destruct (_ && _) eqn:Q in H; [|discriminate]. injection H as <- <-.
  apply andb_prop in Q as [Q LG]. apply andb_prop in Q as [Q EX]. apply Nat.ltb_lt in Q.
  apply Nat.eqb_eq in EX. apply legalk_ok in LG; auto. split; [|auto].
  unfold seat in E. assert (L := s_len p S).
  match type of E with match ?m with _ => _ end = _ => set (mm := m) in *;
    assert (M : forall b1, mm = Some b1 -> stands (has (op p)) (bd p) b1) end.
  { intros b1. unfold mm. destruct (get (bd p) c =? 0).
    - intros Z. injection Z as <-. now apply stands_refl.
    - destruct (has (op p) c) eqn:O; [|discriminate]. destruct (find _ _) as [g|] eqn:FD;
        [|discriminate]. intros Z. injection Z as <-. apply find_some in FD as [I FD].
      apply andb_prop in FD as [O2 _]. apply column_ok in I as [Hg K]; auto.
      apply exch_stands; auto. right. auto. }
  destruct mm as [b1|]; [|discriminate]. specialize (M b1 eq_refl).
  destruct (_ || _); [injection E as <-; auto|].
  destruct (_ && _) eqn:Q2 in E; [|discriminate]. injection E as <-.
  rewrite !andb_true_iff in Q2. destruct Q2 as (((Q1 & Q2) & Q3) & Q4).
  rewrite KN in Q1. apply Nat.ltb_lt in Q1. apply Nat.eqb_eq in Q4.
  assert (Hc1 : c - 1 < n) by lia. rewrite !col_ok in Q4 by auto.
  eapply stands_trans; [exact M|]. apply exch_stands; auto; [apply M|right; auto].
Qed.

(** The open cells after a move to [c] ([step_open]). *)
Definition pinned (V : mask) c :=
  if colof c =? 0 then minus V (one c) else minus (minus V (one c)) (one (c - 1)).
Lemma pinned_ok V c x : c < n -> has (pinned V c) x = step_open C (has V) c x.
Proof.
  intros Hc. unfold pinned, step_open, pin. rewrite col_ok by auto.
  destruct (col c =? 0); rewrite !has_minus, !has_one, ?(Nat.eqb_sym c), ?(Nat.eqb_sym (c - 1));
    reflexivity.
Qed.

(** The board and open cells after a step, and the position after opening it. *)
Definition take p (X c : nat) : option (board * mask * pos) :=
  match arrange p X c with
  | None => None
  | Some (b, x) =>
    let b' := play b x c in
    let V := if nf p <? colof c then pinned (op p) c else op p in
    let cells := c :: x :: if empty (op p) then [] else kopen k in
    Some (b', V, opened b' V cells (at_ p) (gp p))
  end.
Lemma take_ok p X c b' V q : is_sane p -> take p X c = Some (b', V, q) -> exists b x,
  stands (has (op p)) (bd p) b /\ x < n /\ c < n /\ get b x = X /\ legal b x c = true /\
  b' = play b x c /\ (forall y, has V y = true -> has (op p) y = true) /\
  (forall y, step_open C (has (op p)) c y = true -> has V y = true) /\
  covers (has V) b' (has (op q)) (bd q) /\
  (V = pinned (op p) c \/ V = op p) /\ exists cells, q = opened b' V cells (at_ p) (gp p).
Proof.
  intros S H. unfold take in H. destruct (arrange p X c) as [[b x]|] eqn:E; [|discriminate].
  destruct (arrange_ok _ _ _ _ _ S E) as (SB & Hx & Hc & EX & LG). injection H as <- <- <-.
  assert (P := fun y => pinned_ok (op p) c y Hc).
  assert (SUB : forall y, has (if nf p <? colof c then pinned (op p) c else op p) y = true ->
    has (op p) y = true).
  { intros y. destruct (nf p <? colof c); auto. rewrite P. apply step_open_sub. }
  exists b, x. repeat (split; [solve [auto]|]). split; [|split].
  - intros y Y. destruct (nf p <? colof c); [now rewrite P|]. now apply step_open_sub in Y.
  - apply opened_ok; [rewrite play_length; apply SB|]. intros y Y. apply (s_wide p S). auto.
  - split; [destruct (nf p <? colof c); auto|]. eexists. reflexivity.
Qed.
Lemma take_asleep p X c b' V q : is_sane p -> take p X c = Some (b', V, q) -> lostT q ->
  asleep (has (op p)) (bd p) X c.
Proof.
  intros S H LO. destruct (take_ok _ _ _ _ _ _ S H) as
    (b & x & SB & Hx & Hc & <- & LG & -> & _ & SUB & CV & _).
  apply (step_asleep ru R C _ _ b x c (has (op q)) (bd q)); auto; [apply (s_uniq p S)|].
  intros t ST. apply CV. eapply stands_mono; [|exact ST]. exact SUB.
Qed.

(** ** Coverage *)

(** The facts about a step: its moves lead to lost boards; and the position after it, if known. *)
Definition known := (nat * nat * option pos)%type.
Definition known_ok p (d : known) := let '(X, c, q) := d in
  asleep (has (op p)) (bd p) X c /\ match q with Some q => lostT q | None => True end.

Definition has_gap p c := (get (bd p) c =? 0) ||
  has (op p) c && existsb (fun g => has (op p) g && (get (bd p) g =? 0)) (column c).
Definition next_of (P : nat) : list nat :=
  let X := P + 1 in
  if negb (P =? 0) && (X <=? kK k) && negb (rankof X =? 0) then [X] else [].
Definition entrants p c : list nat :=
  if colof c =? 0 then filter (fun X => rankof X =? 0) (kcards k)
  else if has (op p) (c - 1)
    then flat_map (fun y => if has (op p) y then next_of (get (bd p) y) else []) (column (c - 1))
    else next_of (get (bd p) (c - 1)).
Definition may_two X x c := negb (rankof X =? 0) || match kru k with
  | Standard => true
  | FixedSuits => suitof X =? get (krow k) c
  | FixedTwos => negb (colof x =? 0) end.
Definition cover_card p (done : list known) c X :=
  let x := get (at_ p) X in
  negb (x <? kN k) || negb (get (bd p) x =? X) || negb (may_two X x c) ||
  existsb (fun d : known => let '(Y, e, _) := d in (Y =? X) && (e =? c)) done ||
  has (op p) x && has (op p) c && (colof x =? colof c) ||
  match arrange p X c with
  | None => false
  | Some (b, x) => let b' := play b x c in
    existsb (fun d : known => let '(Y, _, q) := d in
      (Y =? X) && match q with
        | Some q => included b' (pinned (op p) c) q | None => false end) done
  end.
Definition cover_cell p done c :=
  if has_gap p c then forallb (cover_card p done c) (entrants p c) else true.
(** Only cells that are gaps or open can have a gap. *)
Fixpoint cover_cells p done (m : mask) (cells : list nat) : bool :=
  match cells with
  | [] => true
  | c :: cells => (if has m c then cover_cell p done c else true) && cover_cells p done m cells
  end.
Definition covered p done := cover_cells p done (union (gp p) (op p)) (kcells k).
Lemma cover_cells_ok p done m cells : cover_cells p done m cells = true -> forall c, In c cells ->
  has m c = true -> cover_cell p done c = true.
Proof.
  induction cells as [|d cells IH]; intros H c I M; [destruct I|]. simpl in H.
  apply andb_prop in H as [H1 H2]. destruct I as [->|I]; [now rewrite M in H1|now apply IH].
Qed.

Lemma next_of_ok P X : X = P + 1 -> P <> 0 -> X <= N -> rank X <> 0 -> In X (next_of P).
Proof.
  intros -> P0 H K. unfold next_of. rewrite rank_ok by auto. replace (kK k) with N by (now rewrite
    MK).
  apply Nat.eqb_neq in P0, K. apply Nat.leb_le in H. rewrite P0, K, H. now left.
Qed.
Lemma cover_cell_ok p done c : is_sane p -> Forall (known_ok p) done -> c < n ->
  cover_cell p done c = true -> forall t x, stands (has (op p)) (bd p) t -> x < n ->
  legal t x c = true -> joint (has (op p)) x c \/ lost ru R C (play t x c).
Proof.
  intros S D Hc H t x ST Hx LG. assert (M := LG). apply legal_may in M.
  destruct M as [X0 G T NX]. set (X := get t x) in *.
  unfold cover_cell in H.
  assert (HG : has_gap p c = true).
  { destruct (stands_place R C _ _ _ c ST) as (y & J & E). rewrite G in E. unfold has_gap.
    destruct J as [<-|(_ & H2 & W1 & W2 & K)]; [now rewrite <- E|].
    rewrite W1. apply orb_true_iff. right. cbn. apply existsb_exists. exists y. split.
    - apply column_ok; auto.
    - rewrite W2, <- E. reflexivity. }
  rewrite HG in H. rewrite forallb_forall in H.
  destruct (stands_place R C _ _ _ x ST) as (x0 & J0 & E0).
  assert (XN : X <= N). { unfold X. rewrite E0. apply (s_card p S). rewrite <- E0. exact X0. }
  assert (IN : In X (entrants p c)).
  { unfold entrants. rewrite col_ok by auto. destruct (Nat.eqb_spec (col c) 0) as [K|K].
    - apply filter_In. split; [apply in_cards; lia|]. rewrite rank_ok by auto.
      apply Nat.eqb_eq. destruct (Nat.eq_dec (rank X) 0) as [Q|Q]; auto. now apply NX in Q.
    - assert (KX : rank X <> 0) by (intros Q; now apply T in Q).
      destruct (NX KX) as [_ E1]. assert (P0 := rank_pred C X X0 KX).
      destruct (stands_place R C _ _ _ (c - 1) ST) as (y & J & E). rewrite E1 in E.
      assert (Hc1 : c - 1 < n) by lia.
      destruct (has (op p) (c - 1)) eqn:O.
      + apply in_flat_map. exists y. split.
        * apply column_ok; auto. split; [eapply joint_lt; eauto|]. eapply joint_col; eauto.
        * assert (has (op p) y = true) as ->.
          { destruct J as [<-|(_ & _ & _ & W & _)]; auto. }
          rewrite <- E. apply next_of_ok; auto. lia.
      + destruct J as [<-|(_ & _ & W & _)]; [|congruence]. rewrite <- E.
        apply next_of_ok; auto. lia. }
  specialize (H X IN). unfold cover_card in H.
  assert (AT : get (at_ p) X = x0). { unfold X. rewrite E0. apply (s_at p S). rewrite <- E0.
    exact X0. }
  assert (H0 : x0 < n) by (eapply joint_lt; eauto).
  rewrite AT in H. replace (kN k) with n in H by (now rewrite MK).
  assert (Q0 := H0). apply Nat.ltb_lt in Q0. rewrite Q0 in H.
  fold X in E0. rewrite <- E0, Nat.eqb_refl in H. cbn [negb orb] in H.
  assert (TM : may_two X x0 c = true).
  { unfold may_two. rewrite rank_ok by auto. destruct (Nat.eqb_spec (rank X) 0) as [K|K]; auto.
    destruct (T K) as [_ M]. cbn [negb orb]. rewrite col_ok, row_ok, suit_ok by auto.
    replace (kru k) with ru by (now rewrite MK). unfold two_may in M.
    now rewrite (joint_col _ _ _ _ _ J0). }
  rewrite TM in H. cbn [negb orb] in H. rewrite Forall_forall in D.
  apply orb_prop in H as [H|H]; [apply orb_prop in H as [H|H]|].
  - right. apply existsb_exists in H as ([[Y e] q] & I & E). apply andb_prop in E as [E1 E2].
    apply Nat.eqb_eq in E1, E2. subst Y e. destruct (D _ I) as [A _]. now apply (A t x).
  - left. rewrite !andb_true_iff in H. destruct H as ((W1 & W2) & K). apply Nat.eqb_eq in K.
    rewrite !col_ok in K by auto. eapply joint_trans; [exact J0|]. right. auto.
  - right. destruct (arrange p X c) as [[b x1]|] eqn:AR; [|discriminate].
    destruct (arrange_ok _ _ _ _ _ S AR) as (SB & H1 & _ & EX & LG1).
    apply existsb_exists in H as ([[Y e] q] & I & E). apply andb_prop in E as [E1 E2].
    destruct q as [q|]; [|discriminate]. destruct (D _ I) as [_ LO].
    assert (L := proj1 (proj2 SB)).
    apply included_ok in E2; [| now rewrite play_length |].
    + apply LO, E2. assert (MS := move_step ru R C (has (op p)) b t x1 x c).
      eapply stands_mono; [|apply MS; auto].
      * intros y Y'. now rewrite pinned_ok.
      * eapply stands_trans; [apply stands_sym; exact SB|exact ST].
      * eapply stands_uniq; [exact SB|apply (s_uniq p S)].
    + intros y Y'. rewrite pinned_ok in Y' by auto. apply step_open_sub in Y'.
      now apply (s_wide p S).
Qed.
Theorem covered_ok p done : is_sane p -> Forall (known_ok p) done ->
  (forall t, stands (has (op p)) (bd p) t -> won ru R C t = false) ->
  covered p done = true -> lostT p.
Proof.
  intros S D NW H. apply lemma1; auto. intros t x c ST Hx Hc LG. unfold covered in H.
  assert (H' := cover_cells_ok p done _ _ H c (proj2 (in_cells c) Hc)). rewrite has_union in H'.
  eapply cover_cell_ok; eauto.
  destruct (has (gp p) c) eqn:Q, (has (op p) c) eqn:O; try (now apply H').
  unfold cover_cell, has_gap. rewrite <- (s_gaps p S) by exact Hc. now rewrite Q, O.
Qed.
End Moves.
