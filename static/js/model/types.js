/**
 * The shapes that cross from the server to the page, and the page's own state. Types only: nothing here runs.
 *
 * @typedef {0 | 1} SeatNumber
 *
 * @typedef {object} Seat who sits there
 * @property {"human" | "engine"} kind
 * @property {number} [level] 1 to 10, engines only
 * @property {string} [name]
 * @property {boolean} [open] nobody sits there yet
 * @property {boolean} [lent] an engine plays on for a person who may come back
 *
 * @typedef {object} Person
 * @property {"here" | "away" | "offline"} presence
 * @property {("stand_in" | "claim")[]} offers what the other side may do about an absence
 *
 * @typedef {{game_id: string, watchers: number, seats: (Person | null)[]}} People
 *
 * @typedef {{game_id: string, seat: SeatNumber, ply: number, move: number | null}} TheirAim
 *
 * @typedef {object} Asked an open question between people
 * @property {"takeback" | "draw" | "rematch"} what
 * @property {SeatNumber} seat who asks
 * @property {number} ply where a takeback leads
 * @property {number[]} moves those that it takes
 *
 * @typedef {object} GameClock
 * @property {number} seconds
 * @property {number} increment
 * @property {[number, number]} left seconds, when the state was sent
 * @property {SeatNumber | null} running
 *
 * @typedef {object} Outcome
 * @property {SeatNumber | null} winner null: a draw
 * @property {[number, number][]} line [column, row], both 1-based, row 1 is the lowest
 * @property {string} words
 *
 * @typedef {object} GameState what the server says of a game; a local position has no game_id
 * @property {string | null} game_id
 * @property {number} version
 * @property {string} game
 * @property {number[]} moves
 * @property {number} ply
 * @property {SeatNumber | null} to_move
 * @property {number[]} legal
 * @property {Outcome | null} outcome
 * @property {Seat[]} seats
 * @property {[number, number, SeatNumber][]} discs column, row, seat, in the order they were placed
 * @property {string} text
 * @property {boolean} paused
 * @property {number} pace moves a minute
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {{ply: number, moves: number[]}[]} [branches] what was left by takebacks: where it leaves the game, and its moves
 * @property {boolean} [pie] the second player may answer the first move by swapping sides
 * @property {boolean} [swapped] and has
 * @property {boolean} [can_swap] and may now
 * @property {Record<string, string>} move_words
 * @property {Readiness} engine
 * @property {string | null} [rematch]
 * @property {Asked | null} [asked]
 * @property {GameClock | null} [clock]
 * @property {boolean} analysis a position that is looked into, not a game
 * @property {string} notation the moves as text, as in an address
 *
 * @typedef {{ready: boolean, stage: string}} Readiness
 *
 * @typedef {object} Answer what an engine says of its last move
 * @property {number | null} expected the opponent's move it had expected
 * @property {number} seconds
 * @property {number} nodes
 * @property {number} kept
 * @property {number} pruned
 * @property {boolean} proven
 * @property {string} words
 * @property {string} why
 * @property {boolean} slip
 * @property {number} depth how deep the reply that it answers was read already
 * @property {boolean} foreseen whether its result was known already
 * @property {number} share of the positions searched, those beneath that reply
 * @property {number} dropped the positions searched elsewhere
 * @property {number | null} better what a slip passed over
 *
 * @typedef {object} GameEvent what happened last
 * @property {string} kind "moved", "undone", "level_set", ...
 * @property {SeatNumber} [seat]
 * @property {number} [move]
 * @property {number} [ply]
 * @property {number[]} [lots] what chance drew after the move
 * @property {number} [level]
 * @property {Answer} [answer]
 *
 * @typedef {object} MoveView one legal move as a mind sees it, for the side to move
 * @property {number} move
 * @property {number} value -1 to 1
 * @property {number} low
 * @property {number} high
 * @property {boolean} proven
 * @property {string} words
 * @property {number | null} depth
 * @property {number} visits
 * @property {number | null} refutation
 *
 * @typedef {object} Digest
 * @property {string} game_id
 * @property {number} ply
 * @property {SeatNumber | null} seat
 * @property {boolean} pondering
 * @property {boolean} busy
 * @property {boolean} solved
 * @property {number} depth
 * @property {number} nodes
 * @property {number} nodes_per_second
 * @property {number} tree
 * @property {number} kept
 * @property {number} pruned
 * @property {number | null} expected
 * @property {number[]} pv
 * @property {MoveView[]} moves
 * @property {number[][]} [branches] rows of parent, move, value in hundredths, known, depth, visits, refutation
 * @property {boolean} [sent] came with the address, from whoever sent it
 * @property {Fallen[]} [falls] what the last moves cut from its tree
 *
 * @typedef {{seat: number, level: number, move: number, words: string, blind: string}} Preview
 *
 * @typedef {{winner: SeatNumber | null, since: number}} Knowledge what an engine is sure of, as in {winner: 0, since: 12}:
 *   null is a draw; since the ply
 *
 * @typedef {object} EngineAnswer what an engine said with its move at ``ply``, and the move that it answered
 * @property {number} ply
 * @property {number} seat
 * @property {number} move
 * @property {number | null} reply the move before
 * @property {number | null} expected what it had expected there
 * @property {boolean} slip
 * @property {number | null} better what the slip passed over
 * @property {boolean} proven
 *
 * @typedef {object} Fallen
 * @property {number} ply the ply that the move led to
 * @property {number} move
 * @property {number} kept positions
 * @property {number} dropped positions
 * @property {number[][]} cut rows of move, nodes, positions
 *
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {[number, number] | null} board width, height
 * @property {number} connect
 * @property {boolean} gravity
 * @property {[string, string]} players
 * @property {boolean} chance
 *
 * @typedef {{number: number, name: string, sentence: string, rating: number | null, horizon?: number | null}} Level
 *
 * @typedef {object} Boot
 * @property {string} game
 * @property {string | null} game_id
 * @property {number[]} moves
 * @property {GameInfo[]} games
 * @property {Level[]} levels
 * @property {GameState} state
 * @property {boolean} ready
 * @property {string} version
 *
 * @typedef {object} ReviewRow what one move of a game was worth
 * @property {number} ply
 * @property {SeatNumber} seat
 * @property {number} move
 * @property {number} best
 * @property {string} mark
 * @property {string} words
 * @property {number} value -1 to 1, after the move, for the first player
 * @property {number} loss 0 to 2, what it gave away
 * @property {boolean} proven
 *
 * @typedef {{game_id: string, notation: string, rows: ReviewRow[], done: boolean}} Review
 *
 * @typedef {{seats: (string | null)[], table: string | null}} Tokens
 *
 * @typedef {object} Pending a move on the board before the server has confirmed it
 * @property {number} move 4
 * @property {number} ply the moves before it: 12
 * @property {[number, number, SeatNumber] | null} disc column, row and seat: [4, 2, 0]; null in a game of chance
 *
 * @typedef {{text: string, tone: "refusal" | "info"}} Notice
 *
 * @typedef {object} Hint
 * @property {number} move 4
 * @property {string} why "Column 4 wins in 3."; "" where the engine gives no reason
 * @property {1 | 2 | 3} step how much is told: 1 the part of the board, 2 the move, 3 the reason
 *
 * @typedef {object} WhyNot the answer to "why not here?"
 * @property {number[]} path the block that was clicked: [3, 4] is column 3 and the reply 4
 * @property {number[]} line the moves that answer it: [3, 4, 4]
 * @property {string} words "Column 3 loses in 5."
 *
 * @typedef {object} Connection the line to the server
 * @property {"connecting" | "online" | "lost"} status
 * @property {string} reason why the line is lost, in the server's words: "The table restarts; ..."; "" if not known
 *
 * @typedef {object} PeopleState the people at the table and what they set
 * @property {People | null} present who is at the table: {watchers: 1, seats: [{presence: "away", ...}, null]}
 * @property {TheirAim | null} aim where the side to move points: {seat: 1, ply: 6, move: 3, ...}
 * @property {boolean} waitChosen true after "Wait" was chosen for a person who is away
 * @property {boolean} pieRule whether the next game of two people has the pie rule
 * @property {number} clockReadAt when the server's clocks were read, in milliseconds of performance.now(): 5312.4
 *
 * @typedef {object} EngineView what the page shows of the engine and its thoughts
 * @property {Readiness} readiness {ready: false, stage: "compiling"}
 * @property {boolean} visible the switch "Thinking"
 * @property {Digest[]} digests the last digest of each seat
 * @property {boolean} frozen whether the picture stands still
 * @property {boolean} lineShown whether the expected line lies on the board
 * @property {Preview | null} preview what a level would play here, while its slider moves
 * @property {WhyNot | null} whyNot
 * @property {Answer | null} lastAnswer what the engine said with its last move
 * @property {EngineAnswer[]} answers what the engines said with the moves that stand
 * @property {(Knowledge | null)[]} knowledge engine against engine: the result that
 *   each side is sure of, as in [{winner: 0, since: 12}, null]
 * @property {number | "end" | null} memory after a takeback: the depth to which the tree still knows the position;
 *   0 while it is not known yet, "end" if it was read to the end
 *
 * @typedef {object} ReviewView the review of a game, and the earlier move that is shown
 * @property {Review | null} result what the moves were worth
 * @property {number | null} ply the earlier move that is shown: 7; null is the game as it stands
 * @property {{cell: [number, number], seat: SeatNumber} | null} betterMove where a better move would have landed
 * @property {{value: number, proven: boolean} | null} value what the shown position is worth for the first side
 *
 * @typedef {object} UiState what the person does at the moment, and what the page replies
 * @property {number | null} aim the move under the pointer or the focus: 4
 * @property {Hint | null} hint
 * @property {boolean} hintPending whether a hint is on its way
 * @property {{aimed: number, landed: number, seat: SeatNumber} | null} slip the last piece that chance moved
 * @property {Notice | null} notice {text: "Column 3 is full.", tone: "refusal"}
 * @property {number} refusals a count, so that the same refusal twice is seen twice
 * @property {number | null} refusedMove the move that was refused last: 3
 * @property {boolean} sound
 *
 * @typedef {object} PageState everything the page shows
 * @property {GameInfo} info the game on the table
 * @property {Level[]} levels
 * @property {Tokens} tokens what this browser may do
 * @property {GameState} game the last state that the server confirmed
 * @property {Pending | null} pending
 * @property {Connection} connection
 * @property {PeopleState} people
 * @property {EngineView} engineView
 * @property {ReviewView} review
 * @property {UiState} ui
 */
export {};
