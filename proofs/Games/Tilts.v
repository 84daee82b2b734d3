(** * Match the Tiles: a tilt packs each line of the board

    Read [place], [line] and [tilt_line]: cell by cell, without the rows and columns that [tilt]
    makes. *)

From Coq Require Import List Bool Arith Lia Strings.Byte.
From Patience.Games Require Import Search Grid Tiles.
Import ListNotations.
Section Tilts.
Variable w : nat.
Hypothesis w0 : w <> 0.
Definition grid h (g : nat -> nat -> byte) : list signs :=
  map (fun r => map (fun c => g r c) (seq 0 w)) (seq 0 h).

Lemma take_spec w' : forall s, w' <= length s ->
  take w' s = (map (fun c => sign s c) (seq 0 w'), skipn w' s).
Proof.
  induction w' as [|v IH]; intros s H; [destruct s; reflexivity|].
  destruct s as [|c s]; [simpl in H; lia|]. simpl in H. simpl take. rewrite IH by lia.
  simpl. rewrite <- seq_shift, map_map. reflexivity.
Qed.
Lemma sign_skipn s k c : sign (skipn k s) c = sign s (k + c).
Proof.
  unfold sign. revert s. induction k as [|k IH]; intros s; [reflexivity|].
  destruct s as [|x s]; [simpl; now destruct c|]. simpl. apply IH.
Qed.
Lemma rows_spec h : forall s, length s = h * w ->
  rows w h s = grid h (fun r c => sign s (r * w + c)).
Proof.
  induction h as [|h IH]; intros s L; [now destruct s|].
  destruct s as [|x s]; [simpl in L; lia|]. cbn [rows].
  rewrite take_spec by (simpl in L |- *; lia).
  rewrite IH by (rewrite skipn_length; lia).
  unfold grid. cbn [seq map]. f_equal. rewrite <- seq_shift, map_map.
  apply map_ext. intros r. apply map_ext. intros c. rewrite sign_skipn. f_equal. lia.
Qed.
Lemma zip_spec m (f : nat -> byte) (g : nat -> signs) a :
  zip (map f (seq a m)) (map g (seq a m)) = map (fun c => f c :: g c) (seq a m).
Proof. revert a. induction m as [|m IH]; intros a; [reflexivity|]. simpl. now rewrite IH. Qed.
Lemma columns_spec m (g : nat -> nat -> byte) (l : list nat) :
  columns m (map (fun r => map (fun c => g r c) (seq 0 m)) l) =
  map (fun c => map (fun r => g r c) l) (seq 0 m).
Proof.
  unfold columns. induction l as [|r l IH]; simpl.
  - generalize 0. induction m as [|m IH]; intros a; [reflexivity|]. simpl. now rewrite (IH (S a)).
  - rewrite IH. now rewrite zip_spec.
Qed.
Lemma map2_map (f : signs -> signs -> signs) (a b : nat -> signs) l :
  map2 f (map a l) (map b l) = map (fun x => f (a x) (b x)) l.
Proof. induction l as [|x l IH]; [reflexivity|]. simpl. now rewrite IH. Qed.

(** The signs of line k, read from the side to which the board is tilted. *)
Definition place (d : direction) (h k i : nat) : nat :=
  match d with
  | L => k * w + i | R => k * w + (w - 1 - i)
  | U => i * w + k | D => (h - 1 - i) * w + k
  end.
Definition long (d : direction) h := match d with L | R => w | U | D => h end.
Definition line d h (s : signs) k : signs :=
  map (fun i => sign s (place d h k i)) (seq 0 (long d h)).
Lemma pack_length g : forall held s, length s = length g ->
  length (pack held g s) = held + length g.
Proof.
  induction g as [|x g IH]; intros held [|p s] E; try discriminate E; simpl.
  - unfold blanks. rewrite repeat_length. lia.
  - injection E as E. destruct (obstacle x), (empty p); rewrite ?app_length; simpl;
      rewrite ?IH by exact E; unfold blanks; rewrite ?repeat_length; lia.
Qed.
Lemma as_map (l : signs) m : length l = m -> l = map (fun i => sign l i) (seq 0 m).
Proof.
  intros <-. induction l as [|x l IH]; [reflexivity|]. cbn [length seq map].
  rewrite <- seq_shift, map_map. cbn [sign nth]. f_equal. exact IH.
Qed.
Lemma concat_sign h (g : nat -> nat -> byte) r c : r < h -> c < w ->
  sign (concat (grid h g)) (r * w + c) = g r c.
Proof.
  intros Hr Hc. unfold grid. enough (G : forall a r, r < h ->
    sign (concat (map (fun r => map (fun c => g r c) (seq 0 w)) (seq a h))) (r * w + c) =
      g (a + r) c) by now apply G.
  clear r Hr. induction h as [|h IH]; intros a r Hr; [lia|]. cbn [seq map concat]. unfold sign.
  destruct r as [|r].
  - rewrite app_nth1 by (rewrite map_length, seq_length; lia). simpl.
    rewrite nth_indep with (d' := g a 0) by (rewrite map_length, seq_length; lia).
    rewrite (map_nth (fun c => g a c)), seq_nth by lia. f_equal; lia.
  - rewrite app_nth2 by (rewrite map_length, seq_length; lia). rewrite map_length, seq_length.
    replace (S r * w + c - w) with (r * w + c) by lia.
    fold (sign (concat (map (fun r => map (fun c => g r c) (seq 0 w)) (seq (S a) h)))
      (r * w + c)).
    rewrite IH by lia. f_equal. lia.
Qed.
Lemma rev_line (f : nat -> byte) m : rev (map f (seq 0 m)) = map (fun i => f (m - 1 - i)) (seq 0 m).
Proof.
  induction m as [|m IH]; [reflexivity|]. rewrite seq_S at 1. rewrite map_app, rev_app_distr.
  cbn [map rev app seq]. rewrite IH, <- seq_shift, map_map. f_equal; [f_equal; lia|].
  apply map_ext. intros i. f_equal. lia.
Qed.

Variable ground : signs.
Variable h : nat.
Hypothesis LG : length ground = h * w.
Lemma height_ok s : length s = h * w -> height w s = h.
Proof. intros E. unfold height. rewrite E. now apply Nat.div_mul. Qed.
Lemma line_length d s k : length (line d h s k) = long d h.
Proof. unfold line. now rewrite map_length, seq_length. Qed.
Lemma board_rows_spec s : length s = h * w ->
  board_rows w s = grid h (fun r c => sign s (r * w + c)).
Proof. intros E. unfold board_rows. rewrite height_ok by exact E. now apply rows_spec. Qed.
(** Each line of the tilted board is the packed line of the original board. *)
Definition packed d s k := pack 0 (line d h ground k) (line d h s k).
Lemma packed_length d s k : length (packed d s k) = long d h.
Proof. unfold packed. rewrite pack_length; rewrite !line_length; reflexivity. Qed.
Definition lines (d : direction) := match d with L | R => h | U | D => w end.

Theorem tilt_line d s k : length s = h * w -> k < lines d ->
  line d h (tilt w ground d s) k = pack 0 (line d h ground k) (line d h s k).
Proof.
  intros E Hk. change (pack 0 (line d h ground k) (line d h s k)) with (packed d s k).
  assert (X : exists g, tilt w ground d s = concat (grid h g) /\
    forall i, i < long d h -> match d with
      | L => g k i | R => g k (w - 1 - i) | U => g i k | D => g (h - 1 - i) k end =
      sign (packed d s k) i).
  { unfold tilt. rewrite !height_ok, !board_rows_spec by assumption. unfold grid at 1 2 3 4 5 6 7 8.
    rewrite !columns_spec.
    destruct d; rewrite map2_map.
    - exists (fun r c => sign (packed L s r) c). split; [|reflexivity]. f_equal.
      apply map_ext. intros r. apply (as_map (packed L s r)). apply packed_length.
    - exists (fun r c => sign (packed R s r) (w - 1 - c)). split.
      + f_equal. apply map_ext. intros r. rewrite !rev_line.
        change (pack 0 _ _) with (packed R s r).
        rewrite (as_map (packed R s r) w) at 1 by apply packed_length. apply rev_line.
      + intros i Hi. simpl in Hi. f_equal. lia.
    - exists (fun r c => sign (packed U s c) r). split; [|reflexivity]. f_equal.
      symmetry. etransitivity;
        [symmetry; exact (columns_spec h (fun c r => sign (packed U s c) r) (seq 0 w))|].
      symmetry. f_equal.
      apply map_ext. intros c. apply (as_map (packed U s c)). apply packed_length.
    - exists (fun r c => sign (packed D s c) (h - 1 - r)). split.
      + f_equal. symmetry. etransitivity; [symmetry;
          exact (columns_spec h (fun c r => sign (packed D s c) (h - 1 - r)) (seq 0 w))|].
        symmetry. f_equal.
        apply map_ext. intros c. rewrite !rev_line.
        change (pack 0 _ _) with (packed D s c).
        rewrite (as_map (packed D s c) h) at 1 by apply packed_length. apply rev_line.
      + intros i Hi. simpl in Hi. f_equal. lia. }
  destruct X as [g [-> G]]. rewrite (as_map (packed d s k) (long d h)) by apply packed_length.
  unfold line. apply map_ext_in. intros i I. apply in_seq in I. rewrite <- G by lia.
  destruct d; simpl in Hk, I |- *; apply concat_sign; lia.
Qed.
End Tilts.
