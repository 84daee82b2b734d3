(** * Lemma 2 for positions: facts about every board that play reaches from any of their boards *)

From Coq Require Import List Arith Bool.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Relaxation.

Section Relaxed.
Variable ru : rules.
Variables R C : nat.
Hypothesis C2 : 2 <= C.
Notation n := (n R C).
Notation stands := (stands R C).
Notation joint := (joint R C).

(** A position, and sets that no longer grow. At first they contain the block of each card, and of
    each gap, of the position. No card is frozen. *)
Variable b : board.
Variable W : nat -> bool.
Hypothesis length_b : length b = n.
Hypothesis uniq_b : uniq b.
Variables start reach : nat -> nat -> bool.
Variable gaps : nat -> bool.
Hypothesis CL : closed ru R C (fun _ => false) start reach gaps.
Hypothesis start_block : forall x y, joint W x y -> get b y <> 0 -> start (get b y) x = true.
Hypothesis gaps_block : forall x y, joint W x y -> get b y = 0 -> gaps x = true.

Lemma holds_stands t : stands W b t -> holds R C start reach gaps t.
Proof.
  intros S. apply (holds_start ru R C (fun _ => false) start reach gaps CL); [apply S| |];
    intros x _; destruct (stands_place R C _ _ _ x S) as (y & J & ->); eauto.
Qed.
(** The first sentence of the lemma. *)
Theorem relaxation_position t u : stands W b t -> plays ru R C t u ->
  forall x, x < n -> (get u x = 0 -> gaps x = true) /\
    (get u x <> 0 -> reach (get u x) x = true).
Proof.
  intros S P. destruct (relaxation ru R C (fun _ => false) start reach gaps CL t u) as [_ H];
    auto using holds_stands. intros x Hx. destruct (H x Hx) as [H1 H2]. split; auto.
  intros X. now apply H2.
Qed.
(** The second: if the sets allow no won board, the position is lost. *)
Theorem lemma2_position : possible ru R C reach gaps = false -> lostP ru R C W b.
Proof.
  intros NP t S. apply (lemma2 ru R C (fun _ => false) start reach gaps CL t); auto.
  - eapply stands_uniq; eauto.
  - now apply holds_stands.
Qed.
End Relaxed.
