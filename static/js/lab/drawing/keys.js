/** Leads through a tree by the arrow keys. */

/**
 * Returns the place to which a key leads, among the drawn ones; null for other keys.
 *
 * @param {import("./layout.js").Tree} tree
 * @param {number} at
 * @param {string} key
 * @param {(place: number) => boolean} isDrawn
 */
export function target(tree, at, key, isDrawn) {
  const above = tree.parent[at] ?? -1;
  const brothers = tree.children[above] ?? [at];
  const here = brothers.indexOf(at);
  /** @type {Record<string, number | undefined>} */
  const targets = {
    ArrowLeft: brothers[here - 1],
    ArrowRight: brothers[here + 1],
    ArrowUp: above,
    ArrowDown: tree.children[at]?.[0],
    Home: 0,
    End: brothers.at(-1),
  };
  if (!(key in targets)) return null;
  const next = targets[key] ?? -1;
  return isDrawn(next) ? next : at;
}
