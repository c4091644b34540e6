/** Returns the address of a file of this release, whole, as a module knows no page. @param {string} name its path below static */
export const fileAddress = (name) =>
  new URL(`${document.documentElement.dataset.files}/${name}`, document.baseURI).href;
