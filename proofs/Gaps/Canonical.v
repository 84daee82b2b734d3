(** * The checker: positions, opened and brought into a canonical form *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Machine.
Import ListNotations.

(** Data that depends only on the size of the board and the rules, computed once. *)
Record cfg := Cfg {
  kru : rules; kR : nat; kC : nat; kN : nat; kK : nat;
  kcells : list nat;            (* all cells *)
  kcards : list nat;            (* all cards *)
  kcol : board; krow : board;   (* of each cell *)
  krank : board; ksuit : board; (* of each card *)
  kall : mask;
  kcolm : masks;                (* the cells of each column *)
  kcolumns : list (list nat);
  kopen : list nat;             (* the cells of the first four columns, which may be open *)
  kpairs : list (nat * nat);    (* pairs of cells of the first four columns *)
  korder : list nat             (* the cards in the order of steps *) }.

Definition make (ru : rules) (R C : nat) : cfg :=
  let cells := seq 0 (R * C) in
  let cards := seq 0 (R * (C - 1) + 1) in
  let column c := filter (fun x => col C x =? c) cells in
  Cfg ru R C (R * C) (R * (C - 1)) cells (seq 1 (R * (C - 1)))
    (board_of (map (col C) cells)) (board_of (map (row C) cells))
    (board_of (map (rank C) cards)) (board_of (map (suit C) cards))
    (mask_of (fun _ => true) cells)
    (masks_of (map (fun c => mask_of (fun x => col C x =? c) cells) (seq 0 C)))
    (map column (seq 0 C)) (flat_map column (seq 0 (min 4 C)))
    (flat_map (fun c => flat_map (fun x => map (fun y => (x, y))
      (filter (fun y => x <? y) (column c))) (column c)) (seq 0 (min 4 C)))
    (flat_map (fun r => map (fun s => card C s r) (seq 0 R)) (seq 0 (C - 1))).

Lemma nth_map_seq {T} (f : nat -> T) m i d : i < m -> nth i (map f (seq 0 m)) d = f i.
Proof.
  intros H. rewrite nth_indep with (d' := f 0) by (now rewrite map_length, seq_length).
  now rewrite map_nth, seq_nth by lia.
Qed.

Set Default Proof Using "All".

Section Canonical.
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

Definition colof x := get (kcol k) x.
Definition rankof X := get (krank k) X.
Definition suitof X := get (ksuit k) X.
Definition column x := nth (colof x) (kcolumns k) [].
Lemma col_ok x : x < n -> colof x = col x.
Proof. intros H. unfold colof. rewrite MK. now apply nth_map_seq. Qed.
Lemma row_ok x : x < n -> get (krow k) x = row C x.
Proof. intros H. rewrite MK. now apply nth_map_seq. Qed.
Lemma rank_ok X : X <= N -> rankof X = rank X.
Proof. intros H. unfold rankof. rewrite MK. apply nth_map_seq. lia. Qed.
Lemma suit_ok X : X <= N -> suitof X = suit C X.
Proof. intros H. unfold suitof. rewrite MK. apply nth_map_seq. lia. Qed.
Lemma cells_ok : kcells k = seq 0 n.
Proof. now rewrite MK. Qed.
Lemma in_cells x : In x (kcells k) <-> x < n.
Proof. rewrite cells_ok, in_seq. lia. Qed.
Lemma in_cards X : In X (kcards k) <-> 1 <= X <= N.
Proof. rewrite MK. simpl. rewrite in_seq. lia. Qed.
Lemma column_ok x y : x < n -> In y (column x) <-> y < n /\ col y = col x.
Proof.
  intros H. unfold column. rewrite (col_ok x H). assert (K := proj2 (proj2 (cell_split R C x H))).
  rewrite MK. simpl. rewrite nth_map_seq by auto. rewrite filter_In, in_seq, Nat.eqb_eq.
  unfold Rules.n. intuition lia.
Qed.
Lemma colm_ok c x : has (mget (kcolm k) c) x = true -> x < n /\ col x = c.
Proof.
  unfold mget, vget. rewrite MK. simpl. unfold masks_of, vec_of. intros H.
  destruct (le_lt_dec C c) as [L|L].
  - rewrite nth_overflow in H by (rewrite map_length, seq_length; lia). discriminate.
  - rewrite nth_map_seq, has_mask_of_seq in H by auto.
    apply andb_prop in H as [H E]. apply Nat.ltb_lt in H. apply Nat.eqb_eq in E. auto.
Qed.
Lemma colm_in x : x < n -> has (mget (kcolm k) (col x)) x = true.
Proof.
  intros H. assert (K := proj2 (proj2 (cell_split R C x H))). unfold mget, vget. rewrite MK. simpl.
  unfold masks_of, vec_of. rewrite nth_map_seq, has_mask_of_seq by auto. apply andb_true_intro.
  split; [now apply Nat.ltb_lt|now apply Nat.eqb_eq].
Qed.
Lemma all_ok x : has (kall k) x = true -> x < n.
Proof.
  rewrite MK. simpl. rewrite has_mask_of_seq. intros H. apply andb_prop in H as [H _].
  now apply Nat.ltb_lt.
Qed.
Lemma pairs_ok x y : In (x, y) (kpairs k) -> x < n /\ y < n /\ col x = col y.
Proof.
  rewrite MK. simpl. intros H. apply in_flat_map in H as (c & _ & H).
  apply in_flat_map in H as (x' & Ix & H). apply in_map_iff in H as (y' & E & Iy).
  injection E as <- <-. apply filter_In in Iy as [Iy _]. apply filter_In in Ix as [Ix Kx].
  apply filter_In in Iy as [Iy Ky]. apply in_seq in Ix, Iy. apply Nat.eqb_eq in Kx, Ky.
  unfold Rules.n. intuition lia.
Qed.

(** ** Positions *)

(** The board; the cell of each card; the open cells; those of free levels; their number; gaps. *)
Record pos := Pos { bd : board; at_ : board; op : mask; fr : mask; nf : nat; gp : mask }.
Definition lostT p := lostP (has (op p)) (bd p).

(** The other fields fit the board in these cells. *)
Fixpoint all_fit p (cells : list nat) : bool :=
  match cells with
  | [] => true
  | x :: cells => let X := get (bd p) x in
    (if X =? 0 then has (gp p) x
     else (X <=? kK k) && (get (at_ p) X =? x) && negb (has (gp p) x)) && all_fit p cells
  end.
Lemma all_fit_ok p cells : all_fit p cells = true -> forall x, In x cells ->
  (let X := get (bd p) x in if X =? 0 then has (gp p) x
   else (X <=? kK k) && (get (at_ p) X =? x) && negb (has (gp p) x)) = true.
Proof.
  induction cells as [|y cells IH]; intros H x I; [destruct I|]. simpl in H.
  apply andb_prop in H as [H1 H2]. destruct I as [<-|I]; [exact H1|now apply IH].
Qed.
(** The board has the right size and no card twice. *)
Definition sane p :=
  (size (bd p) =? kN k) && within (op p) (kall k) && within (gp p) (kall k) &&
  all_fit p (kcells k).
Record is_sane p : Prop := {
  s_len : length (bd p) = n;
  s_wide : forall x, has (op p) x = true -> x < n;
  s_uniq : uniq (bd p);
  s_gaps : forall x, x < n -> has (gp p) x = (get (bd p) x =? 0);
  s_gap : forall x, has (gp p) x = true -> x < n /\ get (bd p) x = 0;
  s_card : forall x, get (bd p) x <> 0 -> get (bd p) x <= N;
  s_at : forall x, get (bd p) x <> 0 -> get (at_ p) (get (bd p) x) = x }.
Lemma sane_ok p : sane p = true -> is_sane p.
Proof.
  unfold sane. intros H. apply andb_prop in H as [H F]. apply andb_prop in H as [H G].
  apply andb_prop in H as [L W]. apply Nat.eqb_eq in L. unfold size in L.
  assert (L' : length (bd p) = n) by (rewrite L, MK; reflexivity).
  assert (F' := all_fit_ok p _ F). clear F. rename F' into F.
  assert (FC : forall x, get (bd p) x <> 0 -> x < n /\ get (bd p) x <= N /\
    get (at_ p) (get (bd p) x) = x).
  { intros x X. assert (Hx := get_in R C _ x L' X). specialize (F x (proj2 (in_cells x) Hx)).
    cbn zeta in F. apply Nat.eqb_neq in X. rewrite X in F. rewrite !andb_true_iff in F.
    destruct F as ((F1 & F2) & F3). apply Nat.leb_le in F1. apply Nat.eqb_eq in F2.
    rewrite MK in F1. auto. }
  assert (FG : forall x, x < n -> has (gp p) x = (get (bd p) x =? 0)).
  { intros x Hx. specialize (F x (proj2 (in_cells x) Hx)). cbn zeta in F.
    destruct (get (bd p) x =? 0); auto. rewrite !andb_true_iff in F. destruct F as (_ & F3).
    now apply negb_true_iff. }
  split; auto.
  - intros x Hx. now apply all_ok, (within_has _ _ _ W).
  - intros x y E X. assert (X' := X). rewrite E in X'. destruct (FC x X) as (_ & _ & A1).
    destruct (FC y X') as (_ & _ & A2). congruence.
  - intros x Hx. assert (Q := all_ok _ (within_has _ _ _ G Hx)). split; auto.
    apply Nat.eqb_eq. rewrite <- FG; auto.
  - intros x X. now apply FC.
  - intros x X. now apply FC.
Qed.

(** ** Rearranging *)

Definition exch (b : board) x y : board := put (put b x (get b y)) y (get b x).
Lemma exch_sw b x y : length b = n -> x < n -> y < n -> exch b x y = arr R C b (sw x y).
Proof.
  intros L Hx Hy. unfold exch. apply (board_eq R C); [now rewrite !put_length|apply arr_length|].
  intros z. rewrite get_sw by auto. rewrite !get_put_if by (rewrite ?put_length; lia).
  unfold sw. eqb.
Qed.
Lemma exch_stands V b x y : length b = n -> joint V x y -> x < n -> stands V b (exch b x y).
Proof.
  intros L J H. rewrite exch_sw by (auto; eapply joint_lt; eauto). now apply stands_sw.
Qed.

Definition precedes u v := negb (u =? 0) && ((u <? v) || (v =? 0)).
Definition order V (b : board) (xy : nat * nat) : board :=
  let (x, y) := xy in
  if has V x && has V y && precedes (get b y) (get b x) then exch b x y else b.
Definition sorted (V : mask) (b : board) : board :=
  if empty V then b else fold_left (order V) (kpairs k) b.
Lemma sorted_stands V b : length b = n -> stands (has V) b (sorted V b).
Proof.
  unfold sorted. destruct (empty V); [intros; now apply stands_refl|].
  assert (PO := pairs_ok). revert b.
  induction (kpairs k) as [|[x y] l IH]; intros b L; [now apply stands_refl|]. simpl.
  destruct (PO x y (or_introl eq_refl)) as (Hx & Hy & K).
  assert (IH' := IH (fun u v I => PO u v (or_intror I))).
  destruct (has V x && has V y && _) eqn:E; auto.
  apply andb_prop in E as [E _]. apply andb_prop in E as [E1 E2].
  assert (J : joint (has V) x y) by (right; auto).
  assert (S := exch_stands _ b x y L J Hx).
  eapply stands_trans; [exact S|]. apply IH'. apply S.
Qed.

(** Open cells of a column that can be arranged in one way only are not open. *)
Definition settle1 (b : board) (V : mask) (c : nat) : mask :=
  let w := inter V (mget (kcolm k) c) in
  if empty w then V
  else
    let l := filter (has w) (nth c (kcolumns k) []) in
    let x := hd 0 l in
    if same_mask w (one x) || forallb (fun y => get b y =? 0) l then minus V w else V.
Definition settle b V := if empty V then V else fold_left (settle1 b) (seq 0 (min 4 (kC k))) V.
Lemma settle1_ok b V c t : c < C -> (forall x, has V x = true -> x < n) -> stands (has V) b t ->
  stands (has (settle1 b V c)) b t.
Proof.
  intros HC B S. unfold settle1. set (w := inter V _). destruct (empty w); auto.
  set (l := filter _ _). destruct (same_mask w _ || _) eqn:E; auto.
  apply (stands_less R C (has V)); auto. intros x Vx Wx.
  assert (WX : has w x = true).
  { rewrite has_minus, Vx in Wx. now apply negb_false_iff in Wx. }
  destruct (stands_place R C _ _ _ x S) as (y & J & EQ). rewrite EQ.
  destruct J as [->|(H1 & H2 & W1 & W2 & K)]; auto.
  assert (KX : col x = c). { unfold w in WX. rewrite has_inter in WX.
    apply andb_prop in WX as [_ WX]. now apply colm_ok in WX. }
  assert (WY : has w y = true).
  { unfold w. rewrite has_inter, W2. cbn. rewrite <- KX, K. now apply colm_in. }
  apply orb_prop in E as [E|E].
  - apply same_mask_eq in E. rewrite E, has_one in WX, WY. apply Nat.eqb_eq in WX, WY. congruence.
  - rewrite forallb_forall in E.
    assert (IN : forall z, z < n -> col z = c -> has w z = true -> In z l).
    { intros z Hz KZ Wz. apply filter_In. split; auto. rewrite MK. simpl.
      rewrite nth_map_seq by auto. apply filter_In. split; [apply in_seq; unfold Rules.n in Hz;
        lia|].
      now apply Nat.eqb_eq. }
    assert (Ex := E x (IN x H1 KX WX)). assert (Ey := E y (IN y H2 ltac:(congruence) WY)).
    apply Nat.eqb_eq in Ex, Ey. congruence.
Qed.
Lemma settle1_sub b V c x : has (settle1 b V c) x = true -> has V x = true.
Proof.
  unfold settle1. destruct (empty _); auto. destruct (_ || _); auto. rewrite has_minus.
  intros H. now apply andb_prop in H.
Qed.
Lemma settle_ok b V t : (forall x, has V x = true -> x < n) -> stands (has V) b t ->
  stands (has (settle b V)) b t.
Proof.
  unfold settle. destruct (empty V); auto. replace (kC k) with C by (now rewrite MK).
  assert (Q : forall c, In c (seq 0 (min 4 C)) -> c < C) by (intros c I; apply in_seq in I; lia).
  revert V. induction (seq 0 (min 4 C)) as [|c l IH]; intros V B S; auto. simpl. apply IH.
  - intros; apply Q; now right.
  - intros x X. apply B. now apply settle1_sub in X.
  - apply settle1_ok; auto. apply Q. now left.
Qed.

(** A position stands for all boards of another one. *)
Definition included (b : board) (V : mask) q :=
  within (settle b V) (op q) && same (sorted (op q) b) (bd q).
Lemma included_ok b V q : length b = n -> (forall x, has V x = true -> x < n) ->
  included b V q = true -> covers (has V) b (has (op q)) (bd q).
Proof.
  intros L B H t S. unfold included in H. apply andb_prop in H as [W E]. apply same_eq in E.
  rewrite <- E. eapply stands_trans; [apply stands_sym; now apply sorted_stands|].
  eapply stands_mono; [|now apply settle_ok; eauto]. intros x X. now apply (within_has _ _ _ W).
Qed.

(** ** Opening *)

(** Updates the gaps, and the cells of cards, [a], to those of the board in some cells. *)
Fixpoint regap (b : board) (cells : list nat) (g : mask) : mask :=
  match cells with
  | [] => g
  | x :: cells =>
    regap b cells (if get b x =? 0 then union g (one x) else minus g (one x))
  end.
Fixpoint refresh (b : board) (cells : list nat) (a : board) : board :=
  match cells with
  | [] => a
  | x :: cells => let X := get b x in
    refresh b cells (if (X =? 0) || (get a X =? x) then a else put a X x)
  end.
Fixpoint levels (b : board) (g : mask) (columns : list (list nat)) (c : nat)
    (below suits acc : mask) : mask * nat :=
  match columns with
  | [] => (acc, c)
  | l :: columns =>
    let stand x := has below x && negb (get b x =? 0) && (rankof (get b x) =? c) &&
      has suits (suitof (get b x)) in
    let standing := mask_of stand l in
    let rows := union standing (inter below g) in
    if empty standing || same_mask standing rows then (acc, c)
    else levels b g columns (c + 1) (right rows)
      (fold_left (fun m x => if has standing x then union m (one (suitof (get b x))) else m) l none)
      (union acc rows)
  end.
(** The position of a board and open cells; [a] and [g] may differ from it in some cells. *)
Definition opened (b : board) (V : mask) (cells : list nat) (a : board) (g : mask) : pos :=
  let g := regap b cells g in
  let V := settle b V in
  let door := match kru k with Standard => inter g (mget (kcolm k) 0) | _ => none end in
  let (free, f) := if empty door then (none, 0)
    else levels b g (firstn (min 4 (kC k - 1)) (kcolumns k)) 0 (mget (kcolm k) 0)
      (mask_of (fun _ => true) (seq 0 (kR k))) none in
  let V := union V free in
  let b := sorted V b in
  let moved := if empty V then [] else kopen k in
  Pos b (refresh b moved (refresh b cells a)) V free f (regap b moved g).
Lemma opened_ok b V cells a g : length b = n -> (forall x, has V x = true -> x < n) ->
  covers (has V) b (has (op (opened b V cells a g)))
    (bd (opened b V cells a g)).
Proof.
  intros L B t S. unfold opened. destruct (if empty _ then _ else _) as [free f]. cbn [op bd].
  set (V' := union _ free).
  eapply stands_trans; [apply stands_sym; now apply sorted_stands|].
  eapply stands_mono; [|now apply settle_ok; eauto]. intros x X. unfold V'.
  now rewrite has_union, X.
Qed.
End Canonical.
