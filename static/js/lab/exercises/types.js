/**
 * Names the shapes of a question, and of the form that asks it.
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
 * @property {() => void} end gives the tree back to the page
 * @property {HTMLInputElement[]} [apart] fields that stand outside the element
 */

export {};
