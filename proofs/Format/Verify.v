(** * The verified checker of certificates of every kind

    [verify_sound]: if [verify] reports that a file proves a claim about a deal, the claim is true,
    and the file is a certificate of this deal, of the kind that proves such claims. *)

From Coq Require Import List Bool Arith NArith Lia Strings.Byte.
From Patience.Gaps Require Rules Machine Tree.
From Patience.Games Require Import Search.
From Patience.Games Require Cards Grid Birds Cohesion Tiles Sliding Gaps.
From Patience.Format Require Import Bytes Certificate Read.
From Patience.Format Require Deals.
Import ListNotations.

(** ** Claims and their meanings *)

Inductive claim := Lost | WonIn (moves : nat) | WonFirstIn (moves : nat).
Definition says {state} (move : state -> state -> Prop) (won : state -> Prop) (s : state)
    (c : claim) : Prop :=
  match c with
  | Lost => lost move won s
  | WonIn n => wins_in move won n s
  | WonFirstIn n => wins_first_in move won n s
  end.
Definition is_true_of (d : Deals.deal) (c : claim) : Prop :=
  match d with
  | Deals.Gaps ru _ R C b => says (Gaps.move ru R C) (Gaps.won ru R C) b c
  | Deals.Birds s => says Birds.move Birds.won s c
  | Deals.Cohesion w s => says (Cohesion.move w) (Cohesion.won w) s c
  | Deals.Tiles w ground pieces => says (Tiles.move w ground) (Tiles.won ground) pieces c
  | Deals.Sliding last w s => says (Sliding.move w) (Sliding.won last) s c
  end.
(** The claim is of the kind of the body; n is the number of its moves. *)
Definition claims (p : body) (c : claim) : Prop :=
  match p, c with
  | Plan moves, WonIn n | Layered moves _, WonFirstIn n => length moves = n
  | (Closed _ | Tree _), Lost => True
  | _, _ => False
  end.

(** ** The body of a certificate *)

Section Body.
Context {name state : Type}.
Variable G : game name state.
Variable file : Machine.data.
Variable stop : nat.
Variable hash : Rules.board -> nat.
Variable depth : nat.
Variable read_name : bytes -> option name.
(** A state at an offset, and its bytes. *)
Variable state_at : nat -> option state.
Variable w : nat.

Fixpoint read_all {A} (f : bytes -> option A) (l : list bytes) (done : list A) : option (list A) :=
  match l with
  | [] => Some (rev_append done [])
  | x :: l => match f x with Some y => read_all f l (y :: done) | None => None end
  end.
(** As [length], without a deep stack. *)
Definition count {A} (l : list A) : nat := fold_left (fun n _ => S n) l 0.
Definition check_body (tree : state -> nat -> bool) (s : state) (l : layout) : option claim :=
  match l with
  | LPlan moves =>
    match read_all read_name moves [] with
    | Some plan => if check_plan G s plan then Some (WonIn (count plan)) else None
    | None => None
    end
  | LClosed k i => if check_closed G state_at w hash depth s k i then Some Lost else None
  | LLayered moves layers =>
    match read_all read_name moves [] with
    | Some plan =>
      if check_shortest G state_at w hash depth s plan layers then Some (WonFirstIn (count plan))
      else None
    | None => None
    end
  | LTree i => if tree s i then Some Lost else None
  end.

Lemma count_length {A} (l : list A) : count l = length l.
Proof.
  unfold count. enough (forall n, fold_left (fun n _ => S n) l n = n + length l) by apply (H 0).
  induction l as [|x l IH]; intros n; simpl; [lia|]. rewrite IH. lia.
Qed.
Lemma read_all_length {A} (f : bytes -> option A) l : forall done r,
  read_all f l done = Some r -> length r = length l + length done.
Proof.
  induction l as [|x l IH]; simpl; intros done r H.
  - injection H as <-. now rewrite rev_append_rev, app_nil_r, rev_length.
  - destruct (f x); [|discriminate]. apply IH in H. simpl in H. lia.
Qed.
Lemma check_body_claims tree s l c k :
  check_body tree s l = Some c -> claims (body_of file stop k l) c.
Proof.
  destruct l as [m|n i|m l|i]; simpl.
  - destruct (read_all read_name m []) as [plan|] eqn:E; [|discriminate].
    destruct (check_plan _ _ _); [|discriminate].
    intros [= <-]. apply read_all_length in E. rewrite count_length. simpl in *. lia.
  - destruct (check_closed _ _ _ _ _ _ _ _); [|discriminate]. now intros [= <-].
  - destruct (read_all read_name m []) as [plan|] eqn:E; [|discriminate].
    destruct (check_shortest _ _ _ _ _ _ _ _); [|discriminate].
    intros [= <-]. apply read_all_length in E. rewrite count_length. simpl in *. lia.
  - destruct (tree s i); [|discriminate]. now intros [= <-].
Qed.

Variable move : state -> state -> Prop.
Variable won : state -> Prop.
Hypothesis G_fits : fits G move won.
Lemma check_body_sound tree s l c :
  (forall i, tree s i = true -> lost move won s) ->
  check_body tree s l = Some c -> says move won s c.
Proof.
  intros T. destruct l as [moves|k i|moves layers|i]; simpl.
  - destruct (read_all _ _ _) as [plan|]; [|discriminate].
    destruct (check_plan G s plan) eqn:E; intros [= <-]. rewrite count_length.
    now apply (check_plan_sound G move won G_fits).
  - destruct (check_closed _ _ _ _ _ _ _ _) eqn:E; intros [= <-].
    now apply (check_closed_sound G move won G_fits state_at w hash depth s k i).
  - destruct (read_all _ _ _) as [plan|]; [|discriminate].
    destruct (check_shortest _ _ _ _ _ _ _ _) eqn:E; intros [= <-]. rewrite count_length.
    now apply (check_shortest_sound G move won G_fits state_at w hash depth s plan layers).
  - destruct (tree s i) eqn:E; intros [= <-]. exact (T _ E).
Qed.
End Body.

(** ** States and moves as bytes *)

Definition read_place (m : bytes) : option (nat * nat) :=
  match m with [a; b] => Some (to_nat a, to_nat b) | _ => None end.
Definition read_direction (c : byte) : option Grid.direction :=
  match c with
  | "L"%byte => Some Grid.L | "R"%byte => Some Grid.R
  | "U"%byte => Some Grid.U | "D"%byte => Some Grid.D
  | _ => None
  end.
Definition read_shift (m : bytes) : option (nat * Grid.direction) :=
  match m with
  | [x; d] => option_map (fun d => (to_nat x, d)) (read_direction d)
  | _ => None
  end.
Definition read_tilt (m : bytes) : option Grid.direction :=
  match m with [d; x00] => read_direction d | _ => None end.
Definition read_slide (m : bytes) : option nat :=
  match m with [y; x00] => Some (to_nat y) | _ => None end.

(** The meaning of bytes: for the cells of Birds, FF or rank * 4 + suit; for the contents of cells
    of Gaps, 255 for none. Honest certificates pass only because this agrees with the format; no
    theorem depends on it. *)
Definition bird_cells : Machine.vec (option Cards.cell) := Machine.vec_of (map (fun n =>
  if n =? 255 then Some None
  else if n <? 52 then
    Some (Some (Cards.Card (n / 4) (nth (n mod 4) Deals.all_suits Cards.Clubs)))
  else None) (seq 0 256)).
Definition gaps_contents (R C : nat) : Rules.board := Machine.board_of (map (fun n =>
  if n =? 255 then 0
  else if (n mod 4 <? R) && (n / 4 <? C - 1) then Rules.card C (n mod 4) (n / 4)
  else 255) (seq 0 256)).

Section States.
Variable file : Machine.data.
Fixpoint read_bird (cells : Machine.vec (option Cards.cell)) (k i : nat) : option Cards.board :=
  match k with
  | 0 => Some []
  | S k =>
    match Machine.vget None cells (Machine.byte file i), read_bird cells k (S i) with
    | Some c, Some s => Some (c :: s)
    | _, _ => None
    end
  end.
Fixpoint read_contents (contents : Rules.board) (k i : nat) : option (list nat) :=
  match k with
  | 0 => Some []
  | S k =>
    let X := Rules.get contents (Machine.byte file i) in
    if X =? 255 then None
    else match read_contents contents k (S i) with Some l => Some (X :: l) | None => None end
  end.
End States.

(** ** The file *)

Inductive verdict := Verified (d : Deals.deal) (c : claim) | Refused | Unreadable.

Section Verify.
(** Hashes of states, and the depth of tables: any choice is sound. *)
Variable hash : Rules.board -> nat.
Variable depth : nat.
(** The checksum of the first bytes of a file: any function. The format's is [fnv1a]. *)
Variable sum : Machine.data -> nat -> bytes.
(** A bound on the depth of recursion in trees. *)
Variable fuel : nat.

Definition check_deal (file : Machine.data) (d : Deals.deal) (l : layout) : option claim :=
  let w := Deals.cells_of d in
  let stop := Machine.data_size file - 8 in
  match d with
  | Deals.Gaps ru _ R C b =>
    let contents := gaps_contents R C in
    check_body (Gaps.gaps ru R C) hash depth read_place
      (fun i => option_map Machine.board_of (read_contents file contents w i)) w
      (fun b i => Tree.check_tree ru R C hash depth fuel b file i stop) (Machine.board_of b) l
  | Deals.Birds s =>
    let cells := bird_cells in
    check_body Birds.birds hash depth read_place (read_bird file cells w) w
      (fun _ _ => false) s l
  | Deals.Cohesion width s =>
    check_body (Cohesion.cohesion width) hash depth read_shift (fun i => Some (slice file w i)) w
      (fun _ _ => false) s l
  | Deals.Tiles width ground pieces =>
    check_body (Tiles.tiles width ground) hash depth read_tilt (fun i => Some (slice file w i)) w
      (fun _ _ => false) pieces l
  | Deals.Sliding last width s =>
    check_body (Sliding.sliding width last w) hash depth read_slide
      (fun i => Some (slice file w i)) w (fun _ _ => false) s l
  end.
Definition verify (file : Machine.data) : verdict :=
  match read_certificate file sum with
  | None => Unreadable
  | Some (_, _, d, l) =>
    match check_deal file d l with Some claim => Verified d claim | None => Refused end
  end.

Theorem check_deal_sound file d l c :
  Deals.valid d = true -> check_deal file d l = Some c -> is_true_of d c.
Proof.
  intros V. destruct d as [ru suits R C b|s|w s|w ground pieces|last w s]; simpl.
  - apply check_body_sound; [apply Gaps.gaps_fits|]. intros i T. apply Gaps.lost_iff.
    exact (Tree.check_tree_sound _ _ _ _ _ _ _ _ _ _ T).
  - apply check_body_sound; [apply Birds.birds_fits|discriminate].
  - apply check_body_sound; [|discriminate]. apply Cohesion.cohesion_fits.
    exact (Deals.valid_width w s V).
  - apply check_body_sound; [apply Tiles.tiles_fits|discriminate].
  - apply check_body_sound; [|discriminate]. apply Sliding.sliding_fits.
    exact (Deals.sliding_width last w s V).
Qed.

(** The claim is true of the deal, and the deal is valid. The file is a certificate that has the
    game's name and the deal as [Deals.show] writes it, and then its checksum; all its numbers and
    strings fit; its body is of the claim's kind, with that number of moves; and its deal is read
    back as this one and no other. There are no assumptions about hashes, depth, checksum or fuel. *)
Theorem verify_sound file d c : verify file = Verified d c ->
  is_true_of d c /\ Deals.valid d = true /\
  exists p, let cert := Certificate (Deals.game_of d) (Deals.show d) p in
    claims p c /\ certificate_ok width cert /\
    Deals.read_deal (game_name cert) (deal_text cert) = Some d /\
    file = put_content cert ++ sum file (length (put_content cert)).
Proof.
  unfold verify. destruct (read_certificate file sum) as [[[[g t] e] l]|] eqn:P; [|discriminate].
  destruct (check_deal file e l) as [claim|] eqn:K; [|discriminate]. intros [= <- <-].
  apply read_print in P as (OK & RD & F).
  assert (RD' := RD). apply Deals.read_deal_show in RD' as [V [-> ->]].
  split; [exact (check_deal_sound _ _ _ _ V K)|]. split; [exact V|].
  eexists. split; [|split; [exact OK|split; [exact RD|exact F]]].
  destruct e; simpl in K; eapply check_body_claims; exact K.
Qed.

(** With the format's checksum, the file is what [print] writes. *)
Corollary verify_print file d c : (forall f n, sum f n = fnv1a (firstn n f)) ->
  verify file = Verified d c ->
  exists p, file = print fnv1a (Certificate (Deals.game_of d) (Deals.show d) p).
Proof.
  intros S V. apply verify_sound in V as (_ & _ & p & _ & _ & _ & F). exists p. unfold print.
  rewrite S in F. rewrite F at 1. f_equal. f_equal. rewrite F.
  rewrite firstn_app, Nat.sub_diag, firstn_all. now rewrite app_nil_r.
Qed.

(** ** In the words of each game *)

Corollary gaps_file_lost file ru suits R C b :
  verify file = Verified (Deals.Gaps ru suits R C b) Lost -> Rules.lost ru R C b.
Proof.
  intros H. apply verify_sound in H as [H _]. now apply Gaps.lost_iff in H.
Qed.
Corollary birds_file_lost file s :
  verify file = Verified (Deals.Birds s) Lost -> lost Birds.move Birds.won s.
Proof. intros H. now apply verify_sound in H as [H _]. Qed.
Corollary cohesion_file_lost file w s :
  verify file = Verified (Deals.Cohesion w s) Lost ->
  lost (Cohesion.move w) (Cohesion.won w) s.
Proof. intros H. now apply verify_sound in H as [H _]. Qed.
Corollary tiles_file_lost file w g s :
  verify file = Verified (Deals.Tiles w g s) Lost ->
  lost (Tiles.move w g) (Tiles.won g) s.
Proof. intros H. now apply verify_sound in H as [H _]. Qed.
Corollary sliding_file_lost file last w s :
  verify file = Verified (Deals.Sliding last w s) Lost ->
  lost (Sliding.move w) (Sliding.won last) s.
Proof. intros H. now apply verify_sound in H as [H _]. Qed.
End Verify.

Lemma width_positive g d k : width g d = Some k -> k <> 0.
Proof.
  unfold width. destruct (Deals.read_deal g d) as [e|] eqn:E; [|discriminate].
  intros [= <-]. apply Deals.read_deal_show in E as [V _]. now apply Deals.valid_cells.
Qed.
(** [parse] of Certificate.v reads certificates written with the format's checksum. *)
Corollary file_parse_print c :
  certificate_ok width c -> parse width fnv1a (print fnv1a c) = Some c.
Proof. apply parse_print; [exact width_positive|exact fnv1a_length]. Qed.
