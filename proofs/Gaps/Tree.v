(** * The checker of trees, and the theorem: if it accepts, the deal is lost *)

From Coq Require Import List Arith Bool NArith Lia PeanoNat.
From Patience Require Import Gaps.Rules Gaps.Boards Gaps.Positions Gaps.Steps Gaps.Machine
  Gaps.Moves Gaps.DeadEnds Gaps.Sets Gaps.SleepChecks Games.Table.
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
Notation places := (places k).
Notation sleeps := (sleeps k).
Notation back_ok := (back_ok k).
Notation sleeps_ok := (sleeps_ok ru R C C2 k MK).

(** ** Steps, in their order *)

(** All cells are in one column. *)
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
      let beside := right (places p y) in
      if has (op p) y && (colof y <? nf p)
      then if has beside x then none else lowest (inter beside (gp p))
      else
        let opn := inter (op p) (mget (kcolm k) (colof y + 1)) in
        let joint := if empty (inter opn (gp p)) || has opn x then none else opn in
        inter beside (union (minus (gp p) opn) joint).
(** The cards that may have a step: the successors of cards that are open, or left of a gap or an
    open cell. For Twos it is enough that there is a gap in the first column. *)
Fixpoint successors p (m : mask) (cells : list nat) (found : mask) : mask :=
  match cells with
  | [] => found
  | x :: cells => successors p m cells
      (if has m (x + 1) || has (op p) x then union found (one (get (bd p) x + 1)) else found)
  end.
Definition steps p : list step :=
  let may := successors p (union (gp p) (op p)) (kcells k) none in
  let twos := negb (empty (inter (gp p) (mget (kcolm k) 0))) in
  let fix from (l : list nat) : list step :=
    match l with
    | [] => []
    | X :: l =>
      if (if rankof X =? 0 then twos else has may X) then
        let m := targets p X in
        if empty m then from l else
        let c := if rankof X =? 0 then 0 else colof (get (at_ p) (X - 1)) + 1 in
        map (fun x => (X, x)) (filter (has m) (nth c (kcolumns k) [])) ++ from l
      else from l
    end in
  from (korder k).

(** ** The memory *)

(** A position as one array: contents of open cells are beyond the last card. *)
Definition code p : board :=
  if empty (op p) then bd p
  else board_of (map (fun x =>
    let X := get (bd p) x in if has (op p) x then X + (kK k + 1) else X) (kcells k)).
Lemma get_code p x : is_sane R C p -> x < n ->
  get (code p) x = if has (op p) x then get (bd p) x + (N + 1) else get (bd p) x.
Proof.
  intros S Hx. unfold code. destruct (empty (op p)) eqn:E; [now rewrite (empty_has _ x E)|].
  replace (kK k) with N by (now rewrite MK). rewrite (cells_ok ru R C C2 k MK).
  exact (nth_map_seq _ n x 0 Hx).
Qed.
Lemma code_eq p q : is_sane R C p -> is_sane R C q -> code p = code q ->
  bd p = bd q /\ forall x, has (op p) x = has (op q) x.
Proof.
  intros S T E.
  assert (B : forall r x, is_sane R C r -> get (bd r) x <= N).
  { intros r x Q. destruct (Nat.eq_dec (get (bd r) x) 0) as [->|X0]; [apply Nat.le_0_l|].
    now apply (s_card _ _ _ Q). }
  assert (G : forall x, x < n -> get (bd p) x = get (bd q) x /\ has (op p) x = has (op q) x).
  { intros x Hx. assert (Ep := get_code p x S Hx). rewrite E, (get_code q x T Hx) in Ep.
    assert (B1 := B p x S). assert (B2 := B q x T).
    destruct (has (op p) x), (has (op q) x); auto; lia. }
  split.
  - apply (board_eq R C); [apply S|apply T|]. intros x.
    destruct (le_lt_dec n x) as [H|H]; [|now apply G].
    rewrite !(get_over R C); auto; [apply T|apply S].
  - intros x. destruct (le_lt_dec n x) as [H|H]; [|now apply G].
    assert (O : forall r, is_sane R C r -> has (op r) x = false).
    { intros r Q. apply not_true_iff_false. intros W. apply (s_wide _ _ _ Q) in W. lia. }
    now rewrite !O.
Qed.

Definition mem := table board.
Variable hash : board -> nat.
Variable depth : nat.
Definition remember (m : mem) p := let x := code p in insert m (hash x) x.
Definition mem_ok (m : mem) := forall h q, In (code q) (bucket m h) -> is_sane R C q -> lostT q.
Lemma remember_ok m p : mem_ok m -> is_sane R C p -> lostT p -> mem_ok (remember m p).
Proof.
  intros K S LO h q I T. apply bucket_insert in I as [E|I]; [|eauto].
  destruct (code_eq q p T S E) as [EB EW]. intros t ST. apply LO. rewrite <- EB.
  eapply stands_mono; [|exact ST]. intros x. now rewrite EW.
Qed.
Definition remembered (m : mem) p := let x := code p in found (same x) m (hash x).
Lemma remembered_ok m p : mem_ok m -> is_sane R C p -> remembered m p = true -> lostT p.
Proof.
  intros K S H. apply found_in in H as (x & I & E). apply same_eq in E as <-.
  exact (K _ _ I S).
Qed.

(** ** The tree *)

Variable file : data.
Variable sleeping : bool.

(** The body continues at byte [i]; [Back]: all choices but the first are abandoned. *)
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
(** The set of steps that a hint gives; [None] if the hint is invalid. *)
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

(** The position of the deal. *)
Definition root (deal : board) : pos :=
  opened k deal none (kcells k) (board_of (map (fun _ => kN k) (seq 0 (kK k + 1)))) none.
(** The body of a certificate begins at byte [i], and ends before [stop]. *)
Definition check fuel (deal : board) i stop :=
  let p := root deal in
  (size deal =? kN k) &&
  match prove fuel p [] i (fresh depth) true with Done j _ => j =? stop | _ => false end.
Theorem check_sound fuel deal i stop : check fuel deal i stop = true -> lost ru R C deal.
Proof.
  unfold check. set (p := root deal). intros H. apply andb_prop in H as [L H].
  apply Nat.eqb_eq in L. replace (kN k) with n in L by (now rewrite MK).
  assert (S := opened_ok ru R C C2 k MK deal none (kcells k)
    (board_of (map (fun _ => kN k) (seq 0 (kK k + 1)))) none L ltac:(discriminate) deal
    (stands_refl R C _ deal L)).
  assert (K : mem_ok (fresh depth)).
  { intros h q. rewrite fresh_empty. intros []. }
  assert (G := proj1 (sound fuel) p [] i (fresh depth) true ltac:(intros; constructor) K).
  destruct (prove _ _ _ _ _ _) as [|j m'|j m']; try discriminate. destruct G as [G _].
  exact (G deal S).
Qed.
End Tree.

(** The checker: a function of the bytes of a file, of which those from [i] to [stop] are the body.
    *)
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
