(** * The verified checker of certificates

    [verify_sound]: if [verify] says of a file that it proves a claim about a deal, the claim is
    true, and the file is a certificate of this deal, of the kind that proves such claims. *)

From Coq Require Import List Bool Arith NArith Lia Strings.Byte.
From Patience.Gaps Require Rules.
From Patience.Games Require Import Search.
From Patience.Games Require Cards Grid Birds Cohesion Tiles Gaps.
From Patience.Format Require Import Bytes Certificate.
From Patience.Format Require Deals.
Import ListNotations.

(** ** Claims, and what they mean *)

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
Variable hash : state -> positive.
Variable read_name : bytes -> option name.
Variable read_state : bytes -> option state.

Fixpoint read_all {A} (f : bytes -> option A) (l : list bytes) (done : list A) : option (list A) :=
  match l with
  | [] => Some (rev_append done [])
  | x :: l => match f x with Some y => read_all f l (y :: done) | None => None end
  end.
Fixpoint read_layers (layers : list (list bytes)) : option (list (list state)) :=
  match layers with
  | [] => Some []
  | layer :: layers =>
    match read_all read_state layer [], read_layers layers with
    | Some layer, Some layers => Some (layer :: layers)
    | _, _ => None
    end
  end.
(** As [length], without a deep stack. *)
Definition count {A} (l : list A) : nat := fold_left (fun n _ => S n) l 0.
Definition check_body (tree : state -> bytes -> bool) (s : state) (p : body) : option claim :=
  match p with
  | Plan moves =>
    match read_all read_name moves [] with
    | Some plan => if check_plan G s plan then Some (WonIn (count plan)) else None
    | None => None
    end
  | Closed states =>
    match read_all read_state states [] with
    | Some l => if check_closed G hash s l then Some Lost else None
    | None => None
    end
  | Layered moves layers =>
    match read_all read_name moves [], read_layers layers with
    | Some plan, Some layers =>
      if check_shortest G hash s plan layers then Some (WonFirstIn (count plan)) else None
    | _, _ => None
    end
  | Tree hints => if tree s hints then Some Lost else None
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
Lemma check_body_claims tree s p c : check_body tree s p = Some c -> claims p c.
Proof.
  destruct p as [m|l|m l|t]; simpl.
  - destruct (read_all read_name m []) as [plan|] eqn:E; [|discriminate].
    destruct (check_plan _ _ _); [|discriminate].
    intros [= <-]. apply read_all_length in E. rewrite count_length. simpl in *. lia.
  - destruct (read_all _ _ _); [|discriminate].
    destruct (check_closed _ _ _ _); [|discriminate]. now intros [= <-].
  - destruct (read_all read_name m []) as [plan|] eqn:E; [|discriminate].
    destruct (read_layers _); [|discriminate]. destruct (check_shortest _ _ _ _ _); [|discriminate].
    intros [= <-]. apply read_all_length in E. rewrite count_length. simpl in *. lia.
  - destruct (tree s t); [|discriminate]. now intros [= <-].
Qed.

Variable move : state -> state -> Prop.
Variable won : state -> Prop.
Hypothesis G_fits : fits G move won.
Lemma check_body_sound tree s p c :
  (forall hints, tree s hints = true -> lost move won s) ->
  check_body tree s p = Some c -> says move won s c.
Proof.
  intros T. destruct p as [moves|states|moves layers|hints]; simpl.
  - destruct (read_all _ _ _) as [plan|]; [|discriminate].
    destruct (check_plan G s plan) eqn:E; intros [= <-]. rewrite count_length.
    now apply (check_plan_sound G move won G_fits).
  - destruct (read_all _ _ _) as [l|]; [|discriminate].
    destruct (check_closed G hash s l) eqn:E; intros [= <-].
    now apply (check_closed_sound G move won G_fits hash s l).
  - destruct (read_all _ _ _) as [plan|]; [|discriminate].
    destruct (read_layers _) as [l|]; [|discriminate].
    destruct (check_shortest G hash s plan l) eqn:E; intros [= <-]. rewrite count_length.
    now apply (check_shortest_sound G move won G_fits hash s plan l).
  - destruct (tree s hints) eqn:E; intros [= <-]. exact (T _ E).
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

(** The cells of Birds by their numbers, rank * 4 + suit. *)
Definition bird_cells : list Cards.cell := Eval compute in
  map (fun n => Some (Cards.Card (n / 4) (nth (n mod 4) Deals.all_suits Cards.Clubs))) (seq 0 52).
Definition read_bird (b : byte) : option Cards.cell :=
  match b with xff => Some None | _ => nth_error bird_cells (to_nat b) end.
(** The contents of cells of Gaps by their numbers. *)
Definition gaps_contents (R C : nat) : list (option nat) :=
  map (fun n => if (n mod 4 <? R) && (n / 4 <? C - 1)
    then Some (Rules.card C (n mod 4) (n / 4)) else None) (seq 0 48).
Definition read_gap (contents : list (option nat)) (b : byte) : option nat :=
  match b with xff => Some 0 | _ => nth (to_nat b) contents None end.
Fixpoint read_cells {A} (f : byte -> option A) (l : bytes) : option (list A) :=
  match l with
  | [] => Some []
  | b :: l =>
    match f b with
    | None => None
    | Some c => match read_cells f l with Some s => Some (c :: s) | None => None end
    end
  end.

(** ** The file *)

Inductive verdict := Verified (d : Deals.deal) (c : claim) | Refused | Unreadable.

Section Verify.
(** Hashes of states: any functions. *)
Variable hash_cards : Cards.board -> positive.
Variable hash_numbers : list nat -> positive.
Variable hash_signs : Grid.signs -> positive.
(** The checksum: any function. The format's is [fnv1a]. *)
Variable sum : bytes -> bytes.
(** A checker of trees. *)
Variable tree : Rules.rules -> nat -> nat -> list nat -> bytes -> bool.

Definition check_deal (d : Deals.deal) (p : body) : option claim :=
  match d with
  | Deals.Gaps ru _ R C b =>
    let contents := gaps_contents R C in
    check_body (Gaps.gaps ru R C) hash_numbers read_place (read_cells (read_gap contents))
      (tree ru R C) b p
  | Deals.Birds s =>
    check_body Birds.birds hash_cards read_place (read_cells read_bird)
      (fun _ _ => false) s p
  | Deals.Cohesion w s =>
    check_body (Cohesion.cohesion w) hash_signs read_shift Some (fun _ _ => false) s p
  | Deals.Tiles w ground pieces =>
    check_body (Tiles.tiles w ground) hash_signs read_tilt Some (fun _ _ => false) pieces p
  end.
Definition width (game text : bytes) : option nat :=
  option_map Deals.cells_of (Deals.read_deal game text).
Definition verify (file : bytes) : verdict :=
  match parse width sum file with
  | None => Unreadable
  | Some c =>
    match Deals.read_deal (game_name c) (deal_text c) with
    | None => Unreadable
    | Some d =>
      match check_deal d (proof c) with Some claim => Verified d claim | None => Refused end
    end
  end.

Lemma width_positive g d k : width g d = Some k -> k <> 0.
Proof.
  unfold width. destruct (Deals.read_deal g d) as [e|] eqn:E; [|discriminate].
  intros [= <-]. apply Deals.read_deal_show in E as [V _]. now apply Deals.valid_cells.
Qed.

Hypothesis tree_sound : forall ru R C b hints,
  tree ru R C b hints = true -> Rules.lost ru R C b.

Theorem check_deal_sound d p c : Deals.valid d = true -> check_deal d p = Some c -> is_true_of d c.
Proof.
  intros V. destruct d as [ru suits R C b|s|w s|w ground pieces]; simpl.
  - apply check_body_sound; [apply Gaps.gaps_fits|]. intros hints T. apply Gaps.lost_iff.
    exact (tree_sound _ _ _ _ _ T).
  - apply check_body_sound; [apply Birds.birds_fits|discriminate].
  - apply check_body_sound; [|discriminate]. apply Cohesion.cohesion_fits.
    exact (Deals.valid_width w s V).
  - apply check_body_sound; [apply Tiles.tiles_fits|discriminate].
Qed.

(** The claim is true of the deal, and the deal is valid. The file is a certificate that has the
    game's name and the deal as [Deals.show] writes it; all its numbers and texts fit; its body is
    of the claim's kind, with so many moves; and its text is read back as this deal and no other. *)
Theorem verify_sound file d c : verify file = Verified d c ->
  is_true_of d c /\ Deals.valid d = true /\
  exists p, let cert := Certificate (Deals.game_of d) (Deals.show d) p in
    claims p c /\ certificate_ok width cert /\
    Deals.read_deal (game_name cert) (deal_text cert) = Some d /\ file = print sum cert.
Proof.
  unfold verify. destruct (parse width sum file) as [cert|] eqn:P; [|discriminate].
  destruct (Deals.read_deal _ _) as [e|] eqn:E; [|discriminate].
  destruct (check_deal e (proof cert)) as [claim|] eqn:K; [|discriminate]. intros [= <- <-].
  assert (RD := E). apply Deals.read_deal_show in E as [V [G T]].
  split; [exact (check_deal_sound _ _ _ V K)|]. split; [exact V|].
  apply (print_parse width sum) in P as [-> OK]. exists (proof cert). cbv zeta. rewrite <- G, <- T.
  destruct cert as [g t p]. simpl in *. split; [|auto].
  destruct e; simpl in K; eapply check_body_claims; exact K.
Qed.
End Verify.

(** ** In the words of each game *)

Section Files.
Variables (hc : Cards.board -> positive) (hn : list nat -> positive).
Variable hs : Grid.signs -> positive.
Variable sum : bytes -> bytes.
Variable tree : Rules.rules -> nat -> nat -> list nat -> bytes -> bool.
Hypothesis tree_sound : forall ru R C b hints,
  tree ru R C b hints = true -> Rules.lost ru R C b.

Corollary gaps_file_lost file ru suits R C b :
  verify hc hn hs sum tree file = Verified (Deals.Gaps ru suits R C b) Lost ->
  Rules.lost ru R C b.
Proof.
  intros H. apply verify_sound in H as [H _]; auto. now apply Gaps.lost_iff in H.
Qed.
Corollary birds_file_lost file s :
  verify hc hn hs sum tree file = Verified (Deals.Birds s) Lost -> lost Birds.move Birds.won s.
Proof. intros H. now apply verify_sound in H as [H _]. Qed.
Corollary cohesion_file_lost file w s :
  verify hc hn hs sum tree file = Verified (Deals.Cohesion w s) Lost ->
  lost (Cohesion.move w) (Cohesion.won w) s.
Proof. intros H. now apply verify_sound in H as [H _]. Qed.
Corollary tiles_file_lost file w g s :
  verify hc hn hs sum tree file = Verified (Deals.Tiles w g s) Lost ->
  lost (Tiles.move w g) (Tiles.won g) s.
Proof. intros H. now apply verify_sound in H as [H _]. Qed.
End Files.

(** What is written with the format's checksum is read. *)
Corollary file_parse_print c :
  certificate_ok width c -> parse width fnv1a (print fnv1a c) = Some c.
Proof. apply parse_print; [exact width_positive|exact fnv1a_length]. Qed.

(** For the program with Coq's own numbers, which refuses trees. *)
Definition no_trees (ru : Rules.rules) (R C : nat) (b : list nat) (hints : bytes) := false.
Lemma no_trees_sound ru R C b hints : no_trees ru R C b hints = true -> Rules.lost ru R C b.
Proof. discriminate. Qed.
