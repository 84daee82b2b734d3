(** * That no theorem relies on an axiom: each line must print "Closed under the global context" *)

From Patience Require Import Gaps.Rules Gaps.Steps Gaps.Relaxation Gaps.Persistent Gaps.Sleep
  Gaps.Moves Gaps.DeadEnds Gaps.Tree Gaps.Plans
  Gaps.Examples.

Print Assumptions lemma1.
Print Assumptions move_step.
Print Assumptions lemma2.
Print Assumptions lemma3.
Print Assumptions lemma4.
Print Assumptions open_reach.
Print Assumptions back_step.
Print Assumptions back_join.
Print Assumptions covered_ok.
Print Assumptions dead_ok.
Print Assumptions pers_ok.
Print Assumptions sleeps_ok.
Print Assumptions check_tree_sound.
Print Assumptions plan_wins.
Print Assumptions lost_869.
