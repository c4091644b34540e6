/** Puts a text on the clipboard, and tells whether the browser let it. @param {string} text */
export const copied = async (text) =>
  (await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )) ?? false;
