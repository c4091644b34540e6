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
 * @typedef {{seat: number, level: number, move: number, words: string, blind: string}} Foretold
 *
 * @typedef {object} Said what an engine said with its move at ``ply``, and the move that it answered
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
 * @typedef {{move: number, ply: number, disc: [number, number, SeatNumber] | null}} Pending a move shown before it is confirmed
 *
 * @typedef {{text: string, tone: "refusal" | "info"}} Notice
 *
 * @typedef {object} PageState everything the page shows
 * @property {GameInfo} info the game on the table
 * @property {Level[]} levels
 * @property {GameState} game the last state that the server confirmed
 * @property {Pending | null} pending
 * @property {Tokens} tokens
 * @property {"connecting" | "online" | "lost"} connection
 * @property {string} away why the connection is lost, if the server said so
 * @property {Readiness} engine
 * @property {number | null} aim the move that is aimed at
 * @property {Notice | null} notice
 * @property {{move: number, why: string, step: 1 | 2 | 3} | null} hint 1: where, 2: which, 3: why
 * @property {boolean} hinting
 * @property {Answer | null} answer
 * @property {{aimed: number, landed: number, seat: SeatNumber} | null} slipped
 * @property {boolean} sound
 * @property {boolean} watching
 * @property {Digest[]} digests the last one of each seat
 * @property {boolean} pie whether the next game of two people shall have the pie rule
 * @property {Review | null} review
 * @property {{cell: [number, number], seat: SeatNumber} | null} better where a better move would have landed
 * @property {{value: number, proven: boolean} | null} judged what the position that is looked at was worth, for the first side
 * @property {number | null} looking the ply that is looked at; null: the game as it stands
 * @property {(import("./engine_knowledge.js").Knowledge | null)[]} knows engine against engine: what each side's mind is certain of
 * @property {Foretold | null} foretold what a level would play here, while its slider moves
 * @property {Said[]} said what the engines said with the moves that stand
 * @property {number | "end" | null} remembered after a takeback: how deep the tree still knows the position
 * @property {boolean} held whether the picture of its thoughts stands still
 * @property {boolean} lined whether the line that it expects lies on the board
 * @property {{path: number[], line: number[], words: string} | null} why the answer to "why not here?"
 * @property {People | null} people who is at the table
 * @property {TheirAim | null} theirAim where the side to move points
 * @property {boolean} waiting the person chose to wait for somebody who is away
 * @property {number} clockAt when the clocks of the game were read, in milliseconds of the page's own clock
 * @property {number} refused counts refusals, so that the same one twice is seen twice
 * @property {number | null} shaken the move that was refused last
 */
export {};
