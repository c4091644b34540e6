/**
 * Names the shapes of a run, of what the page holds, of questions, and of what lessons and exercises may do.
 *
 * @typedef {object} Source one function of the engine, as it stands in the file
 * @property {string} file
 * @property {string} name
 * @property {number} first number of the first line in the file
 * @property {string[]} text
 * @property {[number, number] | null} [hide] first and last line of the docstring
 *
 * @typedef {object} Places one entry a place in the tree, parents before children
 * @property {number[]} parent
 * @property {string[]} move
 * @property {string[]} name
 * @property {number[]} mover 0 Max, 1 Min, 2 chance, 3 nobody
 * @property {(number | null)[]} value of a leaf or a finished game
 * @property {(number | null)[]} share probability of a lot
 * @property {(string | null)[]} [sign] what stands for an unknown leaf
 * @property {string[] | null} cells boards, row by row from the top
 *
 * @typedef {object} Visits one entry a visit, in the order of entering; values and windows from the root's side
 * @property {number[]} place
 * @property {number[]} parent
 * @property {number[]} depth
 * @property {number[]} ply
 * @property {(number | null)[]} alpha
 * @property {(number | null)[]} beta
 * @property {number[]} alpha_from the visit whose value set the bound; -1: none
 * @property {number[]} beta_from
 * @property {(number | null)[]} value
 * @property {Bound[]} bound
 * @property {string[]} note
 * @property {number[]} met
 * @property {number[][]} skipped places
 * @property {number[]} same first visit of an equal state
 * @property {number[]} [proven] 1: no guess took part
 * @property {number[]} [aside] 1: a look that only decides something else
 * @property {((number | null)[] | null)[]} [numbers] proof number and disproof number, null for endless, or what each player gets
 *
 * @typedef {Record<string, number | string | boolean | null>} Vars
 *
 * @typedef {object} Steps
 * @property {number[]} kind number in `kinds`
 * @property {number[]} visit
 * @property {number[]} source
 * @property {number[]} line
 * @property {(Vars | null)[]} vars
 *
 * @typedef {{nodes: number, table_hits: number}} RunCounts
 *
 * @typedef {object} Run
 * @property {string} title
 * @property {string} algorithm
 * @property {string} words
 * @property {number} [sides] the number of players
 * @property {boolean} [backwards] each node is visited after all below it
 * @property {boolean} [rounds] each visit has a mean of the rounds so far
 * @property {number | null} depth
 * @property {"leaves" | "game"} kind
 * @property {string | null} [tree]
 * @property {string | null} [game]
 * @property {string} [moves]
 * @property {string} [weights] of the features, as the address has them
 * @property {string[]} names
 * @property {{columns: number, rows: number, gravity: boolean} | null} board
 * @property {Source[]} sources
 * @property {Places} places
 * @property {Visits} visits
 * @property {Steps} steps
 * @property {string[]} kinds
 * @property {Record<string, string>} sentences
 * @property {RunCounts} counts
 * @property {string | null} [limit]
 * @property {[number, number] | null} [bounds] the least and the greatest possible value of a leaf, where they are
 *   given
 * @property {string[]} [unknown] sentences: for which values of an unknown leaf each cut happens
 * @property {RunCounts | null} [whole] counts of the same search unwatched, where the run stops at a limit
 *
 * @typedef {0 | 1 | 2 | 3} Bound exact, at least, at most, a guess
 *
 * @typedef {object} PlaceView
 * @property {"unseen" | "open" | "done" | "skipped"} state
 * @property {number | null} value returned; of an open place the best so far, where that is proven
 * @property {Bound} bound
 * @property {string} note
 * @property {number} visits so far
 * @property {number | null} alpha on the last entry
 * @property {number | null} beta
 * @property {boolean} cut the search tried no more moves here
 * @property {boolean} proven no guess took part in the value
 * @property {(number | null)[] | null} [numbers] proof number and disproof number, null for endless, or what each player gets
 *
 * @typedef {object} Interval the window now
 * @property {number | null} alpha
 * @property {number | null} beta
 * @property {number} alphaFrom the place whose value set the bound; -1: none
 * @property {number} betaFrom
 * @property {number | null} value the best so far
 * @property {number} player 0 Max, 1 Min, 2 chance, 3 nobody
 *
 * @typedef {object} Witness why a cut is right
 * @property {"alpha" | "beta"} bound
 * @property {number} from the place whose value set the bound
 * @property {number[]} path the places after the two moves
 * @property {boolean} deep the bound comes from above the parent
 *
 * @typedef {{nodes: number, leaves: number, met: number, cuts: number, skipped: number, hits: number}} Counts
 *
 * @typedef {object} View
 * @property {number} step
 * @property {string} kind
 * @property {number} visit
 * @property {number} place
 * @property {string} sentence
 * @property {number} source -1: none
 * @property {number} line -1: none
 * @property {Vars} vars
 * @property {PlaceView[]} places
 * @property {number[]} path from the root to the place
 * @property {number[]} line_of_play
 * @property {Interval} window
 * @property {Witness | null} witness
 * @property {Counts} counts
 *
 * @typedef {"story" | "visits" | "lines"} Grain
 *
 * @typedef {object} Boot what came with the page
 * @property {string} fingerprint of the code that makes the runs
 * @property {{name: string}[]} games
 * @property {any} lesson
 * @property {Run | null} run
 * @property {Given & {step?: number}} start step: where the figure of a lesson opens
 * @property {Given | null} [plain] the start of a lesson, without what the address changes
 *
 * @typedef {{chosen: Set<number>, change: (chosen: Set<number>) => void, can?: (place: number) => boolean}} Selecting
 *
 * @typedef {object} Lab what the page holds, and what acts may do with it
 * @property {string} fingerprint of the code that makes the runs
 * @property {Problem} plain what the plain address shows
 * @property {string | null} lesson the path of the lesson
 * @property {Place} place
 * @property {Run | null} run
 * @property {View | null} view
 * @property {Pair | null} pair
 * @property {boolean} hidden nobody may peek
 * @property {Selecting | null} selecting
 * @property {Asking | null} asking what happens next
 * @property {string} verdict
 * @property {number} playing a timer; 0: nothing plays
 * @property {any} tree the drawing
 * @property {Set<() => void>} listeners hear of each step
 * @property {(sentence: string) => void} say
 * @property {(reason: string) => void} refuse
 * @property {(next: Place) => Promise<boolean>} load
 * @property {(step: number) => void} go
 * @property {() => void} show
 *
 * @typedef {{predict: Predict, panel: {show: (predict: Predict | null) => void, press: (number: number) => void}}} Asking
 *
 * @typedef {object} Asked a question as the server sends it
 * @property {string} kind
 * @property {string} question
 * @property {"fields" | "leaves" | "choice" | "order" | "tree"} form
 * @property {string} algorithm the search that shows the answer
 * @property {string | null} tree
 * @property {string} rule
 * @property {{name: string, node: string | null, label: string}[]} fields
 * @property {{value: string, text: string}[]} options
 * @property {string[] | null} code
 *
 * @typedef {object} Form
 * @property {HTMLElement} element
 * @property {() => string} answer
 * @property {(key: string) => void} fill shows a right answer
 * @property {() => void} [end] gives the tree back to the page
 * @property {HTMLInputElement[]} [apart] fields that stand outside the element
 *
 * @typedef {{asked: number | null, right: number, answered: number}} Predict asked: the step asked about; null: none
 *
 * @typedef {object} Problem
 * @property {string | null} tree a tree of leaves as text
 * @property {string | null} game the name of a game
 * @property {string} moves the moves before the root
 * @property {string} algorithm
 * @property {number | null} depth null: to the end
 * @property {string} weights of the features of a board, as "4-3-1"; empty: the textbook's
 *
 * @typedef {{[name in keyof Problem]?: Problem[name]}} Given a problem with parts left out
 *
 * @typedef {Problem & {step: number, grain: Grain, compare: string | null, marks: number[], wide: boolean}} Place the
 *   whole state
 *
 * @typedef {object} Pair
 * @property {Run} left the first run, on the places of both
 * @property {Run} right
 * @property {Int32Array} clock for each step of the left run the step of the right run
 * @property {{both: number, left: number, right: number}} visited places looked at by both, and by one alone
 */

export {};
