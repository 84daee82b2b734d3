// Made from openapi.json by `npm run build`.

/** The questions, by name. */
export interface Questions {
  games: undefined;
  limits: undefined;
  position: Where;
  line: Where;
  redeals: Where;
  notations: Where;
  evaluate: Where;
  solve: Solve;
  analyse: Analyse;
  certify: Certify;
  chance: Chance;
  deal: Deal;
  control: Control;
  studies: undefined;
  study: {
    study: string;
  };
  rows: Wanted;
}

/** The questions answered at once. */
export interface Answers {
  games: Array<Game>;
  limits: Limits;
  position: Position;
  line: Line;
  redeals: Array<Redeals>;
  notations: Notations;
  evaluate: Values;
  control: {
    id: number;
  };
  studies: Array<Listed>;
  study: Study;
  rows: Rows;
}

/** The events of searches. */
export interface Events {
  solve: SolveEvents;
  analyse: AnalyseEvents;
  certify: CertifyEvents;
  chance: ChanceEvents;
  deal: DealEvents;
}

export type Error = {
  message: string;
  line?: number;
  column?: number;
};

/** Either a named instance, or a game (GAME or GAME+RULES) with a board in any of its notations; and moves to make from there. */
export type Where = {
  instance?: string;
  game?: string;
  board?: string;
  moves?: string;
};

export type Named = {
  name: string;
  summary: string;
};

export type Game = {
  name: string;
  title: string;
  summary: string;
  rule_sets: Array<Named>;
  sources: Array<Source>;
  levels: Array<string>;
  formats: Array<Named>;
  default_algorithm: string;
  algorithms: Array<Algorithm>;
  heuristics: Array<Heuristic>;
};

export type Source = {
  name: string;
  pattern: string;
  example: string;
  summary: string;
};

export type Algorithm = {
  name: string;
  summary: string;
  complete: boolean;
  optimal: boolean;
  /** the default one; null if the algorithm takes none */
  heuristic: string | null;
  parameters: Array<string>;
  schema: Array<Parameter>;
};

export type Heuristic = {
  name: string;
  summary: string;
  claims: {
    admissible: boolean;
    consistent: boolean;
    sound_dead_ends: boolean;
  };
};

/** A parameter of an algorithm. A question sets it as a field of its name, or in options. */
export type Parameter = {
  name: string;
  type: "whole" | "number" | "choice" | "flag" | "time" | "heuristic" | "threads" | "path";
  unit: string;
  least: number | null;
  most: number | null;
  choices: Array<string>;
  default: boolean | number | string | null;
  help: string;
  /** Whether a question may set it; threads and files cannot be set. */
  outside: boolean;
};

export type Limits = {
  seconds: number;
  memory: number;
  solvers: number;
  watched: number;
};

export type Cell = {
  kind: "empty" | "card" | "piece" | "tile" | "wall";
  rank?: number;
  suit?: string;
  colour?: string;
  group?: number;
  number?: number;
  is_home?: boolean;
  target?: string;
  sign: string;
  words: string;
};

export type Move = {
  text: string;
  words: string;
  from: Cells;
  to: Cells;
  direction?: "left" | "right" | "up" | "down";
};

export type Cells = Array<number>;

export type View = {
  rows: number;
  columns: number;
  control: "place" | "shift" | "tilt" | "slide";
  cells: Array<Cell>;
  moves: Array<Move>;
  cell_separator: string;
  row_separator: string;
  palette?: Array<string>;
};

export type Position = {
  game: string;
  rules: string;
  board: string;
  won: boolean;
  view: View;
};

export type Line = {
  origin: Position;
  steps: Array<Step>;
};

export type Step = {
  move: string;
  words: string;
  from: Cells;
  to: Cells;
  position: Position;
};

export type Notations = {
  notations: Array<Notation>;
};

export type Notation = {
  name: string;
  summary: string;
  text: string;
};

export type Solve = {
  at: Where;
  algorithm?: string;
  heuristic?: string;
  weight?: number;
  width?: number;
  iterations?: number;
  seed?: number;
  seconds?: number;
  expansions?: number;
  depth?: number;
  /** Parameters of the algorithm by name. Each can also be a field next to `at`, like `weight`. */
  options?: object;
  watch?: {
    boards?: boolean;
    tree?: number;
    successors?: boolean;
    simulations?: number;
    paused?: boolean;
  };
  [option: string]: unknown;
};

export type Analyse = {
  at: Where;
  algorithm?: string;
  heuristic?: string;
  /** for one move */
  seconds?: number;
};

export type Certify = {
  at: Where;
};

export type Redeals = {
  rule: string;
  /** of a whole game */
  redeals: number;
  /** whether it is allowed only if no card can move */
  blocked_only: boolean;
};

export type Chance = {
  at: Where;
  rule: string;
  /** remaining */
  redeals: number;
  seconds?: number;
};

export type Deal = {
  game?: string;
  source: string;
  seed?: number;
  level?: "easy" | "medium" | "hard";
  seconds?: number;
  expansions?: number;
};

export type Control = {
  id: number;
  action: "cancel" | "pause" | "step" | "resume";
  steps?: number;
  rate?: number;
};

export type Listed = {
  study: string;
  file: string;
  title: string;
  /** 0 for a study that has not been run */
  jobs: number;
  done: number;
  solved: number;
  unsolvable: number;
  unknown: number;
  fault: string | null;
};

export type Study = {
  study: string;
  title: string;
  jobs: number;
  done: number;
  solved: number;
  unsolvable: number;
  unknown: number;
  sets: Array<string>;
  configurations: Array<string>;
  report: Array<Part>;
};

/** A heading has level and text; a text has html; a table has header, rows, names (how many columns are names), sql and how; a plot has title, alt, light and dark (SVG pictures), sql and how. */
export type Part = {
  kind: "heading" | "text" | "table" | "plot";
  level?: number;
  text?: string;
  html?: string;
  header?: Array<string>;
  rows?: Array<Array<string>>;
  names?: number;
  title?: string;
  alt?: string;
  light?: string;
  dark?: string;
  sql?: string;
  how?: string;
};

export type Wanted = {
  study: string;
  set?: string;
  configuration?: string;
  verdict?: string;
  /** a part of the instance's name */
  instance?: string;
  order?:
    | "plan"
    | "instance"
    | "configuration"
    | "verdict"
    | "length"
    | "seconds"
    | "expanded"
    | "generated"
    | "peak_bytes";
  descending?: boolean;
  offset?: number;
  limit: number;
};

export type Rows = {
  total: number;
  rows: Array<Row>;
};

export type Row = {
  set: string;
  instance: string;
  configuration: string;
  repetition: number;
  verdict: Verdict;
  stop: string | null;
  length: number | null;
  optimal: boolean;
  seconds: number;
  expanded: number;
  generated: number;
  peak_bytes: number;
  error: string | null;
  at: Where;
  plan: string | null;
};

export type Job = {
  id: number;
};

export type Progress = {
  seconds: number;
  expanded: number;
  generated: number;
  duplicates: number;
  reopened: number;
  dead_ends: number;
  open: number;
  closed: number;
  g: number | null;
  h: number | null;
  bound: number | null;
  incumbent: number | null;
  board?: string;
  view?: View;
  frontier: Frontier;
  nodes?: Array<Expanded>;
  simulations?: Array<Simulation>;
};

/** Number of expanded positions by moves made (g) and estimated (h), in buckets; each cell has its g, its h and the count. */
export type Frontier = {
  bucket: number;
  cells: Array<Cells>;
};

/** One of the first expanded positions, with the counters before it; its parent is null for the first, and its bound is that of the iteration. */
export type Expanded = {
  id: number;
  parent: number | null;
  g: number;
  h: number | null;
  board: string;
  bound: number | null;
  generated: number;
  duplicates: number;
  dead_ends: number;
  open: number;
  closed: number;
  successors?: Array<Successor>;
};

/** A position after a legal move; h is its value by the requested heuristic, which orders positions by a finer value, if given. */
export type Successor = {
  move: string;
  words: string;
  board: string;
  h: number | null;
  ordering?: number;
  dead_end: boolean;
  wins: boolean;
};

/** A simulation of a Monte Carlo tree search: all its moves from the start, the number of moves fixed before it, the number of the others that lead to a node of the tree, and whether it won. */
export type Simulation = {
  line: string;
  settled: number;
  in_tree: number;
  won: boolean;
};

export type SolveEvents = {
  job?: Job;
  progress?: Progress;
  report?: {
    stuck: boolean;
    report: Report;
  };
  error?: Error;
};

/** the same record as on the command line */
export type Report = {
  game: string;
  verdict: Verdict;
  stop: string | null;
  length: number | null;
  optimal: boolean;
  plan: Array<string>;
  lower_bound?: number;
  expanded: number;
  generated: number;
  peak_open?: number;
  peak_closed?: number;
  seconds: number;
};

export type AnalyseEvents = {
  job?: Job;
  move?: Judged;
  done?: {
    /** lower bound on the moves of any plan from here; 0 if unknown */
    lower_bound: number;
    worth: Worth;
    moves: number;
    wins: number;
    loses: number;
    heuristics: Array<Evaluated>;
  };
  error?: Error;
};

export type Judged = {
  move: string;
  words: string;
  worth: Worth;
  stop: string | null;
  expanded: number;
  distance: number | null;
  exact: boolean;
  plan: Array<string>;
};

export type Evaluated = {
  heuristic: string;
  /** null for a dead end, or if it was not computed in time */
  value: number | null;
  ordering: number | null;
  dead_end: boolean;
  claims: object;
  parts: Array<{
    name: string;
    value: number | string;
  }>;
};

export type Values = {
  heuristics: Array<Evaluated>;
};

export type Verdict = "solved" | "unsolvable" | "unknown";

export type Worth = "wins" | "loses" | "unknown";

export type Tried = {
  instance: string;
  verdict: Verdict;
  rating: {
    level: "easy" | "medium" | "hard";
    value: number;
    measure: string;
  } | null;
};

export type Certificate = {
  verdict: "solved" | "unsolvable";
  claim: string;
  board: string;
  records: number;
  lemmas: Array<string>;
  /** the bytes of the file, two digits each */
  hex: string;
};

export type CertifyEvents = {
  job?: Job;
  certificate?: Certificate;
  none?: {
    verdict: Verdict;
  };
  error?: Error;
};

export type Policy = {
  policy: string;
  samples: number;
  won: number;
  undecided: number;
  kept: number;
  plan: Array<string>;
};

export type ChanceEvents = {
  job?: Job;
  chance?: {
    verdict: Verdict;
    policies: Array<Policy>;
  };
  error?: Error;
};

export type DealEvents = {
  job?: Job;
  tried?: Tried;
  deal?: Tried;
  none?: object;
  error?: Error;
};
