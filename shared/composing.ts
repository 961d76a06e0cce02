/**
 * Whether a key belongs to the input method, which makes a word of several keys. Safari ends the composition before it
 * reports the key that ended it, and marks that key only by its code.
 */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229
