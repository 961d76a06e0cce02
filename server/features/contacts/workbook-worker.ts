/** Writes a workbook in a thread of its own, because a large one takes seconds. */
import { parentPort } from 'node:worker_threads'
import writeWorkbook, { type Cell } from 'write-excel-file/node'

/** A sheet with a line of headings. A Date is a time in UTC. */
export type Sheet = { name: string; headings: string[]; rows: (string | number | Date | null)[][] }
export type Written = { bytes: Uint8Array<ArrayBuffer> } | { failed: string }

/** Excel’s own limit for a cell. */
const maxCharacters = 32_767

/** A text stays a text, whatever it looks like: a telephone number keeps its plus, and nothing is a formula. */
function cellOf(value: Sheet['rows'][number][number]): Cell {
  if (value === null || value === '') return null
  if (typeof value === 'number') return { value, type: Number }
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm' }
  // XML has no other control characters.
  const text = value.toWellFormed().replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, '')
  return { value: text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, ''), type: String }
}

async function write({ name, headings, rows }: Sheet): Promise<Written> {
  const first = headings.map((value): Cell => ({ value, type: String, fontWeight: 'bold' }))
  const bytes = await writeWorkbook([first, ...rows.map((row) => row.map(cellOf))], {
    sheet: name,
    stickyRowsCount: 1,
    columns: headings.map(() => ({ width: 20 })),
  }).toBuffer()
  return { bytes: new Uint8Array(bytes) }
}

parentPort?.on('message', (sheet: Sheet) => {
  write(sheet)
    .catch((error): Written => ({ failed: String(error) }))
    .then((answer) => parentPort?.postMessage(answer))
})
