(** * The checker of trees, and the theorem: if it accepts, the deal is lost *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Sleep
  Gaps.Machine Gaps.Moves Gaps.DeadEnds Games.Table.
Import ListNotations.
Set Default Proof Using "All".

Section Tree.
Variables (ru : rules) (R C : nat).
Hypothesis C2 : 2 <= C.
Variable k : cfg.
Hypothesis MK : k = make ru R C.
Notation n := (n R C).
Notation N := (R * (C - 1)).
Notation col := (col C).
Notation rank := (rank C).
Notation stands := (stands R C).
Notation joint := (joint R C).
Notation colof := (colof k).
Notation rankof := (rankof k).
Notation lostT := (lostT ru R C).
Notation asleep := (asleep ru R C).
Notation known := (nat * nat * option pos)%type.
Notation step := (nat * nat)%type.

(** ** Which steps sleep after a step *)

Definition levels_ok (A : mask) f := within A (kall k) && forallb (fun x =>
  if has A x then (colof x <? f) && ((colof x =? 0) || has A (x - 1)) else true) (kcells k).
Definition free_ok (A : mask) f (b : board) :=
  (size b =? kN k) &&
  forallb (fun x => if has A x && negb (get b x =? 0) then
      (get b x <=? kK k) &&
      if colof x =? 0 then rankof (get b x) =? 0
      else negb (rankof (get b x) =? 0) &&
        existsb (fun y => has A y && (get b y =? get b x - 1)) (column k (x - 1))
    else true) (kcells k) &&
  forallb (fun c => existsb (fun g => has A g && (get b g =? 0)) (nth c (kcolumns k) []))
    (seq 0 f) && (f <=? kC k).
Definition within_ok (A : mask) f (W : mask) := empty W ||
  forallb (fun x => if has W x && (colof x <? f) then has A x else true) (kcells k).

Lemma all_in A x : within A (kall k) = true -> has A x = true -> x < n.
Proof. intros W H. apply (all_ok ru R C C2 k MK). now apply (within_has _ _ _ W). Qed.
Lemma levels_sound A f : levels_ok A f = true -> Sleep.levels R C (has A) f.
Proof.
  intros H x X. unfold levels_ok in H. apply andb_prop in H as [B H].
  assert (Hx := all_in A x B X). rewrite forallb_forall in H.
  specialize (H x (proj2 (in_cells ru R C C2 k MK x) Hx)). rewrite X in H.
  apply andb_prop in H as [H Q]. apply Nat.ltb_lt in H.
  rewrite (col_ok ru R C C2 k MK) in * by auto. split; [auto|split; [auto|]].
  intros K. apply Nat.eqb_neq in K. rewrite K in Q. exact Q.
Qed.
Lemma free_sound A f b : within A (kall k) = true -> free_ok A f b = true ->
  free R C (has A) f b.
Proof.
  intros B H. unfold free_ok in H. rewrite !andb_true_iff in H. destruct H as (((L & H) & G) & FC).
  apply Nat.eqb_eq in L. replace (kN k) with n in L by (now rewrite MK). unfold size in L.
  rewrite forallb_forall in H, G. apply Nat.leb_le in FC. replace (kC k) with C in FC by (now
    rewrite MK).
  split; [auto|]. split.
  - intros x X X0. assert (Hx := all_in A x B X).
    specialize (H x (proj2 (in_cells ru R C C2 k MK x) Hx)). apply Nat.eqb_neq in X0.
    rewrite X, X0 in H. cbn [andb negb] in H. apply andb_prop in H as [XN H].
    apply Nat.leb_le in XN. replace (kK k) with N in XN by (now rewrite MK).
    rewrite (col_ok ru R C C2 k MK), (rank_ok ru R C C2 k MK) in H by auto.
    destruct (Nat.eqb_spec (col x) 0) as [K|K].
    + apply Nat.eqb_eq in H. split; [auto|contradiction].
    + apply andb_prop in H as [H E]. apply negb_true_iff, Nat.eqb_neq in H.
      split; [contradiction|]. intros _. split; auto. apply existsb_exists in E as (y & I & E).
      apply (column_ok ru R C C2 k MK) in I as [Hy KY]; [|lia]. apply andb_prop in E as [E1 E2].
      apply Nat.eqb_eq in E2. exists y. rewrite KY, (col_pred C) by (auto; lia). auto.
  - intros c Hc. specialize (G c ltac:(apply in_seq; lia)).
    apply existsb_exists in G as (g & I & E). apply andb_prop in E as [E1 E2].
    apply Nat.eqb_eq in E2. exists g. split; auto. split; auto. rewrite MK in I. simpl in I.
    rewrite nth_map_seq in I by lia. apply filter_In in I as [_ I]. now apply Nat.eqb_eq.
Qed.
Lemma within_sound A f W : (forall x, has W x = true -> x < n) -> within_ok A f W = true ->
  Sleep.within C (has A) f (has W).
Proof.
  intros B H x X K. unfold within_ok in H. apply orb_prop in H as [H|H].
  - now rewrite (empty_has _ x H) in X.
  - rewrite forallb_forall in H. specialize (H x (proj2 (in_cells ru R C C2 k MK x) (B x X))).
    rewrite (col_ok ru R C C2 k MK) in H by auto. apply Nat.ltb_lt in K. now rewrite X, K in H.
Qed.

(** The boards of [q], which results from opening [b'] after a step to [d], are reached from boards of
    [p] by a move of the card of the step, and moves within open cells of free levels. *)
Definition back_ok p d (b' : board) q :=
  let A := fr q in let f := nf q in
  ((f =? 0) || match kru k with Standard => true | _ => false end) &&
  levels_ok A f && free_ok A f b' &&
  (within_ok A f (pinned k (op p) d) && within (op q) (union A (pinned k (op p) d)) ||
   match kru k with Standard => true | _ => false end &&
   within_ok A f (op p) && within (op q) (union A (op p)) && has (op p) d && negb (has A d) &&
     ((colof d =? 0) || forallb (fun e => if has (op p) e && (colof e =? colof d)
        then has (op p) (e - 1) && has A (e - 1) else true) (kcells k))).

Lemma back_sound p Y d b' V q : is_sane R C p -> take k p Y d = Some (b', V, q) ->
  back_ok p d b' q = true ->
  Sleep.levels R C (has (fr q)) (nf q) /\ (nf q = 0 \/ ru = Standard) /\
  back ru R C (has (fr q)) (has (op p)) (bd p) Y (has (op q)) (bd q).
Proof.
  intros S T H.
  destruct (take_ok ru R C C2 k MK _ _ _ _ _ _ S T) as
    (b & y & SB & Hy & Hd & <- & LG & -> & SUB & _ & _ & _ & EQ).
  unfold back_ok in H. replace (kru k) with ru in H by (now rewrite MK).
  rewrite !andb_true_iff in H. destruct H as (((ST & LV) & F) & Q).
  assert (BA := LV). unfold levels_ok in BA. apply andb_prop in BA as [BA _].
  apply levels_sound in LV. apply free_sound in F; auto.
  assert (STD : nf q = 0 \/ ru = Standard).
  { apply orb_prop in ST as [ST|ST]; [left; now apply Nat.eqb_eq|right]. now destruct ru. }
  split; [auto|split; [auto|]]. assert (C1 : 1 <= C) by lia.
  assert (SQ : stands (has (op q)) (play b y d) (bd q)).
  { rewrite EQ. unfold opened. destruct (if empty _ then _ else _) as [free f]. cbn [op bd].
    apply (sorted_stands ru R C C2 k MK). rewrite play_length. apply SB. }
  assert (MO : forall W', within (op q) (union (fr q) W') = true ->
    back ru R C (has (fr q)) (has (op p)) (bd p) (get b y) (or (has (fr q)) (has W')) (play b y d)
      ->
    back ru R C (has (fr q)) (has (op p)) (bd p) (get b y) (has (op q)) (bd q)).
  { intros W' WI B t TS. apply B. eapply stands_mono; [|eapply stands_trans; [exact SQ|exact TS]].
    intros x X. apply (within_has _ _ _ WI) in X. rewrite has_union in X. unfold or.
    now rewrite orb_comm. }
  assert (PW : forall x, has (pinned k (op p) d) x = true -> x < n).
  { intros x X. rewrite (pinned_ok ru R C C2 k MK) in X by auto. apply step_open_sub in X.
    now apply (s_wide _ _ _ S). }
  apply orb_prop in Q as [Q|Q].
  - apply andb_prop in Q as [WI IN]. apply (MO _ IN). apply within_sound in WI; auto.
    assert (EX : forall x, or (has (fr q)) (has (pinned k (op p) d)) x =
      or (has (fr q)) (step_open C (has (op p)) d) x).
    { intros x. unfold or. now rewrite (pinned_ok ru R C C2 k MK). }
    assert (B := back_step ru R C C1 (has (fr q)) (nf q) LV STD (has (op p)) (bd p) b y d
      SB Hy Hd LG F).
    intros t TS. apply B.
    * intros x X. apply WI. now rewrite (pinned_ok ru R C C2 k MK).
    * eapply stands_mono; [|exact TS]. intros x. now rewrite EX.
  - rewrite !andb_true_iff in Q. destruct Q as (((((ST1 & WI) & IN) & WD) & AD) & BL).
    apply (MO _ IN). apply negb_true_iff in AD.
    assert (RS : ru = Standard) by (now destruct ru).
    apply (back_join ru R C C1 (has (fr q)) (nf q) LV STD); auto.
    + eapply stands_uniq; [exact SB|apply (s_uniq _ _ _ S)].
    + apply within_sound; auto. apply (s_wide _ _ _ S).
    + intros K e WE CE. rewrite (col_ok ru R C C2 k MK) in BL by auto.
      apply Nat.eqb_neq in K. rewrite K in BL. cbn [orb] in BL. rewrite forallb_forall in BL.
      assert (He := s_wide _ _ _ S _ WE).
      specialize (BL e (proj2 (in_cells ru R C C2 k MK e) He)).
      rewrite (col_ok ru R C C2 k MK) in BL by auto. rewrite WE, CE, Nat.eqb_refl in BL.
      now apply andb_prop in BL.
Qed.

(** The step of [X] to [c], which sleeps at [p], sleeps after the step of [Y] at [q]. *)
Definition may_sleep p X c :=
  negb (rankof X =? 0) && negb (has (op p) c) && negb (has (fr p) (c - 1)) &&
  negb (has (fr p) (get (at_ p) X)).
Definition sleeps p (Y : nat) q (s : known) := let '(X, c, _) := s in
  may_sleep p X c && may_sleep q X c && negb (X =? Y) && negb (X - 1 =? Y) &&
  (Y <=? kK k) && ((rankof Y =? 0) || negb (Y - 1 =? X)) && (X <=? kK k) && (c <? kN k) && (get
    (bd p) c =? 0) && negb (has (fr q) c) &&
  let x := get (at_ q) X in
  (x <? kN k) && (get (bd q) x =? X) &&
  (negb (has (op q) x) || empty (inter (fr q) (mget (kcolm k) (colof x)))).
Theorem sleeps_ok p X c o Y d b' V q : is_sane R C p -> is_sane R C q ->
  take k p Y d = Some (b', V, q) -> back_ok p d b' q = true ->
  asleep (has (op p)) (bd p) X c -> sleeps p Y q (X, c, o) = true ->
  asleep (has (op q)) (bd q) X c.
Proof.
  intros SP SQ TK BK AS H. unfold sleeps, may_sleep in H. rewrite !andb_true_iff in H.
  destruct H as ((((((((((MP & MQ) & N1) & N2) & YN) & N3) & XN) & Hc) & G) & AC) & (Hx1 & E1) &
    AX).
  destruct MP as (((KX & OC) & _) & _). destruct MQ as (((_ & _) & AP) & AXX).
  rewrite negb_true_iff in *. apply Nat.eqb_neq in KX, N1, N2. apply Nat.leb_le in XN, YN.
  apply Nat.ltb_lt in Hc, Hx1. apply Nat.eqb_eq in G, E1.
  replace (kN k) with n in * by (now rewrite MK). replace (kK k) with N in * by (now rewrite MK).
  rewrite (rank_ok ru R C C2 k MK) in KX, N3 by auto.
  assert (N4 : rank Y <> 0 -> Y - 1 <> X).
  { intros KY. apply Nat.eqb_neq in KY. rewrite KY in N3. cbn in N3.
    now apply negb_true_iff, Nat.eqb_neq in N3. }
  destruct (back_sound p Y d b' V q SP TK BK) as (LV & STD & B). assert (C1 : 1 <= C) by lia.
  apply (lemma4 ru R C C1 (has (fr q)) (nf q) LV STD (has (op p)) (bd p) X c Y); auto.
  intros t x ST EX. destruct (has (fr q) x) eqn:A; auto. exfalso.
  destruct (stands_place R C _ _ _ x ST) as (y & J & E).
  assert (X0 : X <> 0). { intros ->. apply KX, rank_0. }
  assert (y = get (at_ q) X). { apply (s_uniq _ _ _ SQ); congruence. } subst y.
  destruct J as [->|(H1 & H2 & W1 & W2 & K)]; [congruence|].
  rewrite W2 in AX. cbn [negb orb] in AX. apply (empty_has _ x) in AX.
  rewrite has_inter, A, (col_ok ru R C C2 k MK), <- K in AX by auto.
  now rewrite (colm_in ru R C C2 k MK) in AX.
Qed.

(** ** Steps, in their order *)

Definition members (m : mask) : list nat := if empty m then [] else filter (has m) (kcells k).
Definition targets p X : mask :=
  let b := bd p in let x := get (at_ p) X in
  if rankof X =? 0 then
    let doors := inter (gp p) (mget (kcolm k) 0) in
    match kru k with
    | Standard => if colof x =? 0 then none else lowest doors
    | FixedSuits => inter doors (one (suitof k X * kC k))
    | FixedTwos => if colof x =? 0 then none else doors
    end
  else
    let y := get (at_ p) (X - 1) in
    if colof y + 1 =? kC k then none
    else if negb (has (op p) y) && negb (has (op p) (y + 1))
      then inter (one (y + 1)) (gp p)
    else
      let beside := right (places k p y) in
      if has (op p) y && (colof y <? nf p)
      then if has beside x then none else lowest (inter beside (gp p))
      else
        let opn := inter (op p) (mget (kcolm k) (colof y + 1)) in
        let joint := if empty (inter opn (gp p)) || has opn x then none else opn in
        inter beside (union (minus (gp p) opn) joint).
(** The cards that may have a step: the successors of cards that are open, or left of a gap or an
    open cell. Of Twos it is enough that a gap is in the first column. *)
Fixpoint successors p (m : mask) (todo x : nat) (found : mask) : mask :=
  match todo with
  | 0 => found
  | S todo => successors p m todo (S x)
      (if has m (x + 1) || has (op p) x then union found (one (get (bd p) x + 1)) else found)
  end.
Definition steps p : list step :=
  let may := successors p (union (gp p) (op p)) (kN k) 0 none in
  let twos := negb (empty (inter (gp p) (mget (kcolm k) 0))) in
  let fix from (l : list nat) : list step :=
    match l with
    | [] => []
    | X :: l =>
      if (if rankof X =? 0 then twos else has may X) then
        let m := targets p X in
        if empty m then from l else map (fun c => (X, c)) (members m) ++ from l
      else from l
    end in
  from (korder k).

(** ** The memory *)

Definition mem := table (board * mask).
Variable hash : board -> nat.
Variable depth : nat.
Definition remember (m : mem) p := insert m (hash (bd p)) (bd p, op p).
Definition mem_ok (m : mem) := forall h b W, In (b, W) (bucket m h) -> lostP ru R C (has W) b.
Lemma remember_ok m p : mem_ok m -> lostT p -> mem_ok (remember m p).
Proof.
  intros K LO h b l I. apply bucket_insert in I as [E|I]; [|eauto].
  injection E as -> ->. exact LO.
Qed.
Definition remembered (m : mem) p :=
  existsb (fun e : board * mask => same_mask (snd e) (op p) && same (fst e) (bd p))
    (bucket m (hash (bd p))).
Lemma remembered_ok m p : mem_ok m -> remembered m p = true -> lostT p.
Proof.
  intros K H. apply existsb_exists in H as ([b W] & I & E). cbn in E.
  apply andb_prop in E as [E1 E2]. apply same_mask_eq in E1 as ->. apply same_eq in E2 as ->.
  exact (K _ _ _ I).
Qed.

(** ** The tree *)

Variable file : data.
Variable sleeping : bool.

(** The body goes on at byte [i]; [Back]: all choices but the first are left. *)
Inductive res := Bad | Done (i : nat) (m : mem) | Back (i : nat) (m : mem).

Definition is_step (X c : nat) (s : step) := (X =? fst s) && (c =? snd s).
Definition among (l : list known) (s : step) :=
  existsb (fun d : known => let '(X, c, _) := d in is_step X c s) l.
Definition asleep_after p (sl : list known) Y d (b' : board) q : list known :=
  if sleeping then
    match filter (sleeps p Y q) sl with
    | [] => []
    | l => if back_ok p d b' q then map (fun s : known => let '(X, c, _) := s in (X, c, None)) l
      else []
    end
  else [].
(** All steps suffice; or a set of steps does. *)
Definition verdict p (T : option (list step)) (done : list known) :=
  match T with None => covered k p done | Some T => pers k p T done end.
Definition awake (sl : list known) (T : list step) := filter (fun s => negb (among sl s)) T.
(** Bit j of the four bytes from [i]. *)
Definition bit i j := Nat.testbit (byte file (i + j / 8)) (j mod 8).
Definition numbered i (st : list step) : list step :=
  map snd (filter (fun js => bit i (fst js)) (combine (seq 0 (length st)) st)).
(** The set of steps that a hint tells: none, if it is a wrong one. *)
Definition chosen (T st : list step) : option (list step) :=
  if length T =? length st then None else Some T.

Definition node (pr : pos -> list known -> nat -> mem -> bool -> res)
    (lo : pos -> list step -> option (list step) -> list step -> list known -> nat -> mem ->
      bool -> res)
    p st sl m first (T : option (list step)) (keep : bool) i :=
  match awake sl (match T with None => st | Some T => T end) with
  | [] => if verdict p T sl then Done i m else Bad
  | [(X, c)] =>
    match take k p X c with
    | None => Bad
    | Some (b', _, q) =>
      match pr q (asleep_after p sl X c b' q) i m first with
      | Done i m => if verdict p T ((X, c, Some q) :: sl) then Done i m else Bad
      | r => r
      end
    end
  | many =>
    match lo p st T many sl i m first with
    | Done i m => Done i (if keep then remember m p else m)
    | r => r
    end
  end.
Fixpoint prove (fuel : nat) p (sl : list known) (i : nat) (m : mem) (first : bool) : res :=
  match fuel with 0 => Bad | S fuel =>
  if negb (sane k p && unwon k p) then Bad else
  let st := steps p in
  let sl := filter (fun d : known => let '(X, c, _) := d in existsb (is_step X c) st) sl in
  let node := node (prove fuel) (loop fuel) p st sl m first in
  match awake sl st with
  | [] | [_] => node None false i
  | _ =>
    let h := byte file i in
    let i := i + 1 in
    if h =? 0 then if dead ru R C k p then Done i m else Bad
    else if h =? 1 then if remembered m p then Done i m else Bad
    else if h <? 4 then node None (h =? 3) i
    else if h <? 6 then
      if existsb (bit i) (seq (length st) (32 - length st)) then Bad
      else node (chosen (numbered i st) st) (h =? 5) (i + 4)
    else if h <? 8 then Bad
    else if h <? 256 then match nth_error st (h - 8) with
      | Some s => node (chosen [s] st) false i | None => Bad end
    else Bad
  end end
with loop (fuel : nat) p st (T : option (list step)) (left : list step) (sl : list known)
    (i : nat) (m : mem) (first : bool) : res :=
  match fuel with 0 => Bad | S fuel =>
  match left with
  | [] => if verdict p T sl then Done i m else Bad
  | _ =>
    let h := byte file i in
    let i := i + 1 in
    if h =? 255 then if first then loop fuel p st T left sl i m first else Back i m
    else match nth_error st h with
    | None => Bad
    | Some (X, c) =>
      if negb (existsb (is_step X c) left) then Bad else
      match take k p X c with
      | None => Bad
      | Some (b', _, q) =>
        match prove fuel q (asleep_after p sl X c b' q) i m false with
        | Bad => Bad
        | Back i m => if first then loop fuel p st T left sl i m first else Back i m
        | Done i m => loop fuel p st T (filter (fun s => negb (is_step X c s)) left)
            ((X, c, Some q) :: sl) i m first
        end
      end
    end
  end end.

Definition fine p (sl : list known) := Forall (known_ok ru R C p) sl.
Definition good p (r : res) :=
  match r with Bad => True | Done _ m => lostT p /\ mem_ok m | Back _ m => mem_ok m end.

Lemma verdict_ok p T done : is_sane R C p -> unwon k p = true -> fine p done ->
  verdict p T done = true -> lostT p.
Proof.
  intros S U F V. destruct T as [T|]; cbn in V.
  - apply (pers_ok ru R C C2 k MK p T done); auto.
  - apply (covered_ok ru R C C2 k MK p done); auto. now apply (unwon_ok ru R C C2 k MK).
Qed.
Lemma known_take p X c b' V q : is_sane R C p -> take k p X c = Some (b', V, q) -> lostT q ->
  known_ok ru R C p (X, c, Some q).
Proof. intros S T L. split; auto. eapply (take_asleep ru R C C2 k MK); eauto. Qed.
Lemma asleep_after_fine p sl X c b' V q : is_sane R C p -> fine p sl ->
  take k p X c = Some (b', V, q) -> is_sane R C q -> fine q (asleep_after p sl X c b' q).
Proof.
  intros S F T SQ. unfold asleep_after. destruct sleeping; [|constructor].
  assert (Q : forall d, In d (filter (sleeps p X q) sl) -> In d sl /\ sleeps p X q d = true)
    by (intros d; apply filter_In).
  destruct (filter _ sl) as [|d l]; [constructor|]. destruct (back_ok p c b' q) eqn:B;
    [|constructor]. apply Forall_forall. intros e I. apply in_map_iff in I as ([[Y e'] o] & <- & I).
  destruct (Q _ I) as [I' SL]. unfold fine in F. rewrite Forall_forall in F.
  destruct (F _ I') as [AS _]. split; auto.
  eapply (sleeps_ok p Y e' o X c b' V q); eauto.
Qed.

Lemma sound fuel :
  (forall p sl i m first, (is_sane R C p -> fine p sl) -> mem_ok m ->
    good p (prove fuel p sl i m first)) /\
  (forall p st T left sl i m first, is_sane R C p -> unwon k p = true -> fine p sl -> mem_ok m ->
    good p (loop fuel p st T left sl i m first)).
Proof.
  induction fuel as [|fuel [IHp IHl]]; [split; intros; exact I|]. split.
  - intros p sl i m first F K. simpl prove. destruct (sane k p) eqn:SA; [|exact I].
    destruct (unwon k p) eqn:U; [|exact I]. simpl negb. cbn iota.
    apply (sane_ok ru R C C2 k MK) in SA. specialize (F SA). set (st := steps p).
    set (sl1 := filter _ sl).
    assert (F1 : fine p sl1).
    { apply Forall_forall. intros d I. apply filter_In in I as [I _]. unfold fine in F.
      rewrite Forall_forall in F. auto. }
    set (nd := node (prove fuel) (loop fuel) p st sl1 m first).
    assert (NODE : forall T keep i, good p (nd T keep i)).
    { clear i. intros T keep i. unfold nd, node. set (left := awake _ _).
      destruct left as [|[X c] [|s2 l2]] eqn:EL.
      - destruct (verdict p T sl1) eqn:V; [|exact I]. split; auto.
        now apply (verdict_ok p T sl1).
      - destruct (take k p X c) as [[[b' V] q]|] eqn:TK; [|exact I].
        assert (G := IHp q (asleep_after p sl1 X c b' q) i m first
          (asleep_after_fine p sl1 X c b' V q SA F1 TK) K).
        destruct (prove fuel q _ i m first) as [|j m'|j m']; auto. destruct G as [G1 G2].
        destruct (verdict p T _) eqn:VE; [|exact I]. split; auto.
        apply (verdict_ok p T ((X, c, Some q) :: sl1)); auto. constructor; auto.
        now apply (known_take p X c b' V q).
      - assert (G := IHl p st T ((X, c) :: s2 :: l2) sl1 i m first SA U F1 K).
        destruct (loop fuel _ _ _ _ _ _ _ _) as [|j m'|j m']; auto. destruct G as [G1 G2].
        split; auto. destruct keep; auto. now apply remember_ok. }
    clearbody nd. destruct (awake sl1 st) as [|s [|s2 l2]]; auto. cbn zeta.
    destruct (_ =? 0).
    { destruct (dead ru R C k p) eqn:D; [|exact I]. split; auto.
      eapply (dead_ok ru R C C2 k MK); eauto. }
    destruct (_ =? 1).
    { destruct (remembered m p) eqn:D; [|exact I]. split; auto. eapply remembered_ok; eauto. }
    destruct (_ <? 4); [apply NODE|]. destruct (_ <? 6).
    { destruct (existsb _ _); [exact I|apply NODE]. }
    destruct (_ <? 8); [exact I|]. destruct (_ <? 256); [|exact I].
    destruct (nth_error st _); [apply NODE|exact I].
  - intros p st T left sl i m first SA U F K. simpl loop. destruct left as [|s0 l0].
    + destruct (verdict p T sl) eqn:V; [|exact I]. split; auto.
      now apply (verdict_ok p T sl).
    + destruct (_ =? 255).
      * destruct first; [apply IHl; auto|exact K].
      * destruct (nth_error st _) as [[X c]|]; [|exact I]. destruct (negb _); [exact I|].
        destruct (take k p X c) as [[[b' V] q]|] eqn:TK; [|exact I].
        assert (G := IHp q (asleep_after p sl X c b' q) (i + 1) m false
          (asleep_after_fine p sl X c b' V q SA F TK) K).
        destruct (prove fuel q _ _ m false) as [|j m'|j m']; [exact I| |].
        -- destruct G as [G1 G2]. apply IHl; auto. constructor; auto.
           now apply (known_take p X c b' V q).
        -- destruct first; [apply IHl; auto|exact G].
Qed.

(** The body of a certificate begins at byte [i], and ends before [stop]. *)
Definition check fuel (deal : board) i stop :=
  let p := opened k deal none (board_of (map (fun _ => kN k) (seq 0 (kK k + 1)))) in
  (size deal =? kN k) &&
  match prove fuel p [] i (fresh depth) true with Done j _ => j =? stop | _ => false end.
Theorem check_sound fuel deal i stop : check fuel deal i stop = true -> lost ru R C deal.
Proof.
  unfold check. set (p := opened _ _ _ _). intros H. apply andb_prop in H as [L H].
  apply Nat.eqb_eq in L. replace (kN k) with n in L by (now rewrite MK).
  assert (S := opened_ok ru R C C2 k MK deal none
    (board_of (map (fun _ => kN k) (seq 0 (kK k + 1)))) L ltac:(discriminate) deal
    (stands_refl R C _ deal L)).
  assert (K : mem_ok (fresh depth)).
  { intros h b l. rewrite fresh_empty. intros []. }
  assert (G := proj1 (sound fuel) p [] i (fresh depth) true ltac:(intros; constructor) K).
  destruct (prove _ _ _ _ _ _) as [|j m'|j m']; try discriminate. destruct G as [G _].
  exact (G deal S).
Qed.
End Tree.

(** The checker: of the bytes of a file, of which those from [i] to [stop] are the body. *)
Definition check_tree (ru : rules) (R C : nat) (hash : board -> nat) (depth fuel : nat)
    (deal : board) (file : data) (i stop : nat) : bool :=
  let sleeping := byte file i in
  (2 <=? C) && (sleeping <=? 1) &&
  check ru R C (make ru R C) hash depth file (sleeping =? 1) fuel deal (i + 1) stop.
Theorem check_tree_sound ru R C hash depth fuel deal file i stop :
  check_tree ru R C hash depth fuel deal file i stop = true -> lost ru R C deal.
Proof.
  unfold check_tree. intros H. apply andb_prop in H as [H Q]. apply andb_prop in H as [C2 _].
  apply Nat.leb_le in C2. eapply check_sound; eauto.
Qed.
