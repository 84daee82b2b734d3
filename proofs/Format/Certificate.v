(** * Certificates: the format of docs/certificates/format.md, version 2

    [parse] and [print] are inverses of each other: [parse_print] and [print_parse]. So every
    theorem about a parsed certificate is a theorem about the file. *)

From Coq Require Import List Bool Arith NArith Lia Strings.Byte.
From Patience.Format Require Import Bytes.
Import ListNotations.

(** Moves are two bytes, states one byte per cell. A tree is left as its bytes. *)
Inductive body :=
| Plan (moves : list bytes)
| Closed (states : list bytes)
| Layered (moves : list bytes) (layers : list (list bytes))
| Tree (hints : bytes).
Record certificate := Certificate { game_name : bytes; deal_text : bytes; proof : body }.

Definition magic : bytes := ["137"; "P"; "C"; "E"; "R"; "T"; "010"; "002"]%byte.
Definition kind (p : body) : byte :=
  match p with Plan _ => "P" | Closed _ => "C" | Layered _ _ => "O" | Tree _ => "T" end%byte.

Section Format.
(** The number of cells of a state, from the names of game and deal; [None] if they have none. *)
Variable width : bytes -> bytes -> option nat.
(** The checksum, eight bytes. No theorem depends on it. *)
Variable sum : bytes -> bytes.
Hypothesis width_positive : forall g d k, width g d = Some k -> k <> 0.
Hypothesis sum_length : forall l, length (sum l) = 8.

(** ** Writing *)

Definition put_records (bytes_of_count : nat) (items : list bytes) : bytes :=
  put_number bytes_of_count (N.of_nat (length items)) ++ concat items.
Definition put_body (p : body) : bytes :=
  match p with
  | Plan moves => put_records 4 moves
  | Closed states => put_records 8 states
  | Layered moves layers => put_records 4 moves ++ concat (map (put_records 8) layers)
  | Tree hints => hints
  end.
Definition put_content (c : certificate) : bytes :=
  magic ++ kind (proof c) :: put_text (game_name c) ++ put_text (deal_text c) ++
  put_body (proof c).
Definition print (c : certificate) : bytes := put_content c ++ sum (put_content c).

(** Certificates that can be written to a file: counts fit, records have the right sizes, and there
    is one layer per move. *)
Definition count_ok (k : nat) (items : list bytes) : Prop :=
  (N.of_nat (length items) < 256 ^ N.of_nat k)%N.
Definition body_ok (k : nat) (p : body) : Prop :=
  match p with
  | Plan moves => sized 2 moves /\ count_ok 4 moves
  | Closed states => sized k states /\ count_ok 8 states
  | Layered moves layers => sized 2 moves /\ count_ok 4 moves /\
      length layers = length moves /\
      forall layer, In layer layers -> sized k layer /\ count_ok 8 layer
  | Tree _ => True
  end.
Definition certificate_ok (c : certificate) : Prop :=
  text_ok (game_name c) = true /\ text_ok (deal_text c) = true /\
  exists k, width (game_name c) (deal_text c) = Some k /\ body_ok k (proof c).

(** ** Reading *)

Definition get_counted (bytes_of_count k : nat) (l : bytes) : option (list bytes * bytes) :=
  match get_number bytes_of_count l with
  | Some (n, l) => records k n l
  | None => None
  end.
(** A layer for each move. *)
Fixpoint get_layers (k : nat) (moves : list bytes) (l : bytes) (found : list (list bytes))
  : option (list (list bytes) * bytes) :=
  match moves with
  | [] => Some (rev_append found [], l)
  | _ :: moves =>
    match get_counted 8 k l with
    | Some (layer, l) => get_layers k moves l (layer :: found)
    | None => None
    end
  end.
(** The body must end where the content ends. *)
Definition whole {A} (r : option (A * bytes)) : option A :=
  match r with Some (a, []) => Some a | _ => None end.
Definition get_body (kind : byte) (k : nat) (l : bytes) : option body :=
  match kind with
  | "P"%byte => option_map Plan (whole (get_counted 4 2 l))
  | "C"%byte => option_map Closed (whole (get_counted 8 k l))
  | "O"%byte =>
    match get_counted 4 2 l with
    | Some (moves, l) => option_map (Layered moves) (whole (get_layers k moves l []))
    | None => None
    end
  | "T"%byte => Some (Tree l)
  | _ => None
  end.
Definition get_content (l : bytes) : option certificate :=
  match take 8 l with
  | None => None
  | Some (m, l) =>
    if list_eq_dec byte_eq_dec m magic then
      match l with
      | [] => None
      | kind :: l =>
        match get_text l with
        | None => None
        | Some (game, l) =>
          match get_text l with
          | None => None
          | Some (deal, l) =>
            match width game deal with
            | None => None
            | Some k => option_map (Certificate game deal) (get_body kind k l)
            end
          end
        end
      end
    else None
  end.
(** The last eight bytes, and those before. *)
Definition split_end (l : bytes) : option (bytes * bytes) :=
  match take 8 (rev_append l []) with
  | Some (s, content) => Some (rev_append content [], rev_append s [])
  | None => None
  end.
Definition parse (l : bytes) : option certificate :=
  match split_end l with
  | None => None
  | Some (content, s) =>
    if list_eq_dec byte_eq_dec s (sum content) then get_content content else None
  end.

(** ** Reading written certificates *)

Lemma split_end_app content s : length s = 8 -> split_end (content ++ s) = Some (content, s).
Proof.
  intros L. unfold split_end. rewrite rev_append_rev, app_nil_r, rev_app_distr.
  rewrite <- L, <- (rev_length s), take_app.
  now rewrite !rev_append_rev, !rev_involutive, !app_nil_r.
Qed.
Lemma split_end_inv l content s : split_end l = Some (content, s) ->
  l = content ++ s /\ length s = 8.
Proof.
  unfold split_end. destruct (take 8 _) as [[a r]|] eqn:T; [|discriminate]. intros [= <- <-].
  apply take_inv in T as [E L]. rewrite rev_append_rev, app_nil_r in E.
  rewrite !rev_append_rev, !app_nil_r, rev_length. split; [|exact L].
  rewrite <- rev_app_distr, <- E. now rewrite rev_involutive.
Qed.

Lemma get_counted_print b k items l : k <> 0 -> sized k items -> count_ok b items ->
  get_counted b k (put_records b items ++ l) = Some (items, l).
Proof.
  intros K S B. unfold get_counted, put_records. rewrite <- app_assoc, get_put_number by exact B.
  now apply records_print.
Qed.
Lemma get_counted_inv b k l items rest : get_counted b k l = Some (items, rest) ->
  l = put_records b items ++ rest /\ sized k items /\ count_ok b items.
Proof.
  unfold get_counted, put_records. destruct (get_number b l) as [[n l']|] eqn:G; [|discriminate].
  intros H. apply records_inv in H as [-> [S N]]. apply put_get_number in G as [-> B].
  unfold count_ok. rewrite N, <- app_assoc. auto.
Qed.

Lemma get_layers_print k layers : forall moves l found, k <> 0 ->
  length layers = length moves ->
  (forall layer, In layer layers -> sized k layer /\ count_ok 8 layer) ->
  get_layers k moves (concat (map (put_records 8) layers) ++ l) found =
    Some (rev_append found layers, l).
Proof.
  induction layers as [|layer layers IH]; intros [|m moves] l found K E S; try discriminate E.
  - reflexivity.
  - simpl map. cbn [concat get_layers]. rewrite <- app_assoc.
    destruct (S layer) as [S1 S2]; [now left|]. rewrite get_counted_print by auto.
    rewrite IH; auto. intros; apply S; now right.
Qed.
Lemma get_layers_inv k moves : forall l found layers rest,
  get_layers k moves l found = Some (layers, rest) ->
  exists new, layers = rev_append found new /\ length new = length moves /\
    l = concat (map (put_records 8) new) ++ rest /\
    forall layer, In layer new -> sized k layer /\ count_ok 8 layer.
Proof.
  induction moves as [|m moves IH]; intros l found layers rest H.
  - injection H as <- <-. exists []. split; [reflexivity|split; [reflexivity|split]].
    + reflexivity.
    + intros x [].
  - cbn [get_layers] in H. destruct (get_counted 8 k l) as [[layer l']|] eqn:G; [|discriminate].
    apply get_counted_inv in G as [-> [S B]]. apply IH in H as [new [-> [E [-> A]]]].
    exists (layer :: new). split; [reflexivity|split; [simpl; congruence|split]].
    + simpl. now rewrite app_assoc.
    + intros x [<-|I]; auto.
Qed.

Lemma whole_some {A} (r : option (A * bytes)) a : whole r = Some a <-> r = Some (a, []).
Proof.
  destruct r as [[x [|? ?]]|]; simpl; split; intros H; inversion H; reflexivity.
Qed.

Lemma get_body_print k p : k <> 0 -> body_ok k p -> get_body (kind p) k (put_body p) = Some p.
Proof.
  intros K B. destruct p as [moves|states|moves layers|hints]; cbn [body_ok] in B;
    cbn [kind put_body get_body].
  - rewrite <- (app_nil_r (put_records 4 moves)), get_counted_print by (auto; tauto). reflexivity.
  - rewrite <- (app_nil_r (put_records 8 states)), get_counted_print by (auto; tauto). reflexivity.
  - destruct B as [S [C [E A]]]. rewrite get_counted_print by auto.
    rewrite <- (app_nil_r (concat _)), get_layers_print by auto. reflexivity.
  - reflexivity.
Qed.
Lemma get_body_inv c k l p : get_body c k l = Some p ->
  c = kind p /\ l = put_body p /\ body_ok k p.
Proof.
  unfold get_body. intros H. destruct c; try discriminate H.
  - destruct (whole _) as [states|] eqn:W; [|discriminate]. injection H as <-.
    apply whole_some, get_counted_inv in W as [-> [S B]]. rewrite app_nil_r.
    split; [reflexivity|split; [reflexivity|cbn [body_ok]; auto]].
  - destruct (get_counted 4 2 l) as [[moves r]|] eqn:G; [|discriminate].
    destruct (whole _) as [layers|] eqn:W; [|discriminate]. injection H as <-.
    apply get_counted_inv in G as [-> [S B]]. apply whole_some, get_layers_inv in W.
    destruct W as [new [-> [E [-> A]]]]. rewrite app_nil_r.
    split; [reflexivity|split; [reflexivity|cbn [body_ok]; auto]].
  - destruct (whole _) as [moves|] eqn:W; [|discriminate]. injection H as <-.
    apply whole_some, get_counted_inv in W as [-> [S B]]. rewrite app_nil_r.
    split; [reflexivity|split; [reflexivity|cbn [body_ok]; auto]].
  - injection H as <-. repeat split.
Qed.

Theorem parse_print c : certificate_ok c -> parse (print c) = Some c.
Proof.
  intros [G [D [k [W B]]]]. unfold parse, print. rewrite split_end_app by apply sum_length.
  destruct (list_eq_dec byte_eq_dec _ _) as [_|N]; [|now destruct N].
  unfold get_content, put_content. change 8 with (length magic). rewrite take_app.
  destruct (list_eq_dec byte_eq_dec magic magic) as [_|N]; [|now destruct N].
  rewrite get_put_text by exact G. rewrite get_put_text by exact D. rewrite W.
  rewrite get_body_print by eauto. now destruct c.
Qed.

Theorem print_parse l c : parse l = Some c -> l = print c /\ certificate_ok c.
Proof.
  unfold parse. destruct (split_end l) as [[content s]|] eqn:E; [|discriminate].
  apply split_end_inv in E as [-> _].
  destruct (list_eq_dec byte_eq_dec s (sum content)) as [->|]; [|discriminate].
  unfold get_content. destruct (take 8 content) as [[m r]|] eqn:T; [|discriminate].
  apply take_inv in T as [-> _].
  destruct (list_eq_dec byte_eq_dec m magic) as [->|]; [|discriminate].
  destruct r as [|c0 r]; [discriminate|]. destruct (get_text r) as [[g r']|] eqn:G; [|discriminate].
  apply put_get_text in G as [-> G].
  destruct (get_text r') as [[d r'']|] eqn:D; [|discriminate]. apply put_get_text in D as [-> D].
  destruct (width g d) as [k|] eqn:W; [|discriminate].
  destruct (get_body c0 k r'') as [p|] eqn:P; [|discriminate]. simpl. intros [= <-].
  apply get_body_inv in P as [-> [-> B]]. split; [reflexivity|].
  split; [exact G|split; [exact D|]]. now exists k.
Qed.
End Format.
