(** * The checker of certificates of every kind

    Trees are those of Gaps/Tree.v. They are read from an array of bytes, from byte [start]; that
    it has the bytes of the file makes honest certificates pass, and no theorem depends on it. *)

From Coq Require Import List NArith.
From Patience.Gaps Require Rules Machine Tree.
From Patience.Games Require Import Search.
From Patience.Games Require Cards Grid Gaps.
From Patience.Format Require Import Bytes Certificate Verify.
From Patience.Format Require Deals.

Definition verify_all (hash_cards : Cards.board -> positive) (hash_numbers : list nat -> positive)
    (hash_signs : Grid.signs -> positive) (hash_positions : Rules.board -> nat)
    (sum : bytes -> bytes) (fuel : nat) (body : Machine.data) (start : nat) (file : bytes)
    : verdict :=
  verify hash_cards hash_numbers hash_signs sum (fun ru R C b _ =>
    Tree.check_tree ru R C hash_positions fuel (Machine.board_of b) body start) file.

(** As [verify_sound]; nothing is supposed of the hashes, the checksum, the fuel, and the bytes that
    the tree is read from. That a tree is accepted says that the deal is lost, whatever bytes stand
    in the certificate's body. *)
Theorem verify_all_sound hc hn hs hp sum fuel body start file d c :
  verify_all hc hn hs hp sum fuel body start file = Verified d c ->
  is_true_of d c /\ Deals.valid d = true /\
  exists p, let cert := Certificate (Deals.game_of d) (Deals.show d) p in
    claims p c /\ certificate_ok width cert /\
    Deals.read_deal (game_name cert) (deal_text cert) = Some d /\ file = print sum cert.
Proof.
  apply verify_sound. intros ru R C b hints.
  apply Tree.check_tree_sound.
Qed.

Corollary verify_all_lost hc hn hs hp sum fuel body start file ru suits R C b :
  verify_all hc hn hs hp sum fuel body start file = Verified (Deals.Gaps ru suits R C b) Lost ->
  Rules.lost ru R C b.
Proof.
  intros H. apply verify_all_sound in H as [H _]. now apply Gaps.lost_iff in H.
Qed.
