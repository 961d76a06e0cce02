import type { Widen } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** The uploaded files that the assistant uses. */
export const files = {
  intro:
    'PDF, Word, text, Markdown, web pages, CSV and JSON, up to 10 MB each. A file of the same name replaces the one before.',
  add: 'Add files',
  drop: 'or drop them here',
  empty: 'No file yet. Add a price list, a manual or your terms, and the assistant answers from them.',
  list: 'Files',
  sending: (name: string) => `Sending ${name}`,
  notSent: (name: string, why: string) => `${name} was not added. ${why}`,
  status: { queued: 'Waits to be read', processing: 'Is being read', indexed: 'Learned', error: 'Not learned' },
  passages: (count: number) => plural(count, { one: '# passage', other: '# passages' }),
  truncated: 'Only its beginning was learned, because it contains too much text.',
  added: (ago: string) => `added ${ago}`,
  sure: 'Delete, with what was learned',
  removed: (name: string) => `${name} was deleted.`,
  why: {
    scan: 'No text was found: it may be a scan, which is a picture of text.',
    empty: 'There is no text in it.',
    oldWord: 'It is protected by a password, or was written by a Word older than 2007.',
    password: 'It is protected by a password.',
    noPdf: 'It is not a readable PDF, or it is damaged.',
    columns: (most: string) => `It has more than ${most} columns.`,
    noTable: 'It is no table that can be read: a quotation mark is not closed.',
    noJson: 'It is no valid JSON.',
    deep: (most: string) => `It is nested more than ${most} levels deep.`,
    parts: (most: string) => `It is of more than ${most} parts.`,
    unpacked: 'It is too large when unpacked.',
    slow: 'Reading it takes too long.',
    memory: 'Reading it takes too much memory.',
    damaged: 'It is damaged.',
    gaveUp: 'It failed four times. The server’s log says why.',
  },
}

export type FilesWords = Widen<typeof files>
