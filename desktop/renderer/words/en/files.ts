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
}

export type FilesWords = Widen<typeof files>
