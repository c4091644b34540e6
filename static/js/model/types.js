/**
 * Describes the page's own state, and names the data from the server (wire.d.ts) for the page. Types only: no code.
 *
 * @typedef {SeatView} Seat a side's player
 * @typedef {PersonView} Person
 * @typedef {PeopleView} People
 * @typedef {import("./wire.d.ts").TheirAim} TheirAim
 * @typedef {AskedView} Asked an open question between people
 * @typedef {ClockView} GameClock
 * @typedef {OutcomeView} Outcome
 * @typedef {import("./wire.d.ts").Readiness} Readiness
 * @typedef {import("./wire.d.ts").Answer} Answer an engine's words on the last move
 * @typedef {import("./wire.d.ts").MoveView} MoveView one legal move as an engine sees the move, for the side to move
 * @typedef {import("./wire.d.ts").EngineAnswer} EngineAnswer
 * @typedef {TreeFall} Fallen
 * @typedef {LevelView} Level
 * @typedef {BootData} Boot
 * @typedef {import("./wire.d.ts").ReviewRow & {claims?: Claim[]}} ReviewRow the worth of one move, and what its sentence
 *   claims
 * @typedef {Omit<import("./wire.d.ts").ReviewView, "rows"> & {rows: ReviewRow[]}} Review
 * @typedef {BeliefView} Belief what a network believes of a move
 * @typedef {[number, number]} Cell a column and a row, from 0
 * @typedef {{kind: string, cells: Cell[], pairs: [Cell, Cell][], sign?: string, begins?: SeatNumber}} Layer what a step
 *   of an explanation shows on the board; sign: a mark of a diagram; begins: whose disc the first of foretold moves is
 * @typedef {0 | 1} SeatNumber
 *
 * @typedef {import("./wire.d.ts").GameView} GameView
 * @typedef {"branches" | "pie" | "swapped" | "can_swap" | "rematch" | "asked" | "clock" | "open_to_engines"} Absent
 *   what a local position may lack
 * @typedef {Omit<GameView, "game_id" | "event" | "seats" | Absent> & Partial<Pick<GameView, Absent>>
 *   & {game_id: string | null, seats: Seat[]}} GameState a game by the server; a local position has no game_id
 * @typedef {Partial<Omit<PublicMoved, "kind">> & {kind: string}} GameEvent the last event: a move, or
 *   another one with some of a move's fields
 * @typedef {ThinkingView & {sent?: boolean, own?: boolean}} Digest an engine's thoughts; sent: with the address;
 *   own: by the engine of this page
 * @typedef {Pick<Previewed, "level" | "move" | "blind" | "glance"> & {seat: number, claims: Claim[]}} Preview
 *
 * @typedef {{winner: SeatNumber | null, since: number}} Knowledge a result that an engine is sure of, and
 *   since which ply: {winner: 0, since: 12}; null is a draw
 *
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {[number, number] | null} board width, height
 * @property {number} connect
 * @property {boolean} gravity
 * @property {[string, string]} players the names of the sides, in the reader's language
 * @property {[string, string]} sides the ids of the sides, such as "red"
 * @property {boolean} chance
 * @property {string} [goal] "Five in a row wins."
 *
 * @typedef {{seats: (string | null)[], table: string | null}} Tokens
 *
 * @typedef {object} Pending a move on the board before the server's confirmation
 * @property {number} move 4
 * @property {number} ply the number of moves before: 12
 * @property {[number, number, SeatNumber] | null} disc column, row and seat: [4, 2, 0]; null in a game of chance
 *
 * @typedef {{text: string, tone: "refusal" | "info"}} Notice
 *
 * @typedef {object} Hint
 * @property {number} move 4
 * @property {string} why "Column 4 wins in 3."; "" where the engine gives no reason
 * @property {Claim[]} claims what the reason says
 * @property {number | null} lost in how many moves the move loses, where that is proven
 * @property {boolean} proven whether no other move is better
 * @property {1 | 2 | 3} step how much is told: 1 the part of the board, 2 the move, 3 the reason
 *
 * @typedef {object} WhyNot the answer to "why not here?"
 * @property {number[]} path the clicked block: [3, 4] is column 3 and the reply 4
 * @property {number[]} line the moves of the answer: [3, 4, 4]
 * @property {string} words "Column 3 loses in 5."
 * @property {Claim[]} claims what the words say
 *
 * @typedef {object} Connection the line to the server
 * @property {"connecting" | "online" | "lost" | "alone"} status alone: the page plays by itself, and asks no server
 * @property {boolean} mayGoOn whether the page can go on by itself, while the line is lost
 * @property {string} reason why the line is lost, in the server's words: "The table restarts; ..."; "" if not known
 *
 * @typedef {object} PeopleState the people at the table and the people's settings
 * @property {People | null} present who is at the table: {watchers: 1, seats: [{presence: "away", ...}, null]}
 * @property {TheirAim | null} aim where the side to move points: {seat: 1, ply: 6, move: 3, ...}
 * @property {boolean} waitChosen true after "Wait" was chosen for an absent person
 * @property {boolean} pieRule whether the next game of two people has the pie rule
 * @property {number} clockReadAt when the server's clocks were read, in milliseconds of performance.now(): 5312.4
 *
 * @typedef {object} EngineView the engine's thoughts on the page
 * @property {Readiness} readiness {ready: false, stage: "The engine is starting."}
 * @property {boolean} wanted the switch "Thinking"
 * @property {boolean} visible whether the thinking is shown: wanted, and the engine may be asked
 * @property {Digest[]} digests the last digest of each seat
 * @property {boolean} truth whether the truth is shown, not the opinion of the engine at the table
 * @property {boolean} ownLost whether the page's own engine has failed
 * @property {boolean} frozen whether the picture stands still
 * @property {boolean} lineShown whether the expected line lies on the board
 * @property {Preview | null} preview a level's move in this position, while the slider moves
 * @property {WhyNot | null} whyNot
 * @property {WhyNot | null} pointed what the tree tells of the block under the pointer or the focus
 * @property {Answer | null} lastAnswer the engine's words to the last move
 * @property {EngineAnswer[]} answers the engines' words to all standing moves
 * @property {(Knowledge | null)[]} knowledge each engine's certain result: [{winner: 0, since: 12}, null]
 * @property {number | "end" | "part" | null} memory after a takeback: the depth to which the tree still knows the
 *   position;
 *   0 until the first digest, "end" for a position read to the end, "part" for one not read to any full depth
 *
 * @typedef {object} ReviewView the review of a game, and the earlier move on the board
 * @property {Review | null} result the worth of the moves
 * @property {boolean} opened whether the person goes through the ended game
 * @property {boolean} [waits] whether the look was opened before the first pin was known, and nothing was pressed since
 * @property {number | null} ply the earlier move on the board: 7; null is the last one
 * @property {{cell: [number, number], seat: SeatNumber} | null} betterMove where a better move would have landed
 * @property {{value: number, proven: boolean, open?: boolean} | null} value the worth of the shown position for the
 *   first side; open: not worked out yet
 * @property {number} mistakes how many moves of this game the coach keeps as puzzles
 * @property {Retry | null} retry the moment that the person tries again
 *
 * @typedef {object} Retry a position of an ended game, with one move to find
 * @property {number} ply
 * @property {number | null} move the move that was tried
 * @property {boolean | "open" | null} right open: too deep to tell; null while the move is judged
 * @property {string | Told} said the verdict
 *
 * @typedef {object} UiState the person's input at the moment, and the page's replies
 * @property {number | null} aim the move under the pointer or the focus: 4
 * @property {Hint | null} hint
 * @property {boolean} hintPending whether a hint is on the way
 * @property {boolean} resigning whether the person is asked about resigning
 * @property {{aimed: number, landed: number, seat: SeatNumber} | null} slip the last piece moved by chance
 * @property {Notice | null} notice {text: "Column 3 is full.", tone: "refusal"}
 * @property {number | null} premove the move kept for the person's next turn
 * @property {number} refusals a count: the same refusal twice is two changes
 * @property {number | null} refusedMove the last refused move: 3
 * @property {boolean} sound
 *
 * @typedef {Record<string, [boolean, boolean]>} Ladder the lights of the stops by level: beaten as the first side, as
 *   the second: {"5": [true, false]}
 *
 * @typedef {"hint" | "truth" | "back" | "seats" | "program"} Help a hint, the truth on the page, a move taken back,
 *   other seats, a program of the person's own
 *
 * @typedef {object} PageState all data of the page
 * @property {GameInfo} info the game on the table
 * @property {Level[]} levels
 * @property {Ladder} ladder the levels beaten in this browser
 * @property {number | null} climbed the level beaten in the game that just ended
 * @property {Help | ""} helped the help with which the game that just ended was won, so that
 *   it does not count
 * @property {Tokens} tokens this browser's rights
 * @property {GameState} game the last confirmed state
 * @property {Pending | null} pending
 * @property {Connection} connection
 * @property {PeopleState} people
 * @property {EngineView} engineView
 * @property {ReviewView} review
 * @property {UiState} ui
 */

/** @import { Claim, Told } from "./claim.js" */
/** @import { AskedView, BeliefView, BootData, ClockView, LevelView, OutcomeView, PeopleView } from "./wire.d.ts" */
/** @import { PersonView, Previewed, PublicMoved, SeatView, ThinkingView, TreeFall } from "./wire.d.ts" */
export {};
