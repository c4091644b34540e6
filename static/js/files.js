/** Returns the address of a file of this release. @param {string} name its path below static */
export const fileAddress = (name) => `${document.documentElement.dataset.files}/${name}`;
