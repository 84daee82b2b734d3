// The place of the reader: the study, and its rows.
import type { Rows, Study, Wanted } from "../api/types";

export interface Reading {
  study: Study | null;
  view: "report" | "rows";
  /** the requested rows */
  wanted: Wanted | null;
  rows: Rows | null;
}
