// Written by `python -m webapp.wire` from the server's structs.

/** The events of a page. */
export interface Events {
  aim: AimForm;
  answers: AnswersForm;
  ask: AskForm;
  beliefs: BeliefsForm;
  claim: ClaimForm;
  find: FindForm;
  hand_over: HandOverForm;
  hint: HintForm;
  join: JoinForm;
  look: LookForm;
  make_code: MakeCodeForm;
  mistake: MistakeForm;
  move: MoveForm;
  name: NameForm;
  new_game: NewGameForm;
  open_to_engines: OpenToEnginesForm;
  pace: PaceForm;
  preview: PreviewForm;
  react: ReactForm;
  redo: RedoForm;
  rematch: RematchForm;
  reply: ReplyForm;
  report: ReportForm;
  resign: ResignForm;
  return: ReturnForm;
  review: ReviewForm;
  set_level: SetLevelForm;
  set_seat: SetSeatForm;
  show: ShowForm;
  shown_tables: ShownTablesForm;
  sit: SitForm;
  stand_in: StandInForm;
  stop_finding: StopFindingForm;
  swap: SwapForm;
  take_seat: TakeSeatForm;
  undo: UndoForm;
  use_code: UseCodeForm;
  watch_thinking: WatchThinkingForm;
  why: WhyForm;
  why_not: WhyNotForm;
}

/** The answers to the events, where granted. */
export interface Answers {
  aim: Granted;
  answers: Answered;
  ask: Acknowledged;
  beliefs: Believed;
  claim: Acknowledged;
  find: Finding;
  hand_over: Acknowledged;
  hint: Hinted;
  join: Joined;
  look: Granted;
  make_code: CodeMade;
  mistake: Mistaken;
  move: Acknowledged;
  name: Acknowledged;
  new_game: Opened;
  open_to_engines: Acknowledged;
  pace: Acknowledged;
  preview: Previewed;
  react: Granted;
  redo: Acknowledged;
  rematch: Acknowledged;
  reply: Acknowledged;
  report: Reported;
  resign: Acknowledged;
  return: Acknowledged;
  review: ReviewView;
  set_level: Acknowledged;
  set_seat: Acknowledged;
  show: Shown;
  shown_tables: ShownTables;
  sit: Acknowledged;
  stand_in: Acknowledged;
  stop_finding: Granted;
  swap: Acknowledged;
  take_seat: Acknowledged;
  undo: Acknowledged;
  use_code: CodeUsed;
  watch_thinking: Granted;
  why: Explained;
  why_not: Refuted;
}

/** What pages are told unasked. */
export interface News {
  aim: TheirAim;
  engine: Readiness;
  found: FoundGame;
  game: GameView;
  notice: Notice;
  people: PeopleView;
  reaction: Reaction;
  review: ReviewView;
  thinking: ThinkingView;
}

/**
 * Says that a command has been carried out, with the game's ``version`` after it.
 *
 * ``game_id`` is the rematch, ``asked`` the question that the other person is asked. ``seat_tokens`` are of the
 * sender's seats in the game of the answer, ``table_token`` is of a table for engines, ``you`` the sender's seats
 * after a change, and ``qr`` a picture of the link for another device.
 */
export interface Acknowledged {
  version: number;
  game_id?: string;
  asked?: "takeback" | "draw" | "rematch";
  seat_tokens?: (string | null)[];
  table_token?: string | null;
  you?: You;
  qr?: string;
  ok: boolean;
}

/**
 * Tells the move under the sender's pointer. None: no move.
 */
export interface AimForm {
  game_id: string;
  move: number | null;
}

/**
 * Holds an engine's account of a move.
 *
 * ``seconds`` and ``nodes`` were spent on this move. ``kept`` and ``pruned`` are the nodes of the tree left and cut by
 * the move before, ``waited`` the seconds of the opponent. ``words`` are the proven result, or empty. A ``slip`` is a
 * weaker move on purpose, with the ``better`` move passed over. The engine had read the position before to ``depth``
 * plies, or to the end (``foreseen``). Of the positions searched before, the ``share`` (0 to 1) lay below the move
 * before, and ``dropped`` counts the others.
 */
export interface Answer {
  expected: number | null;
  seconds: number;
  nodes: number;
  kept: number;
  pruned: number;
  proven: boolean;
  words: string;
  why: string;
  slip: boolean;
  depth: number;
  foreseen: boolean;
  share: number;
  dropped: number;
  better: number | null;
  waited: number;
}

/**
 * Lists the engines' words to the moves on the board.
 */
export interface Answered {
  answers: EngineAnswer[];
  ok: boolean;
}

/**
 * Asks for the notes of the engines on their moves.
 */
export interface AnswersForm {
  game_id: string;
}

/**
 * Asks the other person for consent. A takeback names the ply of the question.
 */
export interface AskForm {
  what: "takeback" | "draw" | "rematch";
  ply?: number;
  game_id: string;
  request_id?: string;
}

/**
 * Shows the open question between two people.
 */
export interface AskedView {
  what: "takeback" | "draw" | "rematch";
  seat: 0 | 1;
  ply: number;
  moves: number[];
}

/**
 * Shows what a network believes of a move.
 */
export interface BeliefView {
  move: number;
  value: number;
  replies: number[];
  says: SayView[];
}

/**
 * Asks what the network of the board believes of every move at ``ply``.
 */
export interface BeliefsForm {
  game_id: string;
  ply: number;
}

/**
 * Lists what a network believes of every move.
 */
export interface Believed {
  ply: number;
  beliefs: BeliefView[];
  ok: boolean;
}

/**
 * Holds the data in the table's page. ``desk``: the page plays alone, with these levels for each game.
 */
export interface BootData {
  game: string;
  game_id: string | null;
  moves: number[];
  games: GameInfo[];
  levels: LevelView[];
  state: GameView;
  ready: boolean;
  version: string;
  desk?: Record<string, LevelView[]>;
}

/**
 * Answers every reply of the other side, from the left. ``aside`` are pairs set aside by the theorem of
 * :mod:`engine.coach.aside`. A column without other cells is not open.
 */
export interface Branch {
  type: "branch";
  answers: ([number, number | null, number | null])[];
  aside: [[number, number], [number, number]][];
}

/**
 * Shows a branch: the ply of the fork, and the players' moves from there.
 */
export interface BranchView {
  ply: number;
  moves: number[];
}

/**
 * Proves a claim about one position.
 *
 * Attributes:
 *     rows: the board from the top row down. X began, O is second, a dot is empty.
 *     first: the side's first move, or None if the other side is to move.
 *     size: the number of branches that do not end with a line of the side immediately, at least 1.
 *     nodes: the positions with the other side to move, the root first. None if ``first`` ends the game.
 */
export interface Certificate {
  game: string;
  connect: number;
  rows: string[];
  claim: Claim;
  first: number | null;
  size: number;
  nodes: (Leaf | Branch | Diagram)[];
}

/**
 * Says what is to be proved: ``side`` (0 for the first player) wins, or does not lose.
 */
export interface Claim {
  side: 0 | 1;
  wins: boolean;
}

/**
 * Claims the win against the person of ``seat``, absent for long enough.
 */
export interface ClaimForm {
  seat: 0 | 1;
  game_id: string;
  request_id?: string;
}

/**
 * Holds the seconds of each side for the whole game, and those gained with every move.
 */
export interface Clock {
  seconds: number;
  increment: number;
}

/**
 * Holds the seconds of a player for the whole game, and those added after each move.
 */
export interface ClockForm {
  seconds: number;
  increment?: number;
}

/**
 * Shows both clocks. ``left`` are the seconds left now.
 */
export interface ClockView {
  seconds: number;
  increment: number;
  left: [number, number];
  running: 0 | 1 | null;
}

/**
 * Names the code of a game.
 */
export interface CodeMade {
  code: string;
  ok: boolean;
}

/**
 * Names the game of a code.
 */
export interface CodeUsed {
  game_id: string;
  ok: boolean;
}

/**
 * Ends a branch by a sheet of marks, with the other side to move: see :mod:`engine.coach.sheet`.
 *
 * Attributes:
 *     rows: the signs from the top row down, X and O for stones.
 *     aside: always empty.
 */
export interface Diagram {
  type: "diagram";
  rows: string[];
  aside: [[number, number], [number, number]][];
}

/**
 * Holds an engine's words to its move.
 *
 * ``reply`` is the move before, ``expected`` the one that the engine expected. A ``slip`` is a weaker move on purpose,
 * with the ``better`` one passed over. ``proven``: the result is proven.
 */
export interface EngineAnswer {
  ply: number;
  seat: number;
  move: number;
  reply: number | null;
  expected: number | null;
  slip: boolean;
  better: number | null;
  proven: boolean;
}

/**
 * Says why a position is won, held or lost.
 *
 * Attributes:
 *     claim: a true claim for the side asked for or, if this side loses, for the other. None: the result is unknown.
 *     certificate: the proof, or None if there is no small one.
 *     reason: why there is no proof, in one sentence, or "" with a proof.
 *     steps: the words of the proof, none without a proof.
 *     play: without a proof, best play to the end of the game, or as far as known. It begins with the move of
 *         interest, if there is one.
 *     more: there was no time for every search: a longer question may find a proof.
 */
export interface Explained {
  ok: boolean;
  claim: Claim | null;
  certificate: Certificate | null;
  reason: string;
  steps: Step[];
  play: number[];
  more: boolean;
  ply: number;
  version: number;
}

/**
 * Looks for a stranger to play with, or says that the sender still waits.
 *
 * ``token`` proves the right to the sender's seat. ``shown``: the sender agrees to be watched.
 */
export interface FindForm {
  game: string;
  token: string;
  clock?: "any" | "none" | "3+2" | "5+3" | "10+5";
  name?: string;
  shown?: boolean;
}

/**
 * Names the game with a stranger, or counts the others who wait for another clock.
 */
export interface Finding {
  found: FoundGame | null;
  others?: number;
  ok: boolean;
}

/**
 * Names the game with a stranger, and the receiver's seat.
 */
export interface FoundGame {
  game_id: string;
  seat: 0 | 1;
}

/**
 * Describes a game of the menu: ``board`` is width and height, ``connect`` the length of a line that wins.
 *
 * ``gravity``: discs fall. ``players`` are the ids of the sides, such as "red". ``goal``: "Five in a row wins."
 */
export interface GameInfo {
  name: string;
  title: string;
  board: [number, number] | null;
  connect: number | null;
  gravity: boolean;
  players: [string, string];
  chance: boolean;
  goal: string;
}

/**
 * Shows a game, or a position not played yet, without a ``game_id``, or a position under ``analysis``.
 *
 * ``start`` is the ply of the start position, ``discs`` are in the order of the moves, ``text`` is the position in
 * words of a game without a board, and ``notation`` the moves as in an address. ``pace`` is in moves a minute.
 * ``pie``: the second player may answer the first move by swapping sides. ``swapped``: it was done. ``help``: the
 * engine may be asked about the game. ``with_help``: the invitation promised help to both people. ``score``: by seat,
 * the games won in a series of rematches. ``open_to_engines``: programs may take the free seat. ``event``: in news,
 * the event that led here.
 */
export interface GameView {
  game_id: string;
  version: number;
  game: string;
  moves: number[];
  ply: number;
  start: number;
  to_move: 0 | 1 | null;
  legal: number[];
  outcome: OutcomeView | null;
  seats: [SeatView, SeatView];
  discs: ([number, number, 0 | 1])[];
  text: import("../words.js").Said;
  paused: boolean;
  pace: number;
  can_undo: boolean;
  can_redo: boolean;
  branches: BranchView[];
  pie: boolean;
  swapped: boolean;
  can_swap: boolean;
  help: boolean;
  with_help: boolean;
  move_words: Record<string, import("../words.js").Said>;
  rematch: string | null;
  score: [number, number];
  open_to_engines: boolean;
  analysis: boolean;
  notation: string;
  asked: AskedView | null;
  clock: ClockView | null;
  engine: Readiness;
  event?: PublicCreated | PublicMoved | PublicReturned | PublicSwapped | PublicUndone | PublicRedone | PublicHandOverOffered | PublicNamed | PublicAsked | PublicDeclined | PublicSeatSet | PublicLevelSet | PublicOpenedToEngines | PublicSeated | PublicSeatTaken | PublicResigned | PublicClaimed | PublicFlagged | PublicDrawn | PublicPaced | PublicRematched;
}

/**
 * Grants an event: the base of all answers.
 */
export interface Granted {
  ok: boolean;
}

/**
 * Offers the sender's seat to the first client that shows ``code``.
 */
export interface HandOverForm {
  seat: 0 | 1;
  code: string;
  game_id: string;
  request_id: string;
}

/**
 * Asks for the best move.
 */
export interface HintForm {
  game_id: string;
  ply: number;
}

/**
 * Shows the best move. ``result`` is the proven result in words, or empty.
 */
export interface Hinted {
  ply: number;
  move: number;
  words: string;
  why: string;
  said: import("../words.js").Said;
  value: number;
  proven: boolean;
  result: string;
  ok: boolean;
}

/**
 * Comes to a table. ``version`` is the last version of the game that the page has.
 */
export interface JoinForm {
  game_id: string;
  token?: string;
  tokens?: (string | null)[];
  table_token?: string;
  version?: number;
}

/**
 * Shows a game to a page that joins. ``events`` are those missed by the page, if few.
 */
export interface Joined {
  state: GameView;
  version: number;
  you: You;
  people: PeopleView;
  events?: (PublicCreated | PublicMoved | PublicReturned | PublicSwapped | PublicUndone | PublicRedone | PublicHandOverOffered | PublicNamed | PublicAsked | PublicDeclined | PublicSeatSet | PublicLevelSet | PublicOpenedToEngines | PublicSeated | PublicSeatTaken | PublicResigned | PublicClaimed | PublicFlagged | PublicDrawn | PublicPaced | PublicRematched)[];
  ok: boolean;
}

/**
 * Ends a branch by a theorem of :mod:`engine.coach.leaf`, with the other side to move.
 *
 * Attributes:
 *     block: the pairs only block lines. Otherwise they cover all open cells.
 *     waits: lines waiting for a stone. The cells ``below`` and all cells above them are closed.
 *     line: a line completed by the answers, often empty.
 *     reach: the open cells within reach of the other side.
 *     count: the number of open cells.
 *     aside: pairs set aside by the theorem of :mod:`engine.coach.aside`. Open cells are the others.
 */
export interface Leaf {
  type: "leaf";
  block: boolean;
  pairs: [[number, number], [number, number]][];
  waits: Wait[];
  line: [number, number][];
  reach: [number, number][];
  count: number;
  aside: [[number, number], [number, number]][];
}

/**
 * Describes a level, 1 to 10, for the slider, with a ``sentence`` on the way it plays.
 *
 * ``rating`` is in points above a random mover (None: not measured), ``horizon`` the plies that the level looks ahead
 * (None: to the end of the game). ``learnt``: a network judges.
 */
export interface LevelView {
  number: number;
  name: string;
  sentence: string;
  rating: number | null;
  horizon: number | null;
  learnt: boolean;
}

/**
 * Tells whether the sender's page is visible.
 */
export interface LookForm {
  game_id: string;
  on: boolean;
}

/**
 * Asks for the code of the sender's game, which has a free seat.
 */
export interface MakeCodeForm {
  game_id: string;
}

/**
 * Asks, after the game, for the puzzle of the sender's move at ``ply``.
 */
export interface MistakeForm {
  game_id: string;
  ply: number;
}

/**
 * Holds the puzzle made of a move, as a row of ``Puzzle``. None for a move that makes none.
 */
export interface Mistaken {
  ply: number;
  puzzle: any[] | null;
  ok: boolean;
}

/**
 * Makes ``move``. ``token`` proves the right to do so on a connection that has not shown it yet.
 */
export interface MoveForm {
  ply: number;
  move: number;
  token?: string;
  game_id: string;
  request_id: string;
}

/**
 * Shows one legal move. Value and proven bounds are for the side to move. The bounds are score numbers: 22 minus
 * the winner's stones on a 7x6 board, negative for a loss.
 */
export interface MoveView {
  move: number;
  value: number;
  low: number;
  high: number;
  proven: boolean;
  words: string;
  depth: number | null;
  visits: number;
  refutation: number | null;
}

/**
 * Gives the sender's seat a nickname. An empty one takes the nickname away.
 */
export interface NameForm {
  name: string;
  game_id: string;
  request_id?: string;
}

/**
 * Begins a game from the start position ``moves`` (for ``analysis``, a whole game) with the sender's ``move``.
 *
 * With a ``request_id`` the event may be sent again and begins one game only. The answer holds the tokens of the
 * seats, so the second request must show the same ``secret``, or without one come from the same connection.
 */
export interface NewGameForm {
  game: string;
  seats: [SeatForm, SeatForm];
  moves?: number[] | string;
  analysis?: boolean;
  clock?: ClockForm;
  pie?: boolean;
  with_help?: boolean;
  move?: number;
  request_id?: string;
  secret?: string;
}

/**
 * Tells all pages about the server.
 */
export interface Notice {
  kind: "draining";
  words: string;
}

/**
 * Lets programs take the free seat of the sender's game, or no more.
 */
export interface OpenToEnginesForm {
  on: boolean;
  game_id: string;
  request_id?: string;
}

/**
 * Shows a new game, with the tokens of the seats (None for an engine's) and of the table.
 */
export interface Opened {
  game_id: string;
  seat_tokens: [string | null, string | null];
  table_token: string | null;
  state: GameView;
  people: PeopleView;
  ok: boolean;
}

/**
 * Shows the result of a game (``winner`` None: a draw) in English, and as ``said`` for translation.
 *
 * The cells of ``line`` are column and row, both from 1. Row 1 is the lowest.
 */
export interface OutcomeView {
  winner: 0 | 1 | null;
  line: [number, number][];
  words: string;
  said: import("../words.js").Said;
}

/**
 * Pauses, resumes, or sets the moves a minute. ``step`` plays one move and pauses.
 */
export interface PaceForm {
  paused?: boolean;
  per_minute?: number;
  step?: boolean;
  game_id: string;
  request_id?: string;
}

/**
 * Shows who is at a table. None for a seat without a person.
 */
export interface PeopleView {
  game_id: string;
  watchers: number;
  seats: [PersonView | null, PersonView | null];
}

/**
 * Shows the person of a seat. ``offers`` are the other side's choices in an absence.
 */
export interface PersonView {
  presence: "here" | "away" | "offline";
  offers: ("stand_in" | "claim")[];
}

/**
 * Asks for the move of a level in a position, of the game ``game_id`` if there is one.
 */
export interface PreviewForm {
  game: string;
  level: number;
  moves?: number[] | string;
  game_id?: string;
}

/**
 * Shows a level's move. ``blind`` is a proven result beyond the level's horizon, as a sentence, or empty.
 */
export interface Previewed {
  level: number;
  move: number;
  words: string;
  blind: string;
  said: import("../words.js").Said;
  ok: boolean;
}

/**
 * Reports a question of ``seat`` to the other side. A takeback leads to ``ply``. Any move ends the question.
 */
export interface PublicAsked {
  kind: "asked";
  what: "takeback" | "draw" | "rematch";
  seat: number;
  ply: number;
  version: number;
}

/**
 * Reports a claim: ``seat`` wins, because the other side has left.
 */
export interface PublicClaimed {
  kind: "claimed";
  seat: number;
  spent: number;
  version: number;
}

/**
 * Begins the list.
 *
 * ``keys`` are the hashes of the seats' tokens: a person's seat without one is free. ``controls`` are the hashes of
 * further tokens that may take back and set levels and the pace, as at a table for engines. ``analysis``: the moves
 * from the empty board, perhaps to the end, are a position to analyse. ``pie``: the second player may answer the first
 * move by swapping sides. ``with_help``: both people may ask the engine. ``wins``: by seat, the earlier games won in a
 * series of rematches. ``newcomers``: in a rematch, the hashes of the tokens of people who came by an invitation or by
 * a seat handed over. None in a rematch of an older release: all.
 */
export interface PublicCreated {
  kind: "created";
  game: string;
  seats: [Seat, Seat];
  start: number[];
  per_minute: number;
  rematch_of: string | null;
  analysis: boolean;
  clock: Clock | null;
  pie: boolean;
  with_help: boolean;
  wins: [number, number];
  version: number;
}

/**
 * Reports the no of ``seat``, which withdraws its own question.
 */
export interface PublicDeclined {
  kind: "declined";
  what: "takeback" | "draw" | "rematch";
  seat: number;
  version: number;
}

/**
 * Reports a draw by agreement.
 */
export interface PublicDrawn {
  kind: "drawn";
  spent: number;
  version: number;
}

/**
 * Reports the fall of the flag of ``seat``, which has no time left and loses.
 */
export interface PublicFlagged {
  kind: "flagged";
  seat: number;
  version: number;
}

/**
 * Reports the offer of a seat for the code with the hash ``key``, once, ``at`` seconds since 1970.
 */
export interface PublicHandOverOffered {
  kind: "hand_over";
  seat: number;
  version: number;
}

/**
 * Reports a new level of an engine.
 */
export interface PublicLevelSet {
  kind: "level_set";
  seat: number;
  level: number;
  version: number;
}

/**
 * Reports ``move`` of ``seat`` at ``ply``, the ``lots`` drawn by chance afterwards, and the seconds ``spent``.
 */
export interface PublicMoved {
  kind: "moved";
  ply: number;
  seat: number;
  move: number;
  lots: number[];
  spent: number;
  version: number;
  answer?: Answer | null;
}

/**
 * Reports the nickname of the person of ``seat``. None takes the nickname away.
 */
export interface PublicNamed {
  kind: "named";
  seat: number;
  name: string | null;
  version: number;
}

/**
 * Reports whether programs may take the free seat. ``seat`` is the seat of the person who decided it.
 */
export interface PublicOpenedToEngines {
  kind: "opened_to_engines";
  seat: number;
  on: boolean;
  version: number;
}

/**
 * Reports a pause of a game between engines or its end, and the moves a minute (0: as fast as possible).
 */
export interface PublicPaced {
  kind: "paced";
  paused: boolean;
  per_minute: number;
  version: number;
}

/**
 * Reports a redo: moves taken back before are played again, up to ``ply``.
 */
export interface PublicRedone {
  kind: "redone";
  ply: number;
  version: number;
}

/**
 * Reports a rematch: the same players play ``game_id`` next, with sides swapped.
 */
export interface PublicRematched {
  kind: "rematched";
  game_id: string;
  version: number;
}

/**
 * Reports the resignation of ``seat``. ``spent`` are the seconds on the clock of the side to move.
 */
export interface PublicResigned {
  kind: "resigned";
  seat: number;
  spent: number;
  version: number;
}

/**
 * Reports a return to the end of an abandoned branch, at ``ply``.
 */
export interface PublicReturned {
  kind: "returned";
  branch: number;
  ply: number;
  version: number;
}

/**
 * Reports a new player on a seat, with the hash of the person's token: ``owner`` while an engine plays.
 */
export interface PublicSeatSet {
  kind: "seat_set";
  seat: number;
  to: Seat;
  spent: number;
  version: number;
}

/**
 * Reports a seat handed over to the token with the hash ``key``. The former token is void.
 */
export interface PublicSeatTaken {
  kind: "handed";
  seat: number;
  version: number;
}

/**
 * Reports a person on a free seat, with the hash of the person's token. ``bot``: the person is a program.
 */
export interface PublicSeated {
  kind: "seated";
  seat: number;
  bot: boolean;
  version: number;
}

/**
 * Reports a swap by the pie rule: ``seat``, to move at ``ply``, took the other side's place.
 */
export interface PublicSwapped {
  kind: "swapped";
  ply: number;
  seat: number;
  spent: number;
  version: number;
}

/**
 * Reports a takeback to ``ply``. If the game stood there already, a swap of sides was taken back.
 */
export interface PublicUndone {
  kind: "undone";
  ply: number;
  version: number;
}

/**
 * Shows everybody at the table one of four reactions.
 */
export interface ReactForm {
  game_id: string;
  reaction: "hello" | "well_played" | "oops" | "thanks";
}

/**
 * Shows a player's reaction.
 */
export interface Reaction {
  game_id: string;
  seat: 0 | 1;
  reaction: "hello" | "well_played" | "oops" | "thanks";
}

/**
 * Tells whether the engine is ready, with words for a person.
 */
export interface Readiness {
  ready: boolean;
  stage: string;
}

/**
 * Plays again the moves that the last undo took back.
 */
export interface RedoForm {
  ply: number;
  game_id: string;
  request_id: string;
}

/**
 * Answers "why not here?" by a line, which begins with the moves in question, and a sentence.
 */
export interface Refuted {
  ply: number;
  line: number[];
  words: string;
  said: import("../words.js").Said;
  ok: boolean;
}

/**
 * Asks for another game with sides swapped, or begins one against an engine.
 */
export interface RematchForm {
  game_id: string;
  request_id?: string;
}

/**
 * Says yes or no to a question. No to the sender's own question withdraws it.
 */
export interface ReplyForm {
  what: "takeback" | "draw" | "rematch";
  yes: boolean;
  game_id: string;
  request_id?: string;
}

/**
 * Reports the nickname of the person of ``seat``.
 */
export interface ReportForm {
  game_id: string;
  seat: 0 | 1;
}

/**
 * Repeats a reported name.
 */
export interface Reported {
  name: string;
  ok: boolean;
}

/**
 * Gives the game up.
 */
export interface ResignForm {
  game_id: string;
  request_id?: string;
}

/**
 * Goes back to an abandoned branch, given by its index in the game's state.
 */
export interface ReturnForm {
  ply: number;
  branch: number;
  game_id: string;
  request_id: string;
}

/**
 * Asks for a judgement of every move of the game.
 */
export interface ReviewForm {
  game_id: string;
}

/**
 * Describes one move of the game, for the pages. ``value`` in [-1, 1] is of the position after the move, for the
 * first player. ``loss`` in [0, 2] is the value that the move gave away. ``near``: a person could have seen the
 * mark's reason, a win or a loss few moves ahead.
 */
export interface ReviewRow {
  ply: number;
  move: number;
  best: number;
  mark: string;
  value: number;
  loss: number;
  proven: boolean;
  near: boolean;
  seat: 0 | 1;
  words: string;
  said: import("../words.js").Said;
}

/**
 * Shows the marks of the moves so far. Only the answer to the question says ``ok``.
 */
export interface ReviewView {
  game_id: string;
  notation: string;
  rows: ReviewRow[];
  done: boolean;
  ok?: boolean;
}

/**
 * Shows a group of cells (column, row) with a large share in a belief.
 */
export interface SayView {
  cells: [number, number][];
  weight: number;
}

/**
 * Describes the player of one side. ``level`` is the engine's, 1 to 10. ``bot``: a program plays as a person.
 */
export interface Seat {
  kind: "human" | "engine";
  level?: number;
  name?: string;
  bot?: boolean;
}

/**
 * Describes a seat of a new game: a person, the first newcomer (``open``), or an engine.
 */
export interface SeatForm {
  kind: "human" | "engine";
  level?: number;
  name?: string;
  open?: boolean;
}

/**
 * Shows the player of a seat.
 */
export interface SeatView {
  kind: "human" | "engine";
  level?: number;
  name?: string;
  bot?: boolean;
  open?: boolean;
  lent?: boolean;
}

/**
 * Gives an engine another level.
 */
export interface SetLevelForm {
  seat: 0 | 1;
  level: number;
  game_id: string;
  request_id?: string;
}

/**
 * Gives a seat to an engine or to a person. A person's seat goes to the sender.
 */
export interface SetSeatForm {
  seat: 0 | 1;
  kind: "human" | "engine";
  level?: number;
  game_id: string;
  request_id?: string;
}

/**
 * Agrees to be watched by everybody, in this game and its rematches, or takes the consent back.
 */
export interface ShowForm {
  game_id: string;
  on: boolean;
}

/**
 * Tells for each seat whether the player agrees to be watched.
 */
export interface Shown {
  agreed: boolean[];
  ok: boolean;
}

/**
 * Shows a running game to people who like to watch. ``clock`` are seconds and increment.
 */
export interface ShownTable {
  game_id: string;
  game: string;
  seats: [SeatView, SeatView];
  ply: number;
  clock: [number, number] | null;
  watchers: number;
  discs: ([number, number, 0 | 1])[];
}

/**
 * Lists the tables to watch.
 */
export interface ShownTables {
  tables: ShownTable[];
  ok: boolean;
}

/**
 * Asks for the running games whose players agree to be watched.
 */
export interface ShownTablesForm {
}

/**
 * Takes the free seat, with a ``token`` that proves the right to it from now on.
 *
 * A program says ``bot``, and may sit only where the seat is open to engines.
 */
export interface SitForm {
  token: string;
  bot?: boolean;
  game_id: string;
  request_id: string;
}

/**
 * Makes an engine play for the person of ``seat``, absent for long enough.
 */
export interface StandInForm {
  seat: 0 | 1;
  game_id: string;
  request_id?: string;
}

/**
 * Says one thing about one position.
 *
 * Attributes:
 *     text: one sentence or more, the last ones with the names of the rules.
 *     moves: the moves from the certificate's position to the position of the step.
 *     pairs: the pairs of the layer, often empty.
 */
export interface Step {
  kind: "claim" | "four" | "threats" | "forced" | "tree" | "reply" | "wait" | "forbidden" | "count" | "pairs" | "reach" | "line" | "diagram" | "end";
  text: string;
  moves: number[];
  cells: [number, number][];
  pairs: [[number, number], [number, number]][];
}

/**
 * Ends the search for a stranger.
 */
export interface StopFindingForm {
}

/**
 * Takes the other side instead of moving, by the pie rule.
 */
export interface SwapForm {
  ply: number;
  game_id: string;
  request_id: string;
}

/**
 * Shows the ``code`` of a seat on offer, with a ``token`` that proves the right to it from now on.
 */
export interface TakeSeatForm {
  code: string;
  token: string;
  game_id: string;
  request_id: string;
}

/**
 * Shows where the side to move points. None: at no legal move.
 */
export interface TheirAim {
  game_id: string;
  seat: 0 | 1;
  ply: number;
  move: number | null;
}

/**
 * Holds everything that the page shows of a mind, at one moment.
 */
export interface ThinkingView {
  ply: number;
  pondering: boolean;
  busy: boolean;
  solved: boolean;
  depth: number;
  nodes: number;
  nodes_per_second: number;
  tree: number;
  kept: number;
  pruned: number;
  expected: number | null;
  pv: number[];
  moves: MoveView[];
  game_id: string;
  seat: 0 | 1 | null;
  branches?: number[][];
  falls?: TreeFall[];
}

/**
 * Shows the cut of a tree by a move, before ``ply``, with the searched positions that were kept and dropped.
 *
 * ``cut`` holds the move, the nodes and the positions of every branch cut off.
 */
export interface TreeFall {
  ply: number;
  move: number;
  kept: number;
  dropped: number;
  cut: [number, number, number][];
}

/**
 * Goes back to the last decision of a person.
 */
export interface UndoForm {
  ply: number;
  game_id: string;
  request_id: string;
}

/**
 * Asks for the game of a code.
 */
export interface UseCodeForm {
  code: string;
}

/**
 * Describes a line that waits for a stone on ``target``. Neither side may fill the cell right ``below``.
 */
export interface Wait {
  target: [number, number];
  below: [number, number];
  line: [number, number][];
}

/**
 * Starts or stops digests of the engine's search, with the top of its tree, and with the truth beside a level's
 * opinion.
 */
export interface WatchThinkingForm {
  game_id: string;
  on: boolean;
  tree?: boolean;
  truth?: boolean;
}

/**
 * Asks why the position at ``ply`` is won, held or lost for ``side``. ``first`` is a move of interest there.
 * ``quick`` asks for a first answer, soon: if it says ``more``, a second question may bring a better one.
 */
export interface WhyForm {
  game_id: string;
  ply: number;
  side?: 0 | 1;
  first?: number;
  quick?: boolean;
}

/**
 * Asks for the refutation of ``move``, or of the moves ``then`` after it. ``seat`` chooses the mind.
 */
export interface WhyNotForm {
  game_id: string;
  ply: number;
  move: number;
  then?: number[];
  seat?: 0 | 1;
}

/**
 * Tells the seats of a page, and whether the page may take back and set levels.
 */
export interface You {
  seats: number[];
  controls: boolean;
}
