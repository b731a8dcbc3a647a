// What the modules share; for the type checker only.

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;

interface Subject {
  game: string;
  position: string;
  moves: string;
}

interface Move {
  move: string;
  label?: string;
  from?: number;
  to?: number;
  /** The kind of piece that reaches the place, where another move differs in nothing else. */
  piece?: string;
}

type Piece = [number, string];

interface BoardData {
  layout: 'squares' | 'columns' | 'hexagon' | 'links';
  columns?: number;
  rows?: number;
  size?: number;
  names: string[];
  pieces: (Piece | null)[];
}

interface Position {
  game: string;
  position: string;
  start: string;
  sides: [string, string];
  side: number;
  moves: Move[];
  played: Move[];
  board: BoardData | null;
  drawing: string;
  ending: string | null;
  winner: number | null;
  deciding: number[];
  opening: string | null;
}

interface Level {
  name: string;
  algorithm: string;
}

interface GameOption {
  name: string;
  values: string;
  default: string;
  help: string;
}

/** How a game is shown. */
interface PageHints {
  /** The kinds of pieces that can be set up; the first stands for a side, and is what a move places. */
  pieces: string[];
  checkered: boolean;
  /** Whether people see the board from their own side. */
  faces_player: boolean;
  counts_pieces: boolean;
  /** Whether a position that is set up needs the side to move. */
  asks_side: boolean;
  pgn: boolean;
  /** The estimate that counts as clearly better. */
  clear_lead: number;
  /** The estimate that is shown as 1. */
  unit: number;
}

interface GameInfo {
  name: string;
  title: string;
  sides: [string, string];
  summary: string;
  options: GameOption[];
  position: string;
  moves: string;
  page: PageHints;
  levels: Level[];
  algorithms: string[];
}

interface Algorithm {
  name: string;
  summary: string;
  reference: string;
  exact: boolean;
  family: 'tree' | 'rounds' | 'proof' | 'none';
}

interface Everything {
  games: GameInfo[];
  /** The game that the page opens with. */
  first: string;
  algorithms: Algorithm[];
}

interface Score {
  kind: 'exact' | 'lower' | 'upper' | 'estimate';
  value: number;
  text: string;
  outcome: 'win' | 'draw' | 'loss' | null;
  words: string | null;
}

interface MoveValue {
  move: string;
  score: Score;
  visits?: number;
}

interface Analysis {
  number: number;
  done: boolean;
  algorithm: string;
  best: string | null;
  score: Score;
  pv: string[];
  pv_labels?: string[];
  depth: number;
  selective_depth: number;
  nodes: number;
  time_ms: number;
  nps: number;
  moves: MoveValue[];
  book?: string;
}

interface TraceEvent {
  step: number;
  event: 'child' | 'raise' | 'cut' | 'leave';
  child?: number;
  move?: string | null;
  alpha?: number;
  reason?: string;
  skipped?: string[];
  score?: number | null;
}

interface TraceNode {
  id: number;
  parent: number | null;
  ply: number;
  move: string | null;
  side: 'max' | 'min';
  alpha: number | null;
  beta: number | null;
  depth: number | null;
  score: number | null;
  state: 'visited' | 'pruned' | 'cut off by limits';
  cut: string | null;
  chosen: boolean;
  step: number;
  events: TraceEvent[];
  /** Whether it lies below a node that was cut off, so that the search never saw it. */
  below?: boolean;
  /** How many children that were cut off it stands for. */
  bundle?: number;
  /** The value of a leaf that the search never saw. */
  leaf?: number;
}

interface Trace {
  game: string;
  position: string;
  algorithm: string;
  depth: number | null;
  visited: number;
  recorded: number;
  truncated: boolean;
  stopped_early: boolean;
  nodes: TraceNode[];
}

interface TreeSummary {
  nodes: number;
  visits: number;
  best: string | null;
  finished: boolean;
  words: string | null;
  done?: boolean;
}

interface TreeChild {
  move: string;
  children: number;
  visits?: number;
  mean?: number;
  terms?: Record<string, number>;
  outcome?: string | null;
  proofs?: [number, number] | null;
  proof?: number | null;
  disproof?: number | null;
}

interface TreeView {
  path: string;
  exists: boolean;
  side: number;
  visits: number;
  numbers?: [number, number];
  children: TreeChild[];
  more: number;
}

interface Span {
  ply: number;
  from: number;
  to: number;
  move: string | null;
  path: string;
  side: number;
  visits: number;
  mean: number;
  /** Proof and disproof number. */
  numbers?: [number | null, number | null];
}

/** What is painted on the place of a move. */
interface Paint {
  /** Loss against the best move, 0 to 1. */
  loss: number;
  /** How sure, 0 to 1: the size. */
  certainty: number;
  exact: boolean;
  label: string;
  best: boolean;
}

/** A page: it fills its element and may tidy up when it is left. */
interface Page {
  element: HTMLElement;
  leave?: () => void;
  key?: (event: KeyboardEvent) => boolean;
}
