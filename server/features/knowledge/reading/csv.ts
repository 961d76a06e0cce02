import { parse } from 'csv-parse/sync'
import { Unreadable } from '../../../core/reader.ts'
import { decodePage } from '../crawl/fetch.ts'
import { writeRecord } from './records.ts'
import type { Sheet } from './sheet.ts'

const mostColumns = 1000
const mostRows = 100_000
const delimiters = [',', ';', '\t', '|']

/** Reads a table whose first row names its columns: each other row becomes a record. */
export function readCsv(bytes: Uint8Array, sheet: Sheet): void {
  const [names = [], ...rows] = parseRows(decodePage(bytes, ''))
  const widest = rows.reduce((most, row) => Math.max(most, row.length), names.length)
  if (widest > mostColumns) throw new Unreadable(`It has more than ${mostColumns.toLocaleString('en')} columns.`)
  if (rows.length === 0) sheet.add(names.join('\n'))
  for (const row of rows) {
    if (sheet.isFull()) return
    sheet.add(writeRecord(row.map((value, at) => ({ name: names[at]?.trim() || `Column ${at + 1}`, value }))))
  }
}

function parseRows(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: mostRows,
    })
  } catch {
    throw new Unreadable('It is no table that can be read: a quotation mark is not closed.')
  }
}

/** The sign that stands most often in the first line, outside of quotation marks. */
function delimiterOf(text: string): string {
  const [line = ''] = text.slice(0, 100_000).split(/\r?\n/, 1)
  const bare = line.replace(/"[^"]*"/g, '')
  const counts = delimiters.map((sign) => bare.split(sign).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}
