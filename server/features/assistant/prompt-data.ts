/** Characters that nobody sees but a model reads: tags, direction marks, widths of nothing. Joiners that scripts need stay. */
const unseen = /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\u00ad]|[\u{e0000}-\u{e007f}]/gu

/**
 * Text from outside, such that a model cannot take it for the frame that it stands in: nothing in it begins a tag of
 * ours or a control word of a chat template (`</source>`, `<|im_start|>`, `<start_of_turn>`, `[INST]`).
 */
export const asData = (text: string): string =>
  text
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/<(?=[^\s\d=])/g, '‹')
    .replace(/\[(?=\/?[A-Z_]{3,}\])/g, '[ ')

/** The same on one line and cut to so many characters, fit to stand between quotation marks. */
export const asLine = (text: string, most: number): string =>
  asData(text).replace(/\s+/g, ' ').replace(/"/g, "'").trim().slice(0, most).toWellFormed()
