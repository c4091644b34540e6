/**
 * Describes the data from the server and the page's own state. Types only: no code.
 *
 * @typedef {0 | 1} SeatNumber
 *
 * @typedef {object} Seat a side's player
 * @property {"human" | "engine"} kind
 * @property {number} [level] 1 to 10, engines only
 * @property {string} [name]
 * @property {boolean} [open] nobody sits there yet
 * @property {boolean} [lent] an engine plays on for an absent person
 *
 * @typedef {object} Person
 * @property {"here" | "away" | "offline"} presence
 * @property {("stand_in" | "claim")[]} offers the other side's choices in an absence
 *
 * @typedef {{game_id: string, watchers: number, seats: (Person | null)[]}} People
 *
 * @typedef {{game_id: string, seat: SeatNumber, ply: number, move: number | null}} TheirAim
 *
 * @typedef {object} Asked an open question between people
 * @property {"takeback" | "draw" | "rematch"} what
 * @property {SeatNumber} seat the asking side
 * @property {number} ply where a takeback leads
 * @property {number[]} moves the moves of the takeback
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
 * @property {import("../words.js").Said} said the same, with the values
 *
 * @typedef {object} GameState a game by the server; a local position has no game_id
 * @property {string | null} game_id
 * @property {number} version
 * @property {string} game
 * @property {number[]} moves
 * @property {number} ply
 * @property {number} start the ply of the start position
 * @property {[number, number]} score the games won by the player of each seat, in a series of rematches
 * @property {SeatNumber | null} to_move
 * @property {number[]} legal
 * @property {Outcome | null} outcome
 * @property {Seat[]} seats
 * @property {[number, number, SeatNumber][]} discs column, row, seat, in the order of the moves
 * @property {import("../words.js").Said} text
 * @property {boolean} paused
 * @property {number} pace moves a minute
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {{ply: number, moves: number[]}[]} [branches] abandoned by takebacks
 * @property {boolean} [pie] the second player may answer the first move by swapping sides
 * @property {boolean} [swapped] the second player has swapped sides
 * @property {boolean} [can_swap] the side to move may swap sides now
 * @property {boolean} help the engine may be asked about the game; false while two people play
 * @property {boolean} with_help the invitation promised help to both people
 * @property {Record<string, import("../words.js").Said>} move_words
 * @property {Readiness} engine
 * @property {string | null} [rematch]
 * @property {Asked | null} [asked]
 * @property {GameClock | null} [clock]
 * @property {boolean} analysis a position under analysis, not a game
 * @property {string} notation the moves as text, as in an address
 *
 * @typedef {{ready: boolean, stage: string}} Readiness
 *
 * @typedef {object} Answer an engine's words on the last move
 * @property {number | null} expected the expected move of the opponent
 * @property {number} seconds
 * @property {number} nodes
 * @property {number} kept
 * @property {number} pruned
 * @property {boolean} proven
 * @property {string} words
 * @property {string} why
 * @property {boolean} slip
 * @property {number} depth the depth to which the answered move was read already
 * @property {boolean} foreseen whether the result was known already
 * @property {number} share the part of all searched positions below the answered move
 * @property {number} dropped the positions searched elsewhere
 * @property {number} waited the seconds that the other side took for the move before
 * @property {number | null} better the better move of a slip
 *
 * @typedef {object} GameEvent the last event
 * @property {string} kind "moved", "undone", "level_set", ...
 * @property {SeatNumber} [seat]
 * @property {number} [move]
 * @property {number} [ply]
 * @property {number[]} [lots] the draws of chance after the move
 * @property {number} [level]
 * @property {Answer} [answer]
 *
 * @typedef {object} MoveView one legal move as an engine sees the move, for the side to move
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
 * @property {boolean} [sent] came with the address
 * @property {Fallen[]} [falls] the branches cut from the tree by the last moves
 *
 * @typedef {{seat: number, level: number, move: number, words: string, blind: string}} Preview
 *
 * @typedef {{winner: SeatNumber | null, since: number}} Knowledge a result that an engine is sure of, and
 *   since which ply: {winner: 0, since: 12}; null is a draw
 *
 * @typedef {object} EngineAnswer an engine's words to the move at ``ply``, and the answered move
 * @property {number} ply
 * @property {number} seat
 * @property {number} move
 * @property {number | null} reply the move before
 * @property {number | null} expected the reply that the engine expected
 * @property {boolean} slip
 * @property {number | null} better the better move of a slip
 * @property {boolean} proven
 *
 * @typedef {object} Fallen
 * @property {number} ply the ply after the move
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
 * @property {[string, string]} players the names of the sides, in the reader's language
 * @property {[string, string]} sides the ids of the sides, such as "red"
 * @property {boolean} chance
 * @property {string} [goal] "Five in a row wins."
 *
 * @typedef {{number: number, name: string, sentence: string, rating: number | null, horizon?: number | null, learnt?: boolean}} Level
 *
 * @typedef {object} Boot
 * @property {string} game
 * @property {string | null} game_id
 * @property {number[]} moves
 * @property {(Omit<GameInfo, "sides">)[]} games the sides by their ids in `players`
 * @property {Level[]} levels
 * @property {GameState} state
 * @property {boolean} ready
 * @property {string} version
 *
 * @typedef {object} ReviewRow the worth of one move
 * @property {number} ply
 * @property {SeatNumber} seat
 * @property {number} move
 * @property {number} best
 * @property {string} mark
 * @property {string} words
 * @property {import("../words.js").Said} said the same, with the values
 * @property {number} value -1 to 1, after the move, for the first player
 * @property {number} loss 0 to 2, the value given away
 * @property {boolean} proven
 * @property {boolean} near whether a person could have seen the reason of the mark
 *
 * @typedef {{game_id: string, notation: string, rows: ReviewRow[], done: boolean}} Review
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
 * @property {number | null} lost in how many moves the move loses, where that is proven
 * @property {1 | 2 | 3} step how much is told: 1 the part of the board, 2 the move, 3 the reason
 *
 * @typedef {object} WhyNot the answer to "why not here?"
 * @property {number[]} path the clicked block: [3, 4] is column 3 and the reply 4
 * @property {number[]} line the moves of the answer: [3, 4, 4]
 * @property {string} words "Column 3 loses in 5."
 *
 * @typedef {object} Belief what a network believes of a move
 * @property {number} move 4
 * @property {number} value from -1, lost, to 1, won
 * @property {number[]} replies the forced replies after the move, up to the judged position
 * @property {{cells: [number, number][], weight: number}[]} says the groups of cells, [column, row], with the largest shares
 *
 * @typedef {object} Connection the line to the server
 * @property {"connecting" | "online" | "lost"} status
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
 * @property {Readiness} readiness {ready: false, stage: "compiling"}
 * @property {boolean} wanted the switch "Thinking"
 * @property {boolean} visible whether the thinking is shown: wanted, and the engine may be asked
 * @property {Digest[]} digests the last digest of each seat
 * @property {boolean} truth whether the truth is shown, not the opinion of the engine at the table
 * @property {boolean} frozen whether the picture stands still
 * @property {boolean} lineShown whether the expected line lies on the board
 * @property {Preview | null} preview a level's move in this position, while the slider moves
 * @property {WhyNot | null} whyNot
 * @property {WhyNot | null} pointed what the tree tells of the block under the pointer or the focus
 * @property {Answer | null} lastAnswer the engine's words to the last move
 * @property {EngineAnswer[]} answers the engines' words to all standing moves
 * @property {(Knowledge | null)[]} knowledge each engine's certain result: [{winner: 0, since: 12}, null]
 * @property {number | "end" | "part" | null} memory after a takeback: the depth to which the tree still knows the position;
 *   0 until the first digest, "end" for a position read to the end, "part" for one not read to any full depth
 *
 * @typedef {object} ReviewView the review of a game, and the earlier move on the board
 * @property {Review | null} result the worth of the moves
 * @property {boolean} opened whether the person goes through the ended game
 * @property {number | null} ply the earlier move on the board: 7; null is the last one
 * @property {{cell: [number, number], seat: SeatNumber} | null} betterMove where a better move would have landed
 * @property {{value: number, proven: boolean} | null} value the worth of the shown position for the first side
 * @property {number} mistakes how many moves of this game the coach keeps as puzzles
 *
 * @typedef {object} UiState the person's input at the moment, and the page's replies
 * @property {number | null} aim the move under the pointer or the focus: 4
 * @property {Hint | null} hint
 * @property {boolean} hintPending whether a hint is on the way
 * @property {boolean} resigning whether the person is asked about resigning
 * @property {{aimed: number, landed: number, seat: SeatNumber} | null} slip the last piece moved by chance
 * @property {Notice | null} notice {text: "Column 3 is full.", tone: "refusal"}
 * @property {number} refusals a count: the same refusal twice is two changes
 * @property {number | null} refusedMove the last refused move: 3
 * @property {boolean} sound
 *
 * @typedef {Record<string, [boolean, boolean]>} Ladder the lights of the stops by level: beaten as the first side, as the second: {"5": [true, false]}
 *
 * @typedef {object} PageState all data of the page
 * @property {GameInfo} info the game on the table
 * @property {Level[]} levels
 * @property {Ladder} ladder the levels beaten in this browser
 * @property {number | null} climbed the level beaten in the game that just ended
 * @property {Tokens} tokens this browser's rights
 * @property {GameState} game the last confirmed state
 * @property {Pending | null} pending
 * @property {Connection} connection
 * @property {PeopleState} people
 * @property {EngineView} engineView
 * @property {ReviewView} review
 * @property {UiState} ui
 */
export {};
