(** No theorem of Games and Format rests on an axiom. *)

From Patience.Games Require Search Birds Cohesion Tiles Tilts Sliding Gaps.
From Patience.Format Require Bytes Certificate Deals Positions Read Verify.

Print Assumptions Search.check_plan_sound.
Print Assumptions Search.check_closed_sound.
Print Assumptions Search.check_shortest_sound.
Print Assumptions Birds.is_apart_lost.
Print Assumptions Birds.birds_fits.
Print Assumptions Cohesion.cohesion_fits.
Print Assumptions Tiles.pack_only.
Print Assumptions Tilts.tilt_line.
Print Assumptions Tiles.tiles_fits.
Print Assumptions Sliding.parity_lost.
Print Assumptions Sliding.sliding_fits.
Print Assumptions Gaps.gaps_fits.
Print Assumptions Gaps.lost_iff.
Print Assumptions Bytes.fnv1a_length.
Print Assumptions Certificate.parse_print.
Print Assumptions Certificate.print_parse.
Print Assumptions Deals.read_deal_show.
Print Assumptions Positions.valid_positions.
Print Assumptions Verify.verify_sound.
Print Assumptions Verify.file_parse_print.
Print Assumptions Verify.birds_file_lost.
Print Assumptions Verify.cohesion_file_lost.
Print Assumptions Verify.tiles_file_lost.
Print Assumptions Verify.sliding_file_lost.
Print Assumptions Verify.verify_print.
Print Assumptions Verify.gaps_file_lost.
