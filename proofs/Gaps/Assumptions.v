(** * No theorem relies on an axiom: each line must print "Closed under the global context" *)

From Patience Require Import Gaps.Rules Gaps.Steps Gaps.Relaxation Gaps.Persistent Gaps.Sleep
  Gaps.Relaxed Gaps.Reached Gaps.Cover Gaps.Sleeping Gaps.Chosen
  Gaps.FreeLevels Gaps.Moves Gaps.DeadEnds Gaps.Sets Gaps.SleepChecks Gaps.Tree Gaps.Faithful
  Gaps.Targets Gaps.Agrees Gaps.Visited Gaps.Plans
  Gaps.Examples.

Print Assumptions lemma1.
Print Assumptions conditions_hold.
Print Assumptions open_rank.
Print Assumptions steps_cover.
Print Assumptions steps_lost.
Print Assumptions move_step.
Print Assumptions lemma2.
Print Assumptions relaxation_position.
Print Assumptions lemma2_position.
Print Assumptions lemma3.
Print Assumptions lemma3_position.
Print Assumptions lemma4.
Print Assumptions opens_reach.
Print Assumptions after_back.
Print Assumptions sleep_after.
Print Assumptions reached_exactly.
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
Print Assumptions opened_agrees.
Print Assumptions targets_agree.
Print Assumptions steps_agree.
Print Assumptions take_agrees.
Print Assumptions may_sleep_agrees.
Print Assumptions visited_reached.
Print Assumptions reached_visited.
Print Assumptions visited_exactly.
