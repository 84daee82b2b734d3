(** * Reading a certificate by offsets

    A file is not turned into lists: each part is read in place. [read_certificate] returns the
    offsets of the parts, and [read_print] states that the file is what [put_content] writes for them,
    followed by eight bytes. *)

From Coq Require Import List Bool Arith NArith Lia Strings.Byte.
From Patience.Gaps Require Import Machine.
From Patience.Format Require Import Bytes Certificate.
From Patience.Format Require Deals.
Import ListNotations.

Section Read.
Variable d : data.

(** k bytes from place i. *)
Fixpoint slice (k i : nat) : bytes :=
  match k with 0 => [] | S k => sign_at d i :: slice k (S i) end.
Lemma slice_length k : forall i, length (slice k i) = k.
Proof. induction k; intros; simpl; auto. Qed.
Lemma slice_app a b : forall i, slice (a + b) i = slice a i ++ slice b (i + a).
Proof.
  induction a as [|a IH]; intros i; simpl; [now rewrite Nat.add_0_r|]. rewrite IH.
  now replace (i + S a) with (S i + a) by lia.
Qed.
Lemma slice_all : slice (length d) 0 = d.
Proof.
  enough (G : forall l before, d = before ++ l -> slice (length l) (length before) = l)
    by now apply (G d []).
  induction l as [|b l IH]; intros before E; simpl; [reflexivity|]. f_equal.
  - unfold sign_at. rewrite E, app_nth2, Nat.sub_diag by lia. reflexivity.
  - specialize (IH (before ++ [b])). rewrite app_length, <- app_assoc in IH. simpl in IH.
    rewrite Nat.add_1_r in IH. now apply IH.
Qed.

(** A number of k bytes, lowest first, if it is not beyond the limit. *)
Fixpoint number (k i limit : nat) : option nat :=
  match k with
  | 0 => Some 0
  | S k =>
    match number k (S i) limit with
    | Some m => let n := m * 256 + byte d i in if n <=? limit then Some n else None
    | None => None
    end
  end.
Lemma to_nat_N b : N.of_nat (to_nat b) = to_N b.
Proof. destruct b; reflexivity. Qed.
Lemma number_slice k : forall i limit n, number k i limit = Some n -> i + k <= length d ->
  slice k i = put_number k (N.of_nat n) /\ (N.of_nat n < 256 ^ N.of_nat k)%N.
Proof.
  induction k as [|k IH]; intros i limit n H L; cbn [number] in H.
  - injection H as <-. split; [reflexivity|simpl; lia].
  - destruct (number k (S i) limit) as [m|] eqn:E; [|discriminate].
    destruct (_ <=? limit) in H; [|discriminate]. injection H as <-.
    destruct (IH _ _ _ E ltac:(lia)) as [S1 B]. cbn [slice put_number]. rewrite S1.
    unfold byte. replace (i <? data_size d) with true
      by (symmetry; apply Nat.ltb_lt; unfold data_size; lia).
    assert (TB := to_N_bounded (sign_at d i)).
    assert (U := byte_of_to_N (sign_at d i)).
    rewrite Nat2N.inj_add, Nat2N.inj_mul, to_nat_N. change (N.of_nat 256) with 256%N.
    remember (to_N (sign_at d i)) as u eqn:HU. clear HU.
    rewrite Nat2N.inj_succ, N.pow_succ_r'.
    assert (Q : ((N.of_nat m * 256 + u) / 256 = N.of_nat m)%N).
    { rewrite N.div_add_l by lia. rewrite N.div_small; lia. }
    assert (Q' : ((N.of_nat m * 256 + u) mod 256 = u)%N).
    { rewrite N.add_comm, N.mod_add by lia. apply N.mod_small; lia. }
    rewrite Q, Q', U. split; [reflexivity|].
    remember (256 ^ N.of_nat k)%N as P eqn:HP. clear HP. lia.
Qed.

(** Each reader returns what it read and the place after it, which is not beyond [stop]. *)
Variable stop : nat.
Hypothesis stop_in : stop <= length d.
Definition text (i : nat) : option (bytes * nat) :=
  match number 2 i (256 * 256 - 1) with
  | Some n =>
    let j := i + 2 + n in
    if j <=? stop then
      let t := slice n (i + 2) in if forallb printable t then Some (t, j) else None
    else None
  | None => None
  end.
Definition moves (i : nat) : option (list bytes * nat) :=
  match number 4 i stop with
  | Some n =>
    let j := i + 4 + n * 2 in
    if j <=? stop then Some (map (slice 2) (map (fun k => i + 4 + k * 2) (seq 0 n)), j) else None
  | None => None
  end.
(** The number of states, the place of the first, and the place after them. *)
Definition states (w i : nat) : option (nat * nat * nat) :=
  match number 8 i stop with
  | Some k =>
    let j := i + 8 + k * w in if j <=? stop then Some (k, i + 8, j) else None
  | None => None
  end.
(** The given number of layers. *)
Fixpoint layers (w count i : nat) : option (list (nat * nat) * nat) :=
  match count with
  | 0 => Some ([], i)
  | S count =>
    match states w i with
    | Some (k, at_, j) =>
      match layers w count j with
      | Some (l, j) => Some ((k, at_) :: l, j)
      | None => None
      end
    | None => None
    end
  end.

(** The records of w bytes at a place. *)
Fixpoint records (w k i : nat) : list bytes :=
  match k with 0 => [] | S k => slice w i :: records w k (i + w) end.
Lemma records_sized w k : forall i, sized w (records w k i).
Proof.
  induction k as [|k IH]; intros i r; simpl; [intros []|]. intros [<-|I]; [apply slice_length|].
  exact (IH _ _ I).
Qed.
Lemma records_length w k : forall i, length (records w k i) = k.
Proof. induction k; intros; simpl; auto. Qed.
Lemma records_concat w k : forall i, concat (records w k i) = slice (k * w) i.
Proof.
  induction k as [|k IH]; intros i; simpl; [reflexivity|]. now rewrite IH, slice_app.
Qed.
Lemma records_map w k i : map (slice w) (map (fun j => i + j * w) (seq 0 k)) = records w k i.
Proof.
  rewrite map_map. enough (G : forall a, map (fun j => slice w (i + j * w)) (seq a k) =
    records w k (i + a * w)) by (rewrite G; f_equal; lia).
  induction k as [|k IH]; intros a; simpl; [reflexivity|]. rewrite IH. f_equal. f_equal. lia.
Qed.

Lemma text_slice i t j : text i = Some (t, j) ->
  i <= j <= stop /\ slice (j - i) i = put_text t /\ text_ok t = true.
Proof.
  unfold text. destruct (number 2 i (256 * 256 - 1)) as [n|] eqn:E; [|discriminate].
  destruct (Nat.leb_spec (i + 2 + n) stop) as [L|]; [|discriminate].
  destruct (forallb printable _) eqn:P; [|discriminate]. intros [= <- <-].
  destruct (number_slice _ _ _ _ E ltac:(lia)) as [S1 B]. split; [lia|].
  replace (i + 2 + n - i) with (2 + n) by lia. rewrite slice_app, S1.
  unfold put_text, text_ok. rewrite slice_length. split; [reflexivity|].
  apply andb_true_intro. split; [|exact P]. now apply N.ltb_lt.
Qed.
Lemma moves_slice i m j : moves i = Some (m, j) ->
  i <= j <= stop /\ slice (j - i) i = put_records 4 m /\ sized 2 m /\ count_ok 4 m.
Proof.
  unfold moves. destruct (number 4 i stop) as [n|] eqn:E; [|discriminate].
  destruct (Nat.leb_spec (i + 4 + n * 2) stop) as [L|]; [|discriminate]. rewrite records_map.
  intros [= <- <-].
  destruct (number_slice _ _ _ _ E ltac:(lia)) as [S1 B]. split; [lia|].
  replace (i + 4 + n * 2 - i) with (4 + n * 2) by lia.
  unfold put_records, count_ok. rewrite slice_app, records_length, records_concat, S1.
  split; [reflexivity|]. split; [apply records_sized|exact B].
Qed.
Lemma states_slice w i k a j : states w i = Some (k, a, j) ->
  i <= j <= stop /\ slice (j - i) i = put_records 8 (records w k a) /\
  sized w (records w k a) /\ count_ok 8 (records w k a).
Proof.
  unfold states. destruct (number 8 i stop) as [n|] eqn:E; [|discriminate].
  destruct (Nat.leb_spec (i + 8 + n * w) stop) as [L|]; [|discriminate].
  intros [= <- <- <-].
  destruct (number_slice _ _ _ _ E ltac:(lia)) as [S1 B]. split; [lia|].
  replace (i + 8 + n * w - i) with (8 + n * w) by lia.
  unfold put_records, count_ok. rewrite slice_app, records_length, records_concat, S1.
  split; [reflexivity|]. split; [apply records_sized|exact B].
Qed.
Definition layer_records (w : nat) (l : list (nat * nat)) : list (list bytes) :=
  map (fun ka => records w (fst ka) (snd ka)) l.
Lemma layers_slice w count : forall i l j, i <= stop -> layers w count i = Some (l, j) ->
  i <= j <= stop /\ slice (j - i) i = concat (map (put_records 8) (layer_records w l)) /\
  length l = count /\
  forall layer, In layer (layer_records w l) -> sized w layer /\ count_ok 8 layer.
Proof.
  induction count as [|count IH]; intros i l j Hi H; simpl in H.
  - injection H as <- <-. rewrite Nat.sub_diag. repeat split; auto; try lia; contradiction.
  - destruct (states w i) as [[[k a] m]|] eqn:E; [|discriminate].
    destruct (layers w count m) as [[l' j']|] eqn:F; [|discriminate]. injection H as <- <-.
    apply states_slice in E as (B & S1 & Z1 & C1).
    apply IH in F as (B' & S2 & Z2 & C2); [|lia]. split; [lia|].
    replace (j' - i) with ((m - i) + (j' - m)) by lia. rewrite slice_app, S1.
    replace (i + (m - i)) with m by lia. rewrite S2. split; [reflexivity|].
    split; [simpl; congruence|]. intros layer [<-|I]; auto.
Qed.

(** The content of a body, by offsets. *)
Inductive layout :=
| LPlan (moves : list bytes)
| LClosed (k i : nat)
| LLayered (moves : list bytes) (layers : list (nat * nat))
| LTree (i : nat).
Definition body_of (w : nat) (l : layout) : body :=
  match l with
  | LPlan m => Plan m
  | LClosed k i => Closed (records w k i)
  | LLayered m l => Layered m (layer_records w l)
  | LTree i => Tree (slice (stop - i) i)
  end.
Definition ends {A} (r : option (A * nat)) : option A :=
  match r with Some (a, j) => if j =? stop then Some a else None | None => None end.
Definition read_body (kind : Byte.byte) (w i : nat) : option layout :=
  match kind with
  | "P"%byte => option_map LPlan (ends (moves i))
  | "C"%byte => option_map (fun ka => LClosed (fst ka) (snd ka)) (ends (states w i))
  | "O"%byte =>
    match moves i with
    | Some (m, j) => option_map (LLayered m) (ends (layers w (length m) j))
    | None => None
    end
  | "T"%byte => Some (LTree i)
  | _ => None
  end.
Lemma ends_some {A} (r : option (A * nat)) a : ends r = Some a -> r = Some (a, stop).
Proof.
  destruct r as [[x j]|]; simpl; [|discriminate]. destruct (Nat.eqb_spec j stop) as [->|]; congruence.
Qed.
Lemma read_body_slice c w i l : i <= stop -> read_body c w i = Some l ->
  c = kind (body_of w l) /\ slice (stop - i) i = put_body (body_of w l) /\ body_ok w (body_of w l).
Proof.
  intros Hi. unfold read_body. intros H. destruct c; try discriminate H.
  - destruct (ends _) as [[k a]|] eqn:E; [|discriminate]. injection H as <-.
    apply ends_some, states_slice in E as (_ & S1 & Z & C). simpl. auto.
  - destruct (moves i) as [[m j]|] eqn:E; [|discriminate].
    destruct (ends _) as [ls|] eqn:F; [|discriminate]. injection H as <-.
    apply moves_slice in E as (B & S1 & Z & C).
    apply ends_some, layers_slice in F as (_ & S2 & L2 & C2); [|lia].
    simpl. unfold layer_records at 2. rewrite map_length.
    replace (stop - i) with ((j - i) + (stop - j)) by lia. rewrite slice_app, S1.
    replace (i + (j - i)) with j by lia. rewrite S2. auto 7.
  - destruct (ends _) as [m|] eqn:E; [|discriminate]. injection H as <-.
    apply ends_some, moves_slice in E as (_ & S1 & Z & C). simpl. auto.
  - injection H as <-. simpl. auto.
Qed.
End Read.

(** The game's name, the deal's text, the deal, and its body. *)
Definition read_certificate (d : data) (sum : data -> nat -> bytes)
    : option (bytes * bytes * Deals.deal * layout) :=
  let size := data_size d in
  let stop := size - 8 in
  if size <? 17 then None
  else if list_eq_dec byte_eq_dec (slice d 8 stop) (sum d stop) then
    if list_eq_dec byte_eq_dec (slice d 8 0) magic then
      match text d stop 9 with
      | None => None
      | Some (game, i) =>
        match text d stop i with
        | None => None
        | Some (deal, i) =>
          match Deals.read_deal game deal with
          | None => None
          | Some e =>
            option_map (fun l => (game, deal, e, l))
              (read_body d stop (sign_at d 8) (Deals.cells_of e) i)
          end
        end
      end
    else None
  else None.
Definition width (game text : bytes) : option nat :=
  option_map Deals.cells_of (Deals.read_deal game text).
Theorem read_print d sum game deal e l : read_certificate d sum = Some (game, deal, e, l) ->
  let cert := Certificate game deal (body_of d (length d - 8) (Deals.cells_of e) l) in
  certificate_ok width cert /\ Deals.read_deal game deal = Some e /\
  d = put_content cert ++ sum d (length (put_content cert)).
Proof.
  unfold read_certificate, data_size. destruct (Nat.ltb_spec (length d) 17) as [|L]; [discriminate|].
  set (stop := length d - 8). destruct (list_eq_dec _ _ _) as [SUM|]; [|discriminate].
  destruct (list_eq_dec _ _ _) as [MAG|]; [|discriminate].
  destruct (text d stop 9) as [[g i]|] eqn:E1; [|discriminate].
  destruct (text d stop i) as [[t j]|] eqn:E2; [|discriminate].
  destruct (Deals.read_deal g t) as [e'|] eqn:RD; [|discriminate].
  destruct (read_body _ _ _ _ _) as [l'|] eqn:B; [|discriminate]. cbn [option_map]. intros [= <- <- <- <-].
  assert (SI : stop <= length d) by (unfold stop; lia).
  apply text_slice in E1 as (B1 & S1 & T1); [|exact SI].
  apply text_slice in E2 as (B2 & S2 & T2); [|exact SI].
  apply read_body_slice in B as (K & S3 & OK); [|exact SI|lia]. fold stop.
  cbv zeta. set (cert := Certificate _ _ _). assert (P : put_content cert = slice d stop 0).
  { unfold put_content, cert. cbn [proof game_name deal_text]. rewrite <- K, <- S1, <- S2, <- S3, <- MAG.
    replace (slice d stop 0) with (slice d (8 + (1 + ((i - 9) + ((j - i) + (stop - j))))) 0)
      by (f_equal; lia).
    rewrite !slice_app. cbn [slice app].
    replace (0 + 8 + 1) with 9 by lia. replace (9 + (i - 9)) with i by lia.
    replace (i + (j - i)) with j by lia. reflexivity. }
  split; [|split; [exact RD|]].
  - split; [exact T1|split; [exact T2|]]. exists (Deals.cells_of e'). split; [|exact OK].
    unfold width. simpl. now rewrite RD.
  - rewrite P, slice_length, <- SUM. rewrite <- (slice_all d) at 1.
    replace (length d) with (stop + 8) by (unfold stop; lia). now rewrite slice_app.
Qed.
