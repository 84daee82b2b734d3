(** * The checker's positions are those of Opening.v: opening

    The checker computes with masks and arrays. A position of the checker is [faithful] if
    these agree with the definitions of Opening.v for its board and open cells. [opened_agrees]: the function [opened] is the
    opening of Opening.v, and its result is faithful. *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Opening
  Gaps.Levels Gaps.Reached Gaps.Machine Gaps.Canonical Gaps.Masks.
Import ListNotations.

Set Default Proof Using "All".

Section Faithful.
Variables (ru : rules) (R C : nat).
Hypothesis C2 : 2 <= C.
Variable k : cfg.
Hypothesis MK : k = make ru R C.
Notation n := (n R C).
Notation N := (R * (C - 1)).
Notation col := (col C).
Notation stands := (stands R C).
Notation level := (level R C).
Notation col_lt := (col_lt ru R C C2 k MK).
Notation settle_has := (settle_has ru R C C2 k MK).
Notation free_has := (free_has ru R C C2 k MK).
Notation free_levels := (free_levels ru R C).
Notation settled := (settled R C).
Notation opens := (opens ru R C).
Notation top := (top ru C).
Notation unopened := (unopened ru R C).
Notation inv := (inv ru R C).
Notation bounded := (bounded R C).

(** Every card is on the board. *)
Definition full (b : board) := forall X, 1 <= X <= N -> exists x, x < n /\ get b x = X.
(** The checker's data about a position agree with the definitions of Opening.v for its board
    and open cells. *)
Record faithful (p : pos) : Prop := {
  f_inv : inv (bd p) (has (op p));
  f_full : full (bd p);
  f_sane : is_sane R C p;
  f_size : length (at_ p) = N + 1;
  f_free : nf p = free_levels (bd p);
  f_in_free : forall x, has (fr p) x = in_free ru R C (bd p) (has (op p)) x }.

(** ** Opening *)

Lemma kopen_eq : kopen k =
  flat_map (fun c => filter (fun x => col x =? c) (seq 0 n)) (seq 0 (min 4 C)).
Proof. now rewrite MK. Qed.
Lemma in_kopen x : x < n -> col x < 4 -> existsb (Nat.eqb x) (kopen k) = true.
Proof.
  intros Hx K. apply in_existsb. rewrite kopen_eq. apply in_flat_map.
  exists (col x). assert (L := col_lt x). split; [apply in_seq; lia|]. apply filter_In.
  split; [apply in_seq; lia|apply Nat.eqb_refl].
Qed.
Lemma kopen_lt x : In x (kopen k) -> x < n.
Proof.
  rewrite kopen_eq. intros I. apply in_flat_map in I as (c & _ & I).
  apply filter_In in I as [I _]. apply in_seq in I. lia.
Qed.
Lemma top_4 : top <= 4.
Proof. unfold Opening.top. destruct ru; lia. Qed.

(** Before: each cell is among [cells], or [a] and [g] agree with the board there. *)
Theorem opened_agrees b V cells a g : unopened b (has V) -> full b -> bounded b ->
  length a = N + 1 ->
  (forall x, get b x <> 0 -> In x cells \/ get a (get b x) = x) ->
  (forall x, x < n -> In x cells \/ has g x = (get b x =? 0)) ->
  (forall x, has g x = true -> x < n) -> (forall x, In x cells -> x < n) ->
  let q := opened k b V cells a g in
  faithful q /\ opens b (has V) (bd q) (has (op q)).
Proof.
  intros U FU BD LA HA HG GB CB. assert (L := u_len _ _ _ _ _ U).
  assert (Q := u_uniq _ _ _ _ _ U).
  unfold opened. set (g1 := regap b cells g).
  assert (G1 : forall x, x < n -> has g1 x = (get b x =? 0)).
  { intros x Hx. unfold g1. rewrite regap_has. destruct (HG x Hx) as [I|E].
    - apply in_existsb in I. now rewrite I.
    - now destruct (existsb _ _). }
  assert (G1B : forall x, has g1 x = true -> x < n).
  { intros x. unfold g1. rewrite regap_has. destruct (existsb _ _) eqn:E; auto.
    intros _. apply CB. now apply in_existsb. }
  match goal with |- context [if empty ?d then (none, 0) else ?l] =>
    destruct (if empty d then (none, 0) else l) as [free f] eqn:E end.
  destruct (free_has b g1 free f BD L G1 E) as [-> FH]. clear E.
  set (V2 := union (settle k b V) free).
  assert (VB : forall y, has V y = true -> y < n) by (intros y; now apply (u_lt ru R C C2 b)).
  assert (V4 : forall y, has V y = true -> col y < 4).
  { intros y Y. destruct (u_open _ _ _ _ _ U y Y) as [_ T]. assert (T4 := top_4). lia. }
  assert (VS : forall x, has V2 x = Opening.opened ru R C b (has V) x).
  { intros x. unfold V2, Opening.opened. rewrite has_union, settle_has, FH by auto.
    destruct (Nat.ltb_spec (col x) (free_levels b)) as [H|H]; cbn [andb].
    - destruct (settled b (has V) x) eqn:S; auto. symmetry.
      now apply (condition_a_holds ru R C C2 b (has V) U).
    - apply orb_false_r. }
  set (b2 := sorted k V2 b). assert (S2 := sorted_stands ru R C C2 k MK V2 b L). fold b2 in S2.
  set (moved := if empty V2 then [] else kopen k).
  assert (O : opens b (has V) b2 (has V2)) by (split; auto).
  destruct (opens_ok ru R C C2 b (has V) b2 (has V2) U O) as [IV _].
  assert (V2M : forall x, has V2 x = true -> existsb (Nat.eqb x) moved = true).
  { intros x X. unfold moved. destruct (empty V2) eqn:E.
    - now rewrite (empty_has _ x E) in X.
    - destruct (u_open _ _ _ _ _ (i_unopened _ _ _ _ _ IV) x X) as [LX T].
      apply (level_lt ru R C C2) in LX as [Hx _]. assert (T4 := top_4). apply in_kopen; lia. }
  assert (M2 : forall x, existsb (Nat.eqb x) moved = false -> get b2 x = get b x).
  { intros x X. apply (stands_closed R C (has V2)); auto. destruct (has V2 x) eqn:E; auto.
    apply V2M in E. congruence. }
  assert (Q2 : uniq b2) by apply (u_uniq _ _ _ _ _ (i_unopened _ _ _ _ _ IV)).
  assert (B2 : bounded b2).
  { intros x. destruct (stands_place R C _ _ _ x S2) as (y & _ & ->). apply BD. }
  assert (OL : in_levels R C b (has V2)).
  { apply (u_levels ru R C C2), (i_unopened ru).
    apply (inv_ext ru R C C2 b (Opening.opened ru R C b (has V))); auto.
    now apply (opened_inv ru R C C2). }
  assert (FL := free_stands ru R C C2 b (has V2) b2 OL S2).
  split; [|exact O]. split; cbn [bd at_ op fr nf gp]; auto.
  - intros X HX. destruct (FU X HX) as (x & Hx & EX).
    destruct (stands_place R C _ _ _ x (stands_sym R C _ _ _ S2)) as (y & J & EY).
    exists y. split; [eapply joint_lt; eauto|congruence].
  - assert (G2 : forall x, x < n -> has (regap b2 moved g1) x = (get b2 x =? 0)).
    { intros x Hx. rewrite regap_has. destruct (existsb _ moved) eqn:E; auto.
      rewrite G1, M2; auto. }
    split; cbn [bd at_ op fr nf gp]; auto.
    + apply S2.
    + intros x X. apply (u_lt ru R C C2 b2 (has V2)); auto. apply IV.
    + intros x X. assert (Hx : x < n).
      { rewrite regap_has in X. destruct (existsb _ moved) eqn:E; auto.
        apply kopen_lt. unfold moved in E. destruct (empty V2); [discriminate E|].
        now apply in_existsb. }
      split; auto. rewrite G2 in X by auto. now apply Nat.eqb_eq.
    + intros x X0. rewrite refresh_get; auto.
      2:{ intros y. rewrite refresh_length, LA. specialize (B2 y). lia. }
      destruct (existsb (Nat.eqb x) moved) eqn:E; auto. rewrite refresh_get; auto.
      2:{ intros y. rewrite LA. specialize (B2 y). lia. }
      destruct (existsb (Nat.eqb x) cells) eqn:E'; auto. assert (EB := M2 x E).
      rewrite EB in X0 |- *. destruct (HA x X0) as [I|]; auto.
      apply in_existsb in I. congruence.
  - now rewrite !refresh_length.
  - intros x. unfold in_free. rewrite <- FL, FH, VS. unfold Opening.opened.
    destruct (col x <? free_levels b); [now rewrite andb_true_r|now rewrite andb_false_r].
Qed.
End Faithful.
