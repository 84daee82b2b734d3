(** * Sliding tiles

    A state has the number of a tile in each cell, as a byte, and 0 for the blank. Read [goal],
    [slide], [move] and [won], and of Grid.v [sign] and [next]; then [parity_lost]: half of
    all boards are lost, as the order of their numbers shows. *)

From Coq Require Import List Bool Arith Lia Btauto Permutation Strings.Byte.
From Patience.Games Require Import Search Grid.
Import ListNotations.

Section Sliding.
(** The width of the board, and whether the blank is at home in the last cell, not in the first. *)
Variable w : nat.
Variable last : bool.

(** The number that cell x has at home, on a board of n cells. *)
Definition goal (n x : nat) : nat := if last then S x mod n else x.
(** The tile in cell y slides into the blank in cell x. *)
Definition slide (s : signs) (x y : nat) : signs := put (put s x (sign s y)) y x00.
Inductive move (s : signs) : signs -> Prop :=
| Move x d y : x < length s -> sign s x = x00 -> next w (length s) d x = Some y ->
    move s (slide s x y).
Definition won (s : signs) : Prop :=
  forall x, x < length s -> to_nat (sign s x) = goal (length s) x.

(** ** The lemma of parity *)

(** Whether an odd number of the numbers in l is less than a; and greater. *)
Definition less (a : nat) (l : list nat) : bool := fold_right (fun b r => xorb (b <? a) r) false l.
Definition more (a : nat) (l : list nat) : bool := fold_right (fun b r => xorb (a <? b) r) false l.
(** Whether an odd number of pairs is in descending order. *)
Fixpoint disorder (l : list nat) : bool :=
  match l with [] => false | a :: l => xorb (less a l) (disorder l) end.
(** The colour of a cell on a chessboard, and the cell of the blank. *)
Definition colour (x : nat) : bool := Nat.odd (x / w + x mod w).
Fixpoint place (l : list nat) : nat :=
  match l with [] => 0 | 0 :: _ => 0 | _ :: l => S (place l) end.
Definition parity (l : list nat) : bool := xorb (disorder l) (colour (place l)).
Definition numbers (s : signs) : list nat := map to_nat s.
Definition home (n : nat) : list nat := map (goal n) (seq 0 n).

Lemma less_app a l m : less a (l ++ m) = xorb (less a l) (less a m).
Proof.
  induction l as [|b l IH]; simpl; [now destruct (less a m)|]. rewrite IH.
  now rewrite xorb_assoc.
Qed.
Lemma less_more a m : ~ In a m -> xorb (less a m) (more a m) = Nat.odd (length m).
Proof.
  induction m as [|b m IH]; intros N; [reflexivity|].
  assert (E : xorb (b <? a) (a <? b) = true).
  { destruct (Nat.ltb_spec b a), (Nat.ltb_spec a b); try reflexivity; try lia.
    destruct N. left. lia. }
  cbn [length]. rewrite Nat.odd_succ, <- Nat.negb_odd, <- IH by (intros I; apply N; now right).
  cbn [less more fold_right]. fold (less a m). fold (more a m).
  destruct (b <? a), (a <? b), (less a m), (more a m); simpl in *; congruence.
Qed.
(** Whether an odd number of pairs of one of l and one of m is in descending order. *)
Definition across (l m : list nat) : bool := fold_right (fun a r => xorb (less a m) r) false l.
Lemma disorder_app l m :
  disorder (l ++ m) = xorb (xorb (disorder l) (disorder m)) (across l m).
Proof.
  induction l as [|a l IH]; simpl; [now destruct (disorder m)|].
  fold (across l m). rewrite less_app, IH.
  destruct (less a l), (less a m), (disorder l), (disorder m), (across l m); reflexivity.
Qed.
Lemma across_cons l b m : across l (b :: m) = xorb (more b l) (across l m).
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [across more fold_right].
  fold (across l (b :: m)). fold (across l m). fold (more b l). rewrite IH.
  cbn [less fold_right]. fold (less a m).
  destruct (b <? a), (less a m), (more b l), (across l m); reflexivity.
Qed.
Lemma across_app l m k : across l (m ++ k) = xorb (across l m) (across l k).
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [across fold_right].
  fold (across l (m ++ k)). fold (across l m). fold (across l k). rewrite less_app, IH.
  destruct (less a m), (less a k), (across l m), (across l k); reflexivity.
Qed.

(** Two different numbers are swapped. *)
Lemma exchange l a m b r : a <> b -> ~ In a m -> ~ In b m ->
  disorder (l ++ b :: m ++ a :: r) = negb (disorder (l ++ a :: m ++ b :: r)).
Proof.
  intros N A B. apply less_more in A, B.
  assert (E : (a <? b) = negb (b <? a)).
  { destruct (Nat.ltb_spec b a), (Nat.ltb_spec a b); try reflexivity; lia. }
  assert (F : forall p q o, xorb p q = o -> q = xorb o p).
  { intros p q o <-. destruct p, q; reflexivity. }
  apply F in A, B. clear F. rewrite !disorder_app, !across_cons, !across_app, !across_cons.
  cbn [disorder]. rewrite !disorder_app, !less_app, !across_cons.
  cbn [disorder less fold_right]. fold (less a r). fold (less b r). rewrite A, B, E. btauto.
Qed.

Lemma next_colour n d x y : w <> 0 -> next w n d x = Some y -> colour y = negb (colour x).
Proof.
  intros W. assert (M := Nat.mod_upper_bound x w W). assert (X := Nat.div_mod x w W).
  assert (K : forall q r z, z = w * q + r -> r < w -> colour z = Nat.odd (q + r)).
  { intros q r z E R. unfold colour.
    now rewrite <- (Nat.div_unique z w q r R E), <- (Nat.mod_unique z w q r R E). }
  assert (O : forall a, Nat.odd (S a) = negb (Nat.odd a)).
  { intros a. now rewrite Nat.odd_succ, <- Nat.negb_odd. }
  unfold next. destruct d.
  - destruct (Nat.eqb_spec (x mod w) 0) as [|N]; intros [= <-].
    rewrite (K (x / w) (x mod w - 1)) by lia. unfold colour.
    replace (x / w + x mod w) with (S (x / w + (x mod w - 1))) by lia.
    now rewrite O, negb_involutive.
  - destruct (Nat.eqb_spec (S x mod w) 0) as [|N]; [discriminate|].
    destruct (_ <=? _); intros [= <-].
    assert (R : S (x mod w) < w).
    { destruct (Nat.eq_dec (S (x mod w)) w) as [E|E]; [|lia]. exfalso. apply N.
      rewrite X, <- Nat.add_succ_r, E.
      replace (w * (x / w) + w) with (S (x / w) * w) by lia. now apply Nat.mod_mul. }
    rewrite (K (x / w) (S (x mod w))) by lia. rewrite Nat.add_succ_r. apply O.
  - destruct (Nat.ltb_spec x w) as [|N]; intros [= <-].
    assert (x / w <> 0) by (intros E; rewrite E in X; lia).
    rewrite (K (x / w - 1) (x mod w)) by nia. unfold colour.
    replace (x / w + x mod w) with (S (x / w - 1 + x mod w)) by lia.
    now rewrite O, negb_involutive.
  - destruct (_ <=? _); intros [= <-].
    rewrite (K (S (x / w)) (x mod w)) by nia. apply O.
Qed.
Lemma next_other n d x y : w <> 0 -> next w n d x = Some y -> x <> y.
Proof. intros W H ->. apply next_colour in H; [|exact W]. now destruct (colour y). Qed.

(** ** A move changes the order and the colour of the blank's cell *)

Lemma split_two (s : signs) i j : i < j -> j < length s -> exists l m r,
  s = l ++ sign s i :: m ++ sign s j :: r /\ length l = i /\ i + S (length m) = j.
Proof.
  intros I J. unfold sign. destruct (nth_split s "."%byte J) as [k [r [E L]]].
  assert (IK : i < length k) by lia.
  destruct (nth_split k "."%byte IK) as [l [m [F M]]].
  exists l, m, r. rewrite E at 1. rewrite F at 1.
  assert (G : nth i s "."%byte = nth i k "."%byte) by (rewrite E; apply app_nth1; exact IK).
  rewrite G, <- app_assoc. split; [reflexivity|]. split; [exact M|].
  rewrite <- L. rewrite F at 1. rewrite app_length. simpl. lia.
Qed.
Lemma put_app l a r c : put (l ++ a :: r) (length l) c = l ++ c :: r.
Proof. induction l as [|b l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.
Lemma put_comm s x y a b : x <> y -> put (put s x a) y b = put (put s y b) x a.
Proof.
  revert x y. induction s as [|c s IH]; intros [|x] [|y] N; simpl; try reflexivity; try lia.
  f_equal. apply IH. lia.
Qed.

(** The effect of a slide on the list of signs: two of them are swapped. *)
Lemma slide_split s x y : x <> y -> x < length s -> y < length s -> sign s x = x00 ->
  exists l a m b r, s = l ++ a :: m ++ b :: r /\ slide s x y = l ++ b :: m ++ a :: r /\
    (a = x00 /\ length l = x /\ x + S (length m) = y \/
     b = x00 /\ length l = y /\ y + S (length m) = x).
Proof.
  intros N X Y Z. unfold slide.
  assert (P : forall l a m b r,
    put (put (l ++ a :: m ++ b :: r) (length l) b) (length l + S (length m)) a =
    l ++ b :: m ++ a :: r).
  { intros l a m b r. rewrite put_app.
    replace (l ++ b :: m ++ b :: r) with ((l ++ b :: m) ++ b :: r)
      by (rewrite <- app_assoc; reflexivity).
    replace (length l + S (length m)) with (length (l ++ b :: m))
      by (rewrite app_length; reflexivity).
    rewrite put_app, <- app_assoc. reflexivity. }
  destruct (Nat.lt_gt_cases x y) as [C _]. destruct (C N) as [H|H].
  - destruct (split_two s x y H Y) as [l [m [r [E [L M]]]]].
    exists l, (sign s x), m, (sign s y), r. split; [exact E|]. split; [|left; auto].
    specialize (P l (sign s x) m (sign s y) r). rewrite <- E, L, M, Z in P. rewrite Z. exact P.
  - destruct (split_two s y x H X) as [l [m [r [E [L M]]]]].
    exists l, (sign s y), m, (sign s x), r. split; [exact E|]. split; [|right; auto].
    specialize (P l (sign s y) m (sign s x) r). rewrite <- E, L, M, Z in P.
    rewrite put_comm by exact N. rewrite Z. exact P.
Qed.

Lemma place_app l r : ~ In 0 l -> place (l ++ 0 :: r) = length l.
Proof.
  induction l as [|[|a] l IH]; intros N; simpl; [reflexivity|destruct N; now left|].
  f_equal. apply IH. intros I. apply N. now right.
Qed.
Lemma slide_length s x y : length (slide s x y) = length s.
Proof. unfold slide. now rewrite !put_length. Qed.

Lemma move_parity s t : w <> 0 -> NoDup (numbers s) -> move s t ->
  NoDup (numbers t) /\ length t = length s /\ parity (numbers t) = parity (numbers s).
Proof.
  intros W ND [x d y X Z N].
  assert (Y := next_in _ _ _ _ _ X N). assert (XY := next_other _ _ _ _ W N).
  assert (C := next_colour _ _ _ _ W N).
  destruct (slide_split s x y XY X Y Z) as (l & a & m & b & r & E & T & O).
  assert (ES : numbers s = numbers l ++ to_nat a :: numbers m ++ to_nat b :: numbers r).
  { rewrite E. unfold numbers. rewrite map_app. simpl. rewrite map_app. reflexivity. }
  assert (ET : numbers (slide s x y) = numbers l ++ to_nat b :: numbers m ++ to_nat a :: numbers r).
  { rewrite T. unfold numbers. rewrite map_app. simpl. rewrite map_app. reflexivity. }
  assert (LL : length (numbers l) = length l) by apply map_length.
  assert (LM : length (numbers m) = length m) by apply map_length.
  rewrite ES in ND |- *. rewrite ET.
  assert (AB : to_nat a <> to_nat b /\ ~ In (to_nat a) (numbers m) /\
    ~ In (to_nat b) (numbers m) /\ ~ In (to_nat a) (numbers l) /\ ~ In (to_nat b) (numbers l)).
  { assert (ND' := ND). apply NoDup_remove_2 in ND as A.
    rewrite !in_app_iff in A. simpl in A.
    replace (numbers l ++ to_nat a :: numbers m ++ to_nat b :: numbers r) with
      ((numbers l ++ to_nat a :: numbers m) ++ to_nat b :: numbers r) in ND'
      by (rewrite <- app_assoc; reflexivity).
    apply NoDup_remove_2 in ND'. rewrite !in_app_iff in ND'. simpl in ND'.
    intuition congruence. }
  destruct AB as (AB & AM & BM & AL & BL).
  split; [|split; [apply slide_length|]].
  - apply (Permutation_NoDup (l := numbers l ++ to_nat a :: numbers m ++ to_nat b :: numbers r));
      [|exact ND].
    apply Permutation_app_head.
    transitivity (to_nat a :: to_nat b :: numbers m ++ numbers r).
    { constructor. symmetry. apply Permutation_middle. }
    transitivity (to_nat b :: to_nat a :: numbers m ++ numbers r); [constructor|].
    constructor. apply Permutation_middle.
  - unfold parity. rewrite exchange by assumption.
    assert (PP : forall p q, place p = x -> place q = y ->
      xorb (negb (disorder p)) (colour (place q)) = xorb (disorder p) (colour (place p))).
    { intros p q -> ->. rewrite C. destruct (disorder p), (colour x); reflexivity. }
    destruct O as [(-> & L & M)|(-> & L & M)]; apply PP; simpl to_nat in *.
    + rewrite place_app by exact AL. lia.
    + replace (numbers l ++ to_nat b :: numbers m ++ 0 :: numbers r) with
        ((numbers l ++ to_nat b :: numbers m) ++ 0 :: numbers r)
        by (rewrite <- app_assoc; reflexivity).
      rewrite place_app by (rewrite in_app_iff; simpl; intuition congruence).
      rewrite app_length. simpl. lia.
    + replace (numbers l ++ to_nat a :: numbers m ++ 0 :: numbers r) with
        ((numbers l ++ to_nat a :: numbers m) ++ 0 :: numbers r)
        by (rewrite <- app_assoc; reflexivity).
      rewrite place_app by (rewrite in_app_iff; simpl; intuition congruence).
      rewrite app_length. simpl. lia.
    + rewrite place_app by exact BL. lia.
Qed.

Lemma won_home s : won s <-> numbers s = home (length s).
Proof.
  unfold won, home, numbers, sign. split.
  - intros H. apply nth_ext with (d := 46) (d' := goal (length s) (length s)).
    + now rewrite !map_length, seq_length.
    + intros x Hx. rewrite map_length in Hx.
      rewrite (map_nth (goal (length s)) (seq 0 (length s)) (length s)).
      rewrite seq_nth by exact Hx. change (0 + x) with x. rewrite <- (H x Hx). exact (map_nth to_nat s "."%byte x).
  - intros E x Hx.
    assert (K : nth x (map to_nat s) 46 = goal (length s) x).
    { rewrite E. rewrite nth_indep with (d' := goal (length s) (length s))
        by now rewrite map_length, seq_length.
      rewrite map_nth. now rewrite seq_nth. }
    rewrite <- K. symmetry. exact (map_nth to_nat s "."%byte x).
Qed.

(** No play changes the parity. *)
Theorem parity_lost s : w <> 0 -> NoDup (numbers s) ->
  parity (numbers s) <> parity (home (length s)) -> lost move won s.
Proof.
  intros W N P n t R. induction R as [s|n s t u M R IH].
  - intros H. apply won_home in H. congruence.
  - destruct (move_parity _ _ W N M) as (N' & L & E). apply IH; [exact N'|]. congruence.
Qed.

(** ** The checker's computation *)

Fixpoint distinct (l : list nat) : bool :=
  match l with [] => true | a :: l => negb (existsb (Nat.eqb a) l) && distinct l end.
(** Whether the order of n numbers has another parity than p, that of the goal. *)
Definition is_odd (n : nat) (p : bool) (s : signs) : bool :=
  let l := numbers s in (length l =? n) && distinct l && negb (Bool.eqb (parity l) p).
Fixpoint blanks_from (s : signs) (i : nat) : list nat :=
  match s with
  | [] => []
  | c :: s => if is c x00 then i :: blanks_from s (S i) else blanks_from s (S i)
  end.
Fixpoint is_home (n : nat) (s : signs) (i : nat) : bool :=
  match s with [] => true | c :: s => (to_nat c =? goal n i) && is_home n s (S i) end.
Definition moves (s : signs) : list (nat * signs) :=
  let n := length s in
  flat_map (fun x => flat_map (fun d =>
    match next w n d x with Some y => [(y, slide s x y)] | None => [] end) directions)
    (blanks_from s 0).
(** On boards of n cells; the goal's parity is computed once. *)
Definition sliding (n : nat) : game nat signs := {|
  look s := Some {| is_won := is_home (length s) s 0; after _ := moves s |};
  dead := is_odd n (parity (home n)); encode := code; same_name := Nat.eqb |}.

Lemma distinct_spec l : distinct l = true -> NoDup l.
Proof.
  induction l as [|a l IH]; simpl; [constructor|]. intros H.
  apply andb_prop in H as [H D]. constructor; [|auto]. intros I.
  apply negb_true_iff in H. enough (existsb (Nat.eqb a) l = true) by congruence.
  apply existsb_exists. exists a. split; [exact I|apply Nat.eqb_refl].
Qed.
Lemma blanks_spec s : forall i x, In x (blanks_from s i) <->
  exists j, x = i + j /\ j < length s /\ sign s j = x00.
Proof.
  induction s as [|c s IH]; intros i x; simpl.
  - split; [intros []|intros (j & _ & H & _); lia].
  - assert (K : In x (blanks_from s (S i)) <->
      exists j, x = i + S j /\ S j < S (length s) /\ sign (c :: s) (S j) = x00).
    { rewrite IH. split; intros (j & E & L & B); exists j;
        (split; [lia|split; [lia|exact B]]). }
    destruct (is c x00) eqn:E; simpl; rewrite K.
    + apply is_eq in E. split.
      * intros [<-|(j & A)]; [exists 0|now exists (S j)].
        split; [lia|]. split; [lia|exact E].
      * intros (j & A & B). destruct j as [|j]; [left; lia|right; exists j; auto].
    + apply is_not in E. split; [intros (j & A); now exists (S j)|].
      intros (j & A & L & B). destruct j as [|j]; [now destruct E|exists j; auto].
Qed.
Lemma is_home_spec n s : forall i, is_home n s i = true <->
  forall x, x < length s -> to_nat (sign s x) = goal n (i + x).
Proof.
  induction s as [|c s IH]; intros i; simpl; [split; [lia|reflexivity]|].
  rewrite andb_true_iff, Nat.eqb_eq, IH. split.
  - intros [C H] [|x] Hx; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r. apply H. lia.
  - intros H. split; [assert (K := H 0); rewrite Nat.add_0_r in K; apply K; lia|].
    intros x Hx. rewrite Nat.add_succ_comm. apply (H (S x)). lia.
Qed.

Theorem sliding_fits n : w <> 0 -> fits (sliding n) move won.
Proof.
  intros W. constructor.
  - intros s v [= <-]. exact (is_home_spec (length s) s 0).
  - intros s v m t [= <-] I. cbn [after] in I. unfold moves in I.
    apply in_flat_map in I as [x [X I]]. apply in_flat_map in I as [d [_ I]].
    apply blanks_spec in X as (j & -> & L & B). simpl in I.
    destruct (next w (length s) d j) as [y|] eqn:N; [|destruct I].
    destruct I as [[= <- <-]|[]]. now apply (Move s j d y).
  - intros s v t [= <-] [x d y X B N]. exists y. cbn [after]. unfold moves.
    apply in_flat_map. exists x. split; [apply blanks_spec; now exists x|].
    apply in_flat_map. exists d. split; [destruct d; simpl; auto|]. rewrite N. now left.
  - intros s H. apply andb_prop in H as [D P]. apply andb_prop in D as [L D].
    apply Nat.eqb_eq in L. unfold numbers in L. rewrite map_length in L.
    apply parity_lost; [exact W|now apply distinct_spec|].
    apply negb_true_iff, eqb_false_iff in P. rewrite L. exact P.
  - exact code_eq.
Qed.
End Sliding.
