(** * Cohesion

    Read the definitions up to [won], and of Grid.v [signs], [sign], [direction] and [next]. *)

From Coq Require Import List Bool Arith Lia Strings.Byte.
From Patience.Gaps Require Machine.
From Patience.Games Require Import Search Grid.
Import ListNotations.

Section Cohesion.
(** Cells in a row; the deal's width, at least 1. *)
Variable w : nat.
Hypothesis w_positive : w <> 0.

Notation beside s := (next w (length s)).

(** [piece s x y]: the cells x and y belong to one piece, which has the sign of x. *)
Inductive piece (s : signs) (x : nat) : nat -> Prop :=
| Own : x < length s -> sign s x <> "."%byte -> piece s x x
| More y z d : piece s x y -> beside s d y = Some z -> sign s z = sign s x -> piece s x z.

(** Each cell that the piece of x covers after the shift is on the board, and empty or its own. *)
Definition may_shift (s : signs) (x : nat) (d : direction) : Prop :=
  forall y, piece s x y ->
    exists z, beside s d y = Some z /\ (sign s z = "."%byte \/ piece s x z).
(** Cell z is covered after the shift. *)
Definition comes (s : signs) (x : nat) (d : direction) (z : nat) : Prop :=
  exists y, piece s x y /\ beside s d y = Some z.
Definition shifted (s : signs) (x : nat) (d : direction) (t : signs) : Prop :=
  length t = length s /\ forall z, z < length s ->
    (comes s x d z -> sign t z = sign s x) /\
    (~ comes s x d z -> piece s x z -> sign t z = "."%byte) /\
    (~ comes s x d z -> ~ piece s x z -> sign t z = sign s z).
Inductive move (s t : signs) : Prop :=
| Move x d : x < length s -> sign s x <> "."%byte ->
    may_shift s x d -> shifted s x d t -> move s t.

(** Won: all cells of a letter belong to one piece. *)
Definition won (s : signs) : Prop := forall x y, x < length s -> y < length s ->
  sign s x <> "."%byte -> sign s x = sign s y -> piece s x y.

(** ** Pieces, computed *)

Lemma piece_in s x y : piece s x y -> y < length s /\ sign s y = sign s x /\ sign s x <> "."%byte.
Proof.
  induction 1 as [Hx N|y z d P [Hy [E N]] B Z]; [auto|].
  split; [now apply (next_in _ _ _ _ _ Hy B)|auto].
Qed.
Lemma piece_trans s x y z : piece s x y -> piece s y z -> piece s x z.
Proof.
  intros P Q. destruct (piece_in _ _ _ P) as [_ [E _]]. induction Q; [exact P|].
  eapply More; [eassumption|eassumption|congruence].
Qed.
Lemma piece_sym s x y : piece s x y -> piece s y x.
Proof.
  induction 1 as [Hx N|y z d P IH B Z]; [now constructor|].
  destruct (piece_in _ _ _ P) as [Hy [E N]]. apply (piece_trans _ _ y).
  - apply (More _ _ z y (opposite d)).
    + constructor; [now apply (next_in _ _ _ _ _ Hy B)|congruence].
    + now apply next_back.
    + congruence.
  - exact IH.
Qed.

Definition has (l : list nat) (x : nat) : bool := existsb (Nat.eqb x) l.
Lemma has_in l x : has l x = true <-> In x l.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros [y [I E]]. apply Nat.eqb_eq in E. now subst.
  - intros I. exists x. split; [exact I|apply Nat.eqb_refl].
Qed.

(** The checker keeps signs in an array: [get] is [sign] of a state, n the number of its cells. *)
Section Computed.
Variable get : nat -> byte.
Variable n : nat.
(** The neighbours of a cell that hold a letter. *)
Definition alike (c : byte) (y : nat) : list nat :=
  flat_map (fun d => match next w n d y with
    | Some z => if is (get z) c then [z] else []
    | None => [] end) directions.
Fixpoint flood (fuel : nat) (c : byte) (inside fresh : list nat) : list nat :=
  match fuel, fresh with
  | S fuel, y :: fresh =>
    let new := filter (fun z => negb (has inside z)) (alike c y) in
    flood fuel c (new ++ inside) (new ++ fresh)
  | _, _ => inside
  end.
Definition component (x : nat) : list nat := flood n (get x) [x] [x].
(** The result of a flood fill is closed; this is checked instead of proved. *)
Definition is_whole (x : nat) (l : list nat) : bool :=
  forallb (fun y => forallb (has l) (alike (get x) y)) l.
(** The pieces by their first cells. *)
Fixpoint sweep (todo : list nat) (found : list (nat * list nat)) :=
  match todo with
  | [] => found
  | x :: todo =>
    if empty (get x) || existsb (fun p => has (snd p) x) found then sweep todo found
    else sweep todo ((x, component x) :: found)
  end.
Definition pieces : option (list (nat * list nat)) :=
  let found := rev (sweep (seq 0 n) []) in
  if forallb (fun p => is_whole (fst p) (snd p)) found then Some found else None.
Definition is_won (l : list (nat * list nat)) : bool :=
  forallb (fun p => forallb (fun q =>
    negb (is (get (fst p)) (get (fst q))) || has (snd p) (fst q)) l) l.
(** The cells that a piece covers after a shift. *)
Fixpoint targets (c : byte) (d : direction) (l : list nat) : option (list nat) :=
  match l with
  | [] => Some []
  | y :: l =>
    match next w n d y with
    | None => None
    | Some z =>
      if empty (get z) || is (get z) c then
        match targets c d l with Some zs => Some (z :: zs) | None => None end
      else None
    end
  end.
Definition shift (s : signs) (l : list nat) (c : byte) (d : direction) : option signs :=
  match targets c d l with
  | None => None
  | Some zs => Some (put_all (put_all s l "."%byte) zs c)
  end.
Definition moves (s : signs) (l : list (nat * list nat)) : list (nat * direction * signs) :=
  flat_map (fun p => flat_map (fun d =>
    match shift s (snd p) (get (fst p)) d with
    | Some t => [(fst p, d, t)]
    | None => [] end) directions) l.
End Computed.

Lemma alike_iff s c y z : In z (alike (sign s) (length s) c y) <->
  exists d, beside s d y = Some z /\ sign s z = c.
Proof.
  unfold alike. rewrite in_flat_map. split.
  - intros [d [_ I]]. exists d. destruct (beside s d y) as [u|]; [|destruct I].
    destruct (is (sign s u) c) eqn:E; [|destruct I]. destruct I as [<-|[]]. apply is_eq in E. auto.
  - intros [d [B E]]. exists d. split; [destruct d; simpl; auto|]. rewrite B.
    apply is_eq in E. rewrite E. now left.
Qed.

Lemma flood_sound s x fuel : forall inside fresh,
  (forall y, In y inside -> piece s x y) -> (forall y, In y fresh -> piece s x y) ->
  forall y, In y (flood (sign s) (length s) fuel (sign s x) inside fresh) -> piece s x y.
Proof.
  induction fuel as [|fuel IH]; intros inside fresh HI HF; simpl; [exact HI|].
  destruct fresh as [|y fresh]; [exact HI|].
  assert (N : forall z,
    In z (filter (fun z => negb (has inside z)) (alike (sign s) (length s) (sign s x) y)) ->
    piece s x z).
  { intros z I. apply filter_In in I as [I _]. apply alike_iff in I as [d [B E]].
    apply (More _ _ y z d); [apply HF; now left|exact B|exact E]. }
  apply IH; intros z I; apply in_app_or in I as [I|I]; auto. apply HF. now right.
Qed.
Lemma flood_keeps s c fuel : forall inside fresh y,
  In y inside -> In y (flood (sign s) (length s) fuel c inside fresh).
Proof.
  induction fuel as [|fuel IH]; intros inside fresh y I; simpl; [exact I|].
  destruct fresh; [exact I|]. apply IH, in_or_app. now right.
Qed.

Lemma component_spec s x : x < length s -> sign s x <> "."%byte ->
  is_whole (sign s) (length s) x (component (sign s) (length s) x) = true ->
  forall y, In y (component (sign s) (length s) x) <-> piece s x y.
Proof.
  intros Hx N W y. split.
  - unfold component. apply flood_sound; intros z [<-|[]]; now constructor.
  - intros P. induction P as [_ _|y z d P IH B E].
    + unfold component. apply flood_keeps. now left.
    + unfold is_whole in W. rewrite forallb_forall in W. specialize (W _ IH).
      rewrite forallb_forall in W. apply has_in, W, alike_iff. now exists d.
Qed.

Definition represents (s : signs) (p : nat * list nat) : Prop :=
  fst p < length s /\ sign s (fst p) <> "."%byte /\ snd p = component (sign s) (length s) (fst p).
Lemma sweep_spec s todo : forall found,
  (forall x, In x todo -> x < length s) -> (forall p, In p found -> represents s p) ->
  (forall p, In p (sweep (sign s) (length s) todo found) -> represents s p) /\
  (forall p, In p found -> In p (sweep (sign s) (length s) todo found)) /\
  (forall x, In x todo -> sign s x <> "."%byte ->
    exists p, In p (sweep (sign s) (length s) todo found) /\ In x (snd p)).
Proof.
  induction todo as [|x todo IH]; intros found HT HF.
  - simpl. split; [exact HF|split; [auto|intros x []]].
  - cbn [sweep]. destruct (empty (sign s x)) eqn:E; [|destruct (existsb _ found) eqn:F]; cbn [orb].
    + destruct (IH found) as [A [B C]]; auto. { intros; apply HT; now right. }
      split; [exact A|split; [exact B|]]. intros y [<-|I] N; [now apply empty_eq in E|auto].
    + destruct (IH found) as [A [B C]]; auto. { intros; apply HT; now right. }
      split; [exact A|split; [exact B|]]. intros y [<-|I] N; [|auto].
      apply existsb_exists in F as [p [Ip Hp]]. exists p. split; [auto|now apply has_in].
    + destruct (IH ((x, component (sign s) (length s) x) :: found)) as [A [B C]].
      { intros; apply HT; now right. }
      { intros p [<-|I]; [|auto]. apply empty_not in E. repeat split; [apply HT; now left|auto]. }
      split; [exact A|split]. { intros p I. apply B. now right. }
      intros y [<-|I] N; [|auto]. exists (x, component (sign s) (length s) x).
      split; [apply B; now left|].
      unfold component. apply flood_keeps. now left.
Qed.

Lemma pieces_spec s l : pieces (sign s) (length s) = Some l ->
  (forall p, In p l -> fst p < length s /\ sign s (fst p) <> "."%byte /\
     forall y, In y (snd p) <-> piece s (fst p) y) /\
  (forall x, x < length s -> sign s x <> "."%byte -> exists p, In p l /\ piece s (fst p) x).
Proof.
  unfold pieces. destruct (forallb _ _) eqn:W; intros [= <-]. rewrite forallb_forall in W.
  destruct (sweep_spec s (seq 0 (length s)) []) as [A [_ C]].
  { intros x I. apply in_seq in I. lia. } { intros p []. }
  assert (A' : forall p, In p (rev (sweep (sign s) (length s) (seq 0 (length s)) [])) ->
    fst p < length s /\ sign s (fst p) <> "."%byte /\
    forall y, In y (snd p) <-> piece s (fst p) y).
  { intros p I. assert (V := W p I). apply in_rev in I. destruct (A _ I) as [Hx [N E]].
    split; [exact Hx|split; [exact N|]]. rewrite E in *. now apply component_spec. }
  split; [exact A'|]. intros x Hx N. destruct (C x) as [p [I J]]; [apply in_seq; lia|exact N|].
  apply -> in_rev in I. exists p. split; [exact I|]. now apply A'.
Qed.

(** ** Won, and the moves *)

Lemma is_won_spec s l : pieces (sign s) (length s) = Some l -> (is_won (sign s) l = true <-> won s).
Proof.
  intros P. destruct (pieces_spec _ _ P) as [A C]. unfold is_won. rewrite forallb_forall. split.
  - intros H x y Hx Hy N E. destruct (C x Hx N) as [p [Ip Px]].
    destruct (C y Hy) as [q [Iq Qy]]; [congruence|]. specialize (H p Ip).
    rewrite forallb_forall in H. specialize (H q Iq). apply orb_prop in H as [H|H].
    + apply negb_true_iff, is_not in H. apply piece_in in Px, Qy. intuition congruence.
    + apply has_in, A in H; [|exact Ip]. apply (piece_trans _ _ (fst p)); [now apply piece_sym|].
      now apply (piece_trans _ _ (fst q)).
  - intros W p Ip. rewrite forallb_forall. intros q Iq. destruct (A p Ip) as [Hp [Np Sp]].
    destruct (A q Iq) as [Hq [Nq _]]. destruct (is _ _) eqn:E; [|reflexivity]. apply is_eq in E.
    apply has_in, Sp. now apply W.
Qed.

Lemma targets_spec s x d l zs : (forall y, In y l -> piece s x y) ->
  targets (sign s) (length s) (sign s x) d l = Some zs ->
  (forall y, In y l -> exists z, beside s d y = Some z /\ (sign s z = "."%byte \/ piece s x z)) /\
  (forall z, In z zs <-> exists y, In y l /\ beside s d y = Some z).
Proof.
  revert zs. induction l as [|y l IH]; intros zs HL; simpl.
  - intros [= <-]. split; [intros y []|]. intros z. split; [intros []|intros [y [[] _]]].
  - destruct (beside s d y) as [u|] eqn:B; [|discriminate].
    destruct (_ || _) eqn:O; [|discriminate]. destruct (targets _ _ _ _) as [us|]; [|discriminate].
    intros [= <-]. destruct (IH us) as [H1 H2]; auto. { intros; apply HL; now right. } split.
    + intros y' [<-|I]; [|auto]. exists u. split; [exact B|]. apply orb_prop in O as [O|O].
      * left. now apply empty_eq.
      * right. apply is_eq in O. apply (More _ _ y u d); [apply HL; now left|exact B|exact O].
    + intros z. simpl. rewrite H2. split.
      * intros [<-|[y' [I E]]]; [exists y|exists y']; auto.
      * intros [y' [[<-|I] E]]; [left; congruence|right; exists y'; auto].
Qed.
Lemma targets_some s x d l : (forall y, In y l -> exists z, beside s d y = Some z /\
  (sign s z = "."%byte \/ piece s x z)) ->
  exists zs, targets (sign s) (length s) (sign s x) d l = Some zs.
Proof.
  induction l as [|y l IH]; intros H; simpl; [now exists []|].
  destruct (H y) as [z [B O]]; [now left|]. rewrite B.
  assert (E : empty (sign s z) || is (sign s z) (sign s x) = true).
  { destruct O as [O|O]; apply orb_true_iff; [left; now apply empty_eq|right].
    apply is_eq. now apply piece_in in O. }
  rewrite E. destruct IH as [zs ->]; [intros; apply H; now right|]. now exists (z :: zs).
Qed.

Lemma shift_sound s x l d t : (forall y, In y l <-> piece s x y) ->
  shift (sign s) (length s) s l (sign s x) d = Some t -> may_shift s x d /\ shifted s x d t.
Proof.
  intros HL. unfold shift. destruct (targets _ _ _ _) as [zs|] eqn:T; [|discriminate].
  intros [= <-]. apply targets_spec in T as [T1 T2]; [|intros; now apply HL]. split.
  - intros y P. apply T1. now apply HL.
  - split; [now rewrite !put_all_length|]. intros z Hz.
    assert (CO : comes s x d z <-> In z zs).
    { rewrite T2. unfold comes.
      split; intros [y [P B]]; exists y; (split; [now apply HL|exact B]). }
    rewrite CO, <- HL. rewrite sign_put_all by (rewrite put_all_length; exact Hz).
    rewrite sign_put_all by exact Hz. unfold has.
    destruct (existsb (Nat.eqb z) zs) eqn:E1; [apply has_in in E1|];
    destruct (existsb (Nat.eqb z) l) eqn:E2; try apply has_in in E2;
    (split; [|split]); intros; try reflexivity; try contradiction;
    exfalso; match goal with H : In z ?k |- _ => apply has_in in H; unfold has in H; congruence
      | _ => idtac end.
Qed.

Lemma shifted_same s x x' l d t t' : (forall y, In y l <-> piece s x y) -> piece s x x' ->
  shifted s x d t -> shifted s x' d t' -> t = t'.
Proof.
  intros HL P [L H] [L' H'].
  assert (E : forall y, piece s x y <-> piece s x' y).
  { intros y. split; intros Q; [apply (piece_trans _ _ x); [now apply piece_sym|exact Q]|].
    now apply (piece_trans _ _ x'). }
  apply signs_ext; [congruence|]. intros z Hz. rewrite L in Hz. destruct (H z Hz) as [A [B C]].
  destruct (H' z Hz) as [A' [B' C']].
  assert (CE : comes s x d z <-> comes s x' d z).
  { unfold comes. split; intros [y [Q N]]; exists y; (split; [now apply E|exact N]). }
  assert (SE : sign s x' = sign s x) by now apply piece_in in P.
  assert (DC : comes s x d z \/ ~ comes s x d z).
  { destruct (existsb (fun y => match beside s d y with Some u => u =? z | None => false end) l)
      eqn:X; [left|right].
    - apply existsb_exists in X as [y [I N]]. exists y. split; [now apply HL|].
      destruct (beside s d y); [|discriminate]. apply Nat.eqb_eq in N. now subst.
    - intros [y [Q N]]. apply HL in Q. enough (existsb (fun y => match beside s d y with
        Some u => u =? z | None => false end) l = true) by congruence.
      apply existsb_exists. exists y. split; [exact Q|]. rewrite N. apply Nat.eqb_refl. }
  destruct DC as [K|K]; [rewrite (A K), (A' (proj1 CE K)); congruence|].
  assert (K' : ~ comes s x' d z) by now rewrite <- CE.
  assert (DP : piece s x z \/ ~ piece s x z).
  { rewrite <- HL. destruct (in_dec Nat.eq_dec z l); auto. }
  destruct DP as [Q|Q].
  - rewrite (B K Q), (B' K' (proj1 (E z) Q)). reflexivity.
  - rewrite (C K Q), (C' K'); [reflexivity|]. now rewrite <- E.
Qed.

Definition same_shift (m n : nat * direction) : bool :=
  (fst m =? fst n) && same_direction (snd m) (snd n).
Definition cohesion : game (nat * direction) signs := {|
  look s :=
    let get := Machine.vget "."%byte (Machine.vec_of s) in
    let n := length s in
    match pieces get n with
    | None => None
    | Some l => Some {| Search.is_won := is_won get l; after _ := moves get n s l |}
    end;
  dead _ := false; encode := code; same_name := same_shift |}.

(** Reading from an array gives the same as reading from the list. *)
Lemma look_from_list s : look cohesion s =
  match pieces (sign s) (length s) with
  | None => None
  | Some l => Some {|
      Search.is_won := is_won (sign s) l;
      after _ := moves (sign s) (length s) s l |}
  end.
Proof. reflexivity. Qed.

Theorem cohesion_fits : fits cohesion move won.
Proof.
  constructor.
  - intros s v. rewrite look_from_list.
    destruct (pieces (sign s) (length s)) as [l|] eqn:P; intros [= <-]. now apply is_won_spec.
  - intros s v m t. rewrite look_from_list.
    destruct (pieces (sign s) (length s)) as [l|] eqn:P; intros [= <-] I. simpl in I.
    apply in_flat_map in I as [p [Ip I]]. apply in_flat_map in I as [d [_ I]].
    destruct (shift _ _ _ _ _ _) as [t'|] eqn:S; [|destruct I]. destruct I as [[= <- <-]|[]].
    destruct (pieces_spec _ _ P) as [A _]. destruct (A p Ip) as [Hx [N E]].
    destruct (shift_sound _ _ _ _ _ E S) as [M T]. now apply (Move _ _ (fst p) d).
  - intros s v t. rewrite look_from_list.
    destruct (pieces (sign s) (length s)) as [l|] eqn:P; intros [= <-] [x d Hx N M T].
    destruct (pieces_spec _ _ P) as [A C]. destruct (C x Hx N) as [p [Ip Px]].
    destruct (A p Ip) as [Hp [Np E]].
    destruct (targets_some s (fst p) d (snd p)) as [zs TS].
    { intros y I. apply E in I. destruct (M y) as [z [B O]].
      { apply (piece_trans _ _ (fst p)); [now apply piece_sym|exact I]. }
      exists z. split; [exact B|]. destruct O as [O|O]; [now left|right].
      now apply (piece_trans _ _ x). }
    assert (S : shift (sign s) (length s) s (snd p) (sign s (fst p)) d =
      Some (put_all (put_all s (snd p) "."%byte) zs (sign s (fst p)))).
    { unfold shift. now rewrite TS. }
    destruct (shift_sound _ _ _ _ _ E S) as [_ T'].
    assert (EQ := shifted_same _ _ _ _ _ _ _ E Px T' T).
    exists (fst p, d). apply in_flat_map. exists p. split; [exact Ip|]. apply in_flat_map.
    exists d. split; [destruct d; simpl; auto|]. rewrite S. left. now rewrite EQ.
  - intros s H. discriminate H.
  - exact code_eq.
Qed.
End Cohesion.
