(** * Lemma 2: the delete relaxation

    For each card a set of cells [reach X], and a set of cells [gaps], closed under the rules of
    growth of docs/certificates/lemma-2.md. Any such sets suffice, not only the smallest. Cards of a set
    [F] are frozen (lemma 3); for lemma 2 it is empty. *)

From Coq Require Import List Arith Bool Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards.
Import ListNotations.

Section Relaxation.
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

Variable F : nat -> bool.
Variables start reach : nat -> nat -> bool.
Variable gaps : nat -> bool.

(** The sets no longer grow. [start X] are the cells in which [X] may be at first. *)
Record closed := {
  reach_start : forall X x, start X x = true -> reach X x = true;
  reach_two : forall X a c, F X = false -> X <> 0 -> a < n -> c < n -> gaps c = true ->
    rank X = 0 -> col c = 0 -> reach X a = true -> two_may X a c = true -> reach X c = true;
  reach_next : forall X c, F X = false -> X <> 0 -> c < n -> gaps c = true ->
    rank X <> 0 -> col c <> 0 -> reach (X - 1) (c - 1) = true -> reach X c = true;
  (* the cells of [start X] may become gaps once [X] may be elsewhere … *)
  gaps_left : forall X a c, start X a = true -> a < n -> c < n -> X <> 0 ->
    reach X c = true -> start X c = false -> gaps a = true;
  (* … and all of them, if one may be a gap: they are open cells of a column *)
  gaps_block : forall X a c, start X a = true -> a < n -> c < n ->
    start X c = true -> gaps c = true -> gaps a = true }.
Hypothesis CL : closed.

(** The sets are valid for a board. *)
Definition holds b := length b = n /\ forall x, x < n ->
  (get b x = 0 -> gaps x = true) /\
  (get b x <> 0 ->
    reach (get b x) x = true /\ (start (get b x) x = true \/ gaps x = true)).

Lemma holds_start b : length b = n -> (forall x, x < n -> get b x = 0 -> gaps x = true) ->
  (forall x, x < n -> get b x <> 0 -> start (get b x) x = true) -> holds b.
Proof.
  intros L G S. split; auto. intros x H. split; auto. intros X. split; auto.
  now apply (reach_start CL), S.
Qed.

(** A card that is not frozen goes to a cell in its reach, and leaves one that may be a gap. *)
Lemma holds_move b a c : holds b -> a < n -> c < n -> legal b a c = true ->
  F (get b a) = false -> holds (play b a c) /\ gaps a = true /\ gaps c = true.
Proof.
  intros [L H] Ha Hc LG FX. apply legal_may in LG as [Xa G T N]. set (X := get b a) in *.
  destruct (H a Ha) as [_ HA]. destruct (HA Xa) as [RA SA]. fold X in RA, SA.
  destruct (H c Hc) as [HC _]. specialize (HC G).
  assert (RC : reach X c = true).
  { destruct (Nat.eq_dec (rank X) 0) as [K|K].
    - destruct (T K). now apply (reach_two CL X a).
    - destruct (N K) as [E P]. apply (reach_next CL); auto.
      assert (Hp : c - 1 < n) by lia. destruct (H _ Hp) as [_ HP]. rewrite <- P. apply HP.
      rewrite P. now apply (rank_pred C). }
  assert (GA : gaps a = true).
  { destruct SA as [SA|SA]; [|exact SA].
    destruct (start X c) eqn:SC; [eapply (gaps_block CL X a c)|eapply (gaps_left CL X a c)];
      auto. }
  split; [split; [now rewrite play_length|]|auto].
  intros x Hx. rewrite get_play by lia. fold X.
  destruct (Nat.eqb_spec c x) as [<-|NC]; [split; [contradiction|auto]|].
  destruct (Nat.eqb_spec a x) as [<-|NA]; [split; [auto|congruence]|auto].
Qed.

Theorem relaxation b t : (forall X, F X = false) -> holds b -> plays b t -> holds t.
Proof. intros NF HB P. induction P as [|b1 b2 P IH [a c Ha Hc LG]]; auto. now apply holds_move. Qed.

(** Whether suits can be assigned to rows, each row one of its own, such that the sets have all
    cards home and the gaps at the row ends. *)
Definition home r s := may_own ru r s &&
  forallb (fun k => reach (card C s k) (r * C + k)) (seq 0 (C - 1)).
Fixpoint assign (rows taken : list nat) : bool :=
  match rows with
  | [] => true
  | r :: rows => existsb (fun s => negb (existsb (Nat.eqb s) taken) && home r s &&
      assign rows (s :: taken)) (seq 0 R)
  end.
Definition possible := forallb (fun r => gaps (r * C + (C - 1))) (seq 0 R) && assign (seq 0 R) [].

Lemma assign_complete (s : nat -> nat) rows : forall taken, NoDup (rows ++ taken) ->
  (forall r r', In r (rows ++ taken) -> In r' (rows ++ taken) -> s r = s r' -> r = r') ->
  (forall r, In r rows -> s r < R /\ home r (s r) = true) -> assign rows (map s taken) = true.
Proof.
  induction rows as [|r rows IH]; intros taken ND INJ OK; [reflexivity|]. simpl.
  apply existsb_exists. exists (s r). destruct (OK r (or_introl eq_refl)) as [Hs Hh].
  split; [apply in_seq; lia|]. rewrite Hh, andb_true_r. apply andb_true_intro. split.
  - apply negb_true_iff. destruct (existsb _ _) eqn:E; auto. exfalso.
    apply existsb_exists in E as (v & I & E). apply Nat.eqb_eq in E. apply in_map_iff in I.
    destruct I as (r' & E' & I). assert (r = r').
    { apply INJ; [now left|right; apply in_or_app; auto|congruence]. }
    subst r'. simpl in ND. inversion ND. apply H1, in_or_app. auto.
  - change (s r :: map s taken) with (map s (r :: taken)).
    assert (PM : forall x, In x (rows ++ r :: taken) <-> In x ((r :: rows) ++ taken)).
    { intros x. simpl. rewrite !in_app_iff. simpl. tauto. }
    apply IH.
    + simpl in ND. apply NoDup_remove_2 with (l := []) in ND as N1.
      apply NoDup_remove_1 with (l := []) in ND. simpl in ND, N1.
      clear - ND N1. induction rows as [|x rows IH]; simpl in *; [now constructor|].
      inversion ND; subst. constructor.
      * rewrite in_app_iff in *. simpl. intros [?|[?|?]]; subst; tauto.
      * apply IH; auto.
    + intros x y Ix Iy. apply INJ; now apply PM.
    + intros x I. apply OK. now right.
Qed.

Lemma bounded_choice (P : nat -> nat -> Prop) m : (forall r, r < m -> exists v, P r v) ->
  exists s, forall r, r < m -> P r (s r).
Proof.
  induction m as [|m IH]; intros Q; [exists (fun _ => 0); lia|].
  destruct IH as [s Hs]; [intros; apply Q; lia|]. destruct (Q m ltac:(lia)) as (v & Hv).
  exists (fun r => if r =? m then v else s r). intros r Hr.
  destruct (Nat.eqb_spec r m) as [->|NE]; auto. apply Hs. lia.
Qed.

(** Lemma 2: a relaxed dead end is lost. *)
Theorem lemma2 b : 2 <= C -> (forall X, F X = false) -> uniq b -> holds b -> possible = false ->
  lost b.
Proof.
  intros C2 NF U HB NP t P. destruct (won t) eqn:W; [exfalso|reflexivity].
  assert (HT := relaxation b t NF HB P). assert (UT := uniq_plays ru R C b t (proj1 HB) U P).
  destruct UT as [UT _]. destruct HT as [_ H].
  enough (possible = true) by congruence. apply andb_true_intro. split.
  { apply forallb_forall. intros r Hr. apply in_seq in Hr.
    apply (H (r * C + (C - 1))); [apply cell_in; lia|].
    now apply (won_row ru R C t r W). }
  assert (CH : exists s : nat -> nat, forall r, r < R -> s r < R /\ may_own ru r (s r) = true /\
    forall k, k < C - 1 -> get t (r * C + k) = card C (s r) k).
  { apply (bounded_choice (fun r v => v < R /\ may_own ru r v = true /\
      forall k, k < C - 1 -> get t (r * C + k) = card C v k)).
    intros r Hr. apply (won_row ru R C t r W Hr). }
  destruct CH as [s Hs]. apply (assign_complete s (seq 0 R) []).
  - rewrite app_nil_r. apply seq_NoDup.
  - rewrite app_nil_r. intros r r' I I' E. apply in_seq in I, I'.
    destruct (Hs r ltac:(lia)) as (_ & _ & E1). destruct (Hs r' ltac:(lia)) as (_ & _ & E2).
    specialize (E1 0 ltac:(lia)). specialize (E2 0 ltac:(lia)). rewrite E in E1.
    assert (Q : r * C + 0 = r' * C + 0).
    { apply UT; [congruence|]. rewrite E1. discriminate. }
    nia.
  - intros r I. apply in_seq in I. destruct (Hs r ltac:(lia)) as (E1 & E2 & E3). split; auto.
    unfold home. rewrite E2. apply forallb_forall. intros k Hk. apply in_seq in Hk.
    rewrite <- E3 by lia. apply H; [apply cell_in; lia|]. rewrite E3 by lia. discriminate.
Qed.
End Relaxation.
