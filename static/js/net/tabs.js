/** Tells what another tab of this browser keeps. */

/** Calls an act when another tab has kept something. @param {string} name @param {() => void} act */
export const onOtherTab = (name, act) =>
  addEventListener("storage", ({ key }) => key === `fourthought.${name}` && act());
