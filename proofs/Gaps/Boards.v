(** * Boards: the effects of moves, and conditions under which two moves commute *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules.
Import ListNotations.

(** Splits every comparison of numbers in the goal. *)
Ltac eqb := repeat (match goal with |- context [Nat.eqb ?u ?v] =>
  match constr:((u, v)) with
  | context [Nat.eqb] => fail 1
  | _ => destruct (Nat.eqb_spec u v)
  end end; cbn iota); subst; try congruence; auto.

Lemma put_length b x v : length (put b x v) = length b.
Proof. revert x; induction b; destruct x; simpl; auto. Qed.
Lemma get_put_same b x v : x < length b -> get (put b x v) x = v.
Proof.
  unfold get; revert x; induction b; destruct x; simpl; intros; try lia; auto. apply IHb; lia.
Qed.
Lemma get_put_other b x y v : x <> y -> get (put b x v) y = get b y.
Proof.
  unfold get; revert x y; induction b; destruct x, y; simpl; intros; auto; try lia.
Qed.
Lemma get_put_if b x v y : x < length b -> get (put b x v) y = if x =? y then v else get b y.
Proof.
  intros H. destruct (Nat.eqb_spec x y) as [<-|N]; [now apply get_put_same|].
  now apply get_put_other.
Qed.
Lemma get_play b a c y : a < length b -> c < length b ->
  get (play b a c) y = if c =? y then get b a else if a =? y then 0 else get b y.
Proof.
  intros. unfold play. rewrite get_put_if by (now rewrite put_length).
  destruct (c =? y); auto. now apply get_put_if.
Qed.
Lemma play_length b a c : length (play b a c) = length b.
Proof. unfold play. now rewrite !put_length. Qed.

Section Boards.
Variable ru : rules.
Variables R C : nat.
Notation n := (n R C).
Notation col := (col C).
Notation rank := (rank C).
Notation legal := (legal ru C).
Notation two_may := (two_may ru C).
Notation plays := (plays ru R C).
Notation won := (won ru R C).
Notation lost := (lost ru R C).

Lemma plays_trans b0 b1 b2 : plays b0 b1 -> plays b1 b2 -> plays b0 b2.
Proof. induction 2; eauto using Rules.plays. Qed.
Lemma plays_one b a c : a < n -> c < n -> legal b a c = true -> plays b (play b a c).
Proof. intros. eapply Then; [apply Here|]. now apply Move. Qed.
Lemma lost_plays b t : lost b -> plays b t -> lost t.
Proof. intros L P b' Q. apply L. eapply plays_trans; eauto. Qed.

Lemma rank_pred X : X <> 0 -> rank X <> 0 -> X - 1 <> 0.
Proof.
  unfold Rules.rank. intros X0 K E. apply K. rewrite E. destruct (C - 1); [reflexivity|].
  apply Nat.mod_0_l; lia.
Qed.
Lemma rank_0 : rank 0 = 0.
Proof. unfold Rules.rank. simpl. destruct (C - 1); [reflexivity|]. apply Nat.mod_0_l. lia. Qed.
Lemma col_0 : col 0 = 0.
Proof. unfold Rules.col. destruct C; [reflexivity|]. apply Nat.mod_0_l. lia. Qed.

Lemma same_card X Y : 2 <= C -> X <> 0 -> Y <> 0 -> rank X = rank Y -> suit C X = suit C Y ->
  X = Y.
Proof.
  unfold Rules.rank, suit. intros C2 X0 Y0 K S. assert (H : C - 1 <> 0) by lia.
  assert (D := Nat.div_mod (X - 1) (C - 1) H). assert (E := Nat.div_mod (Y - 1) (C - 1) H).
  rewrite K, S in D. lia.
Qed.

(** A move from [a] to [c], taken apart and put together. *)
Record may (b : board) (a c : nat) : Prop := {
  may_card : get b a <> 0;
  may_gap : get b c = 0;
  may_two : rank (get b a) = 0 -> col c = 0 /\ two_may (get b a) a c = true;
  may_next : rank (get b a) <> 0 -> col c <> 0 /\ get b (c - 1) = get b a - 1 }.
Lemma legal_may b a c : legal b a c = true <-> may b a c.
Proof.
  unfold Rules.legal, enters. rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq, Nat.eqb_eq.
  destruct (Nat.eqb_spec (rank (get b a)) 0) as [K|K].
  - rewrite andb_true_iff, Nat.eqb_eq. split.
    + intros ((A & B) & D). split; auto. contradiction.
    + intros [A B D E]. auto.
  - rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq, Nat.eqb_eq. split.
    + intros ((A & B) & D). split; auto. contradiction.
    + intros [A B D E]. auto.
Qed.
Lemma may_col b a c : may b a c -> (col c = 0 <-> rank (get b a) = 0).
Proof.
  intros [A B D E]. split; intros K; [|now apply D].
  destruct (Nat.eq_dec (rank (get b a)) 0) as [Z|Z]; auto. now apply E in Z.
Qed.

(** No card is on the board twice. *)
Definition uniq (b : board) := forall x y, get b x = get b y -> get b x <> 0 -> x = y.

Lemma get_over b x : length b = n -> n <= x -> get b x = 0.
Proof. intros L H. unfold get. apply nth_overflow. lia. Qed.
Lemma get_in b x : length b = n -> get b x <> 0 -> x < n.
Proof. intros L H. destruct (le_lt_dec n x); auto. now rewrite get_over in H. Qed.
Lemma board_eq b t : length b = n -> length t = n -> (forall x, get b x = get t x) -> b = t.
Proof.
  intros L M E. apply nth_ext with (d := 0) (d' := 0); [congruence|]. intros x _. apply E.
Qed.

Lemma uniq_play b a c : length b = n -> uniq b -> a < n -> c < n -> get b c = 0 ->
  uniq (play b a c).
Proof.
  intros L U A Cc G x y. rewrite !get_play by lia.
  destruct (Nat.eqb_spec c x) as [Ex|Nx], (Nat.eqb_spec c y) as [Ey|Ny]; cbn iota.
  - intros; congruence.
  - destruct (Nat.eqb_spec a y) as [E1|N1]; cbn iota; intros E NZ; [congruence|].
    exfalso. apply N1. apply U; auto.
  - destruct (Nat.eqb_spec a x) as [E1|N1]; cbn iota; intros E NZ; [congruence|].
    exfalso. apply N1. symmetry. apply U; auto.
  - destruct (Nat.eqb_spec a x) as [E1|N1], (Nat.eqb_spec a y) as [E2|N2]; cbn iota; intros E NZ;
      try congruence. now apply U.
Qed.
Lemma uniq_plays b t : length b = n -> uniq b -> plays b t -> uniq t /\ length t = n.
Proof.
  intros L U P. induction P as [|b1 b2 P IH [a c A Cc LG]]; auto. destruct IH as [U1 L1].
  split; [|now rewrite play_length]. apply legal_may in LG. apply uniq_play; auto. apply LG.
Qed.

(** Moves of different cards to different cells commute. *)
Lemma commute b a1 c1 a2 c2 : length b = n -> a1 < n -> c1 < n -> a2 < n -> c2 < n ->
  legal b a1 c1 = true -> legal b a2 c2 = true -> a1 <> a2 -> c1 <> c2 ->
  play (play b a1 c1) a2 c2 = play (play b a2 c2) a1 c1.
Proof.
  intros L A1 C1 A2 C2 L1 L2 NA NC. apply legal_may in L1 as [X1 G1 _ _].
  apply legal_may in L2 as [X2 G2 _ _].
  apply nth_ext with (d := 0) (d' := 0); [now rewrite !play_length|]. intros x _.
  change (nth x ?l 0) with (get l x). rewrite !get_play by (rewrite ?play_length; lia).
  repeat match goal with |- context [?u =? ?v] => destruct (Nat.eqb_spec u v) end; subst;
    congruence.
Qed.

(** A move is not affected by another move on other cells. *)
Lemma legal_frame b x c y d : length b = n -> x < n -> c < n -> y <> x -> y <> c -> d <> x ->
  d <> c -> (col d <> 0 -> d - 1 <> x /\ d - 1 <> c) -> legal (play b x c) y d = legal b y d.
Proof.
  intros L Hx Hc N1 N2 N3 N4 N5.
  assert (G : forall z, z <> x -> z <> c -> get (play b x c) z = get b z).
  { intros z Z1 Z2. rewrite get_play by lia. eqb. }
  unfold Rules.legal, enters. rewrite !G by auto. destruct (Nat.eq_dec (col d) 0) as [K|K].
  - now rewrite K.
  - destruct (N5 K). now rewrite G by auto.
Qed.

(** A move stays legal after another one, except that of its predecessor. *)
Lemma legal_after b a1 c1 a2 c2 : length b = n -> a1 < n -> c1 < n -> legal b a1 c1 = true ->
  legal b a2 c2 = true -> a1 <> a2 -> c1 <> c2 ->
  (rank (get b a2) <> 0 -> get b a2 - 1 <> get b a1) -> legal (play b a1 c1) a2 c2 = true.
Proof.
  intros L A1 C1 L1 L2 NA NC P2. assert (M1 := L1). assert (M2 := L2).
  apply legal_may in M1 as [X1 G1 _ _]. apply legal_may in M2 as [X2 G2 T2 Q2].
  rewrite legal_frame; auto; try congruence. intros K.
  assert (K2 : rank (get b a2) <> 0) by (intros Z; now apply K, T2).
  destruct (Q2 K2) as [_ E]. assert (Y := rank_pred _ X2 K2). specialize (P2 K2).
  split; intros Q; rewrite Q in E; congruence.
Qed.

(** On a won board every card is at home, and the last column has the gaps. *)
Lemma won_row b r : won b = true -> r < R -> get b (r * C + (C - 1)) = 0 /\
  exists s, s < R /\ may_own ru r s = true /\ forall k, k < C - 1 -> get b (r * C + k) = card C s k.
Proof.
  intros W Hr. unfold Rules.won in W. rewrite forallb_forall in W.
  specialize (W r ltac:(apply in_seq; lia)). unfold row_won in W.
  apply andb_prop in W as [G W]. apply Nat.eqb_eq in G. split; auto.
  apply existsb_exists in W as [s [Hs W]]. apply andb_prop in W as [O W]. exists s.
  apply in_seq in Hs. split; [lia|split; auto]. intros k Hk. rewrite forallb_forall in W.
  apply Nat.eqb_eq, W, in_seq. lia.
Qed.
Lemma cell_in r k : r < R -> k < C -> r * C + k < n.
Proof. unfold Rules.n; nia. Qed.
Lemma cell_split x : x < n -> x / C < R /\ x / C * C + col x = x /\ col x < C.
Proof.
  unfold Rules.n, Rules.col. intros H. assert (C <> 0) by (intros ->; lia).
  split; [apply Nat.div_lt_upper_bound; lia|]. split; [|now apply Nat.mod_upper_bound].
  rewrite Nat.mul_comm. symmetry. now apply Nat.div_mod.
Qed.
Lemma col_cell r k : k < C -> col (r * C + k) = k.
Proof.
  intros H. unfold Rules.col. rewrite Nat.add_comm, Nat.mod_add by lia. now apply Nat.mod_small.
Qed.
Lemma row_cell r k : k < C -> row C (r * C + k) = r.
Proof.
  intros H. unfold Rules.row. rewrite Nat.add_comm, Nat.div_add by lia.
  now rewrite Nat.div_small by lia.
Qed.
Lemma card_index s k : card C s k - 1 = k + s * (C - 1).
Proof. unfold card. generalize (s * (C - 1)). clear. intros. lia. Qed.
Lemma rank_card s k : k < C - 1 -> rank (card C s k) = k.
Proof.
  intros H. unfold Rules.rank. rewrite card_index.
  rewrite Nat.mod_add by lia. now apply Nat.mod_small.
Qed.
Lemma suit_card s k : k < C - 1 -> suit C (card C s k) = s.
Proof.
  intros H. unfold Rules.suit. rewrite card_index.
  rewrite Nat.div_add by lia. now rewrite Nat.div_small by lia.
Qed.
Lemma won_cell b x : won b = true -> x < n -> col x < C - 1 ->
  exists s, s < R /\ may_own ru (row C x) s = true /\
    forall k, k < C - 1 -> get b (x / C * C + k) = card C s k.
Proof. intros W H K. apply (won_row b (x / C) W). now apply cell_split. Qed.

Lemma won_full b x : won b = true -> x < n -> col x < C - 1 -> get b x <> 0.
Proof.
  intros W H K. destruct (won_cell b x W H K) as (s & _ & _ & E). specialize (E _ K).
  destruct (cell_split x H) as (_ & Q & _). rewrite Q in E. rewrite E. discriminate.
Qed.

(** A won board has no moves of cards other than Twos, nor of Twos. *)
Lemma won_still b a c : 2 <= C -> won b = true -> c < n -> legal b a c = true -> False.
Proof.
  intros C2 W Cc LG. apply legal_may in LG as [X0 G T N].
  destruct (cell_split c Cc) as (Hr & EQ & KC).
  destruct (le_lt_dec (C - 1) (col c)) as [Q|Q].
  - destruct (Nat.eq_dec (rank (get b a)) 0) as [K|K]; [apply T in K; lia|].
    destruct (N K) as [E P]. destruct (won_row b (c / C) W Hr) as (_ & s & _ & _ & Z).
    specialize (Z (C - 2) ltac:(lia)). replace (c / C * C + (C - 2)) with (c - 1) in Z by lia.
    rewrite P in Z. apply K. unfold Rules.rank. rewrite Z. unfold card.
    replace (1 + s * (C - 1) + (C - 2)) with ((s + 1) * (C - 1))
      by (rewrite Nat.mul_add_distr_r; lia).
    apply Nat.mod_mul. lia.
  - apply (won_full b c W Cc); auto.
Qed.
End Boards.
Arguments uniq b : assert.
