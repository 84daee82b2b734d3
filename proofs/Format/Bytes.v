(** * Numbers, strings and records of a file

    Each reader takes its part from a list of bytes and returns the rest. Each is proved to be
    the inverse of the writing function. *)

From Coq Require Import List Bool Arith NArith Lia Strings.Byte.
Import ListNotations.

Definition bytes := list byte.

(** ** Numbers, lowest byte first *)

Definition byte_of (n : N) : byte := match of_N n with Some b => b | None => x00 end.
Fixpoint put_number (k : nat) (n : N) : bytes :=
  match k with
  | 0 => []
  | S k => byte_of (n mod 256) :: put_number k (n / 256)
  end.
Fixpoint get_number (k : nat) (l : bytes) : option (N * bytes) :=
  match k, l with
  | 0, _ => Some (0%N, l)
  | S k, [] => None
  | S k, b :: l =>
    match get_number k l with
    | Some (n, rest) => Some (to_N b + 256 * n, rest)%N
    | None => None
    end
  end.

Lemma to_N_byte_of n : (n < 256)%N -> to_N (byte_of n) = n.
Proof.
  intros H. unfold byte_of. destruct (of_N n) eqn:E; [now apply to_of_N|].
  apply of_N_None_iff in E. lia.
Qed.
Lemma byte_of_to_N b : byte_of (to_N b) = b.
Proof. unfold byte_of. now rewrite of_to_N. Qed.

Lemma get_put_number k : forall n l, (n < 256 ^ N.of_nat k)%N ->
  get_number k (put_number k n ++ l) = Some (n, l).
Proof.
  induction k as [|k IH]; intros n l H.
  - simpl in H. simpl. f_equal. f_equal. lia.
  - rewrite Nat2N.inj_succ, N.pow_succ_r' in H. cbn [put_number get_number app].
    rewrite IH by (apply N.div_lt_upper_bound; lia).
    rewrite to_N_byte_of by (apply N.mod_lt; lia). f_equal. f_equal.
    assert (E := N.div_mod n 256). lia.
Qed.
Lemma put_get_number k : forall l n rest, get_number k l = Some (n, rest) ->
  l = put_number k n ++ rest /\ (n < 256 ^ N.of_nat k)%N.
Proof.
  induction k as [|k IH]; intros l n rest H.
  - injection H as <- <-. split; [reflexivity|simpl; lia].
  - destruct l as [|b l]; [discriminate|].
    change (match get_number k l with
      | Some (n, rest) => Some (to_N b + 256 * n, rest)%N
      | None => None end = Some (n, rest)) in H.
    destruct (get_number k l) as [[m r]|] eqn:G; [|discriminate].
    assert (n = to_N b + 256 * m)%N as -> by congruence.
    assert (r = rest) as -> by congruence. clear H. apply IH in G as [-> L].
    assert (B := to_N_bounded b).
    replace (256 ^ N.of_nat (S k))%N with (256 * 256 ^ N.of_nat k)%N
      by now rewrite Nat2N.inj_succ, N.pow_succ_r'.
    remember (256 ^ N.of_nat k)%N as P eqn:HP. clear HP.
    assert (U := byte_of_to_N b). remember (to_N b) as u eqn:HU. clear HU.
    split; [|lia]. cbn [put_number app].
    assert (E : ((u + 256 * m) / 256 = m)%N).
    { rewrite N.mul_comm, N.div_add by lia. rewrite N.div_small; lia. }
    assert (E' : ((u + 256 * m) mod 256 = u)%N).
    { rewrite N.mul_comm, N.mod_add by lia. apply N.mod_small; lia. }
    now rewrite E, E', U.
Qed.
Lemma put_number_length k n : length (put_number k n) = k.
Proof. revert n. induction k; intros; simpl; auto. Qed.

(** ** The next k bytes *)

Fixpoint take (k : nat) (l : bytes) : option (bytes * bytes) :=
  match k, l with
  | 0, _ => Some ([], l)
  | S k, [] => None
  | S k, b :: l =>
    match take k l with Some (a, rest) => Some (b :: a, rest) | None => None end
  end.
Lemma take_app a l : take (length a) (a ++ l) = Some (a, l).
Proof. induction a as [|b a IH]; simpl; [reflexivity|]. now rewrite IH. Qed.
Lemma take_inv k : forall l a rest, take k l = Some (a, rest) -> l = a ++ rest /\ length a = k.
Proof.
  induction k as [|k IH]; intros l a rest H.
  - injection H as <- <-. auto.
  - destruct l as [|b l]; [discriminate|]. simpl in H.
    destruct (take k l) as [[a' r]|] eqn:T; [|discriminate]. injection H as <- <-.
    apply IH in T as [-> L]. simpl. auto.
Qed.

(** ** Strings: a length of two bytes, then printable ASCII *)

Definition printable (b : byte) : bool := (32 <=? to_N b)%N && (to_N b <=? 126)%N.
Definition put_text (t : bytes) : bytes := put_number 2 (N.of_nat (length t)) ++ t.
Definition get_text (l : bytes) : option (bytes * bytes) :=
  match get_number 2 l with
  | None => None
  | Some (n, l) =>
    match take (N.to_nat n) l with
    | Some (t, rest) => if forallb printable t then Some (t, rest) else None
    | None => None
    end
  end.
Definition text_ok (t : bytes) : bool :=
  (N.of_nat (length t) <? 65536)%N && forallb printable t.
Lemma get_put_text t l : text_ok t = true -> get_text (put_text t ++ l) = Some (t, l).
Proof.
  unfold text_ok, get_text, put_text. intros H. apply andb_prop in H as [H P].
  apply N.ltb_lt in H. rewrite <- app_assoc, get_put_number by exact H.
  now rewrite Nat2N.id, take_app, P.
Qed.
Lemma put_get_text l t rest : get_text l = Some (t, rest) ->
  l = put_text t ++ rest /\ text_ok t = true.
Proof.
  unfold get_text, put_text, text_ok. destruct (get_number 2 l) as [[n l']|] eqn:G; [|discriminate].
  destruct (take _ l') as [[a r]|] eqn:T; [|discriminate].
  destruct (forallb printable a) eqn:P; [|discriminate]. intros [= <- <-].
  apply put_get_number in G as [-> B]. apply take_inv in T as [-> L].
  rewrite L, N2Nat.id. split; [now rewrite app_assoc|].
  apply andb_true_intro. split; [|exact P]. now apply N.ltb_lt.
Qed.

(** ** A number of records of k bytes

    [fuel] is any list that is long enough: the input itself. *)

Fixpoint get_records (fuel : bytes) (k : nat) (count : N) (l : bytes) (found : list bytes)
  : option (list bytes * bytes) :=
  match count with
  | N0 => Some (rev_append found [], l)
  | _ =>
    match fuel with
    | [] => None
    | _ :: fuel =>
      match take k l with
      | Some (r, l) => get_records fuel k (N.pred count) l (r :: found)
      | None => None
      end
    end
  end.
Definition records (k : nat) (count : N) (l : bytes) := get_records l k count l [].

Definition sized (k : nat) (items : list bytes) : Prop := forall r, In r items -> length r = k.

Lemma get_records_print k items : forall fuel l found, sized k items ->
  length items <= length fuel ->
  get_records fuel k (N.of_nat (length items)) (concat items ++ l) found =
    Some (rev_append found items, l).
Proof.
  induction items as [|r items IH]; intros fuel l found S F.
  - destruct fuel; reflexivity.
  - destruct fuel as [|b fuel]; [simpl in F; lia|]. cbn [concat]. rewrite <- app_assoc.
    replace (N.of_nat (length (r :: items))) with (N.succ (N.of_nat (length items)))
      by (simpl length; lia).
    remember (N.succ (N.of_nat (length items))) as c. destruct c; [lia|]. cbn [get_records].
    rewrite <- (S r) at 1 by now left. rewrite take_app, Heqc, N.pred_succ.
    rewrite IH; [reflexivity|intros x I; apply S; now right|simpl in F; lia].
Qed.
Lemma get_records_inv k fuel : forall count l found items rest,
  get_records fuel k count l found = Some (items, rest) ->
  exists new, items = rev_append found new /\ l = concat new ++ rest /\ sized k new /\
    N.of_nat (length new) = count.
Proof.
  induction fuel as [|b fuel IH]; intros count l found items rest H.
  - destruct count; [|discriminate]. injection H as <- <-. exists [].
    split; [reflexivity|split; [reflexivity|split; [intros x []|reflexivity]]].
  - destruct count as [|c].
    + injection H as <- <-. exists [].
      split; [reflexivity|split; [reflexivity|split; [intros x []|reflexivity]]].
    + cbn [get_records] in H. destruct (take k l) as [[r l']|] eqn:T; [|discriminate].
      apply take_inv in T as [-> L]. apply IH in H as [new [-> [-> [S N]]]]. exists (r :: new).
      split; [reflexivity|split; [now rewrite app_assoc|split]].
      * intros x [<-|I]; auto.
      * simpl length. lia.
Qed.

Lemma concat_length k items : sized k items -> length (concat items) = k * length items.
Proof.
  induction items as [|r items IH]; intros S; simpl; [lia|].
  rewrite app_length, IH by (intros x I; apply S; now right). rewrite (S r) by now left. lia.
Qed.
Theorem records_print k items l : k <> 0 -> sized k items ->
  records k (N.of_nat (length items)) (concat items ++ l) = Some (items, l).
Proof.
  intros K S. unfold records. rewrite get_records_print; [reflexivity|exact S|].
  rewrite app_length, (concat_length k items S). nia.
Qed.
Theorem records_inv k count l items rest : records k count l = Some (items, rest) ->
  l = concat items ++ rest /\ sized k items /\ N.of_nat (length items) = count.
Proof.
  intros H. apply get_records_inv in H as [new [-> [L [S N]]]]. simpl. auto.
Qed.

(** ** The checksum: FNV-1a with 64 bits *)

Definition fnv_step (h : N) (b : byte) : N :=
  ((N.lxor h (to_N b) * 1099511628211) mod 18446744073709551616)%N.
Definition fnv1a (l : bytes) : bytes :=
  put_number 8 (fold_left fnv_step l 14695981039346656037%N).
Lemma fnv1a_length l : length (fnv1a l) = 8.
Proof. apply put_number_length. Qed.
