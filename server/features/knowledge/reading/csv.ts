import { parse } from 'csv-parse/sync'
import { failure } from '../../../core/failure.ts'
import { Unreadable } from '../../../core/reader.ts'
import { decodeFile } from './charset.ts'
import { writeRecord } from './records.ts'
import type { TextBuilder } from './text-builder.ts'

const maxColumns = 1000
const maxRows = 100_000
const delimiters = [',', ';', '\t', '|']

/** Reads a table whose first row has the column names. Each other row becomes a record. */
export function readCsv(bytes: Uint8Array, builder: TextBuilder): void {
  const [names = [], ...rows] = parseRows(decodeFile(bytes))
  const widest = rows.reduce((max, row) => Math.max(max, row.length), names.length)
  if (widest > maxColumns) {
    const sentence = `It has more than ${maxColumns.toLocaleString('en')} columns.`
    throw new Unreadable(failure('file_columns', sentence, { max: maxColumns }))
  }
  if (rows.length === 0) builder.add(names.join('\n'))
  for (const row of rows) {
    if (builder.isFull()) return
    builder.add(writeRecord(row.map((value, at) => ({ name: names[at]?.trim() || `Column ${at + 1}`, value }))))
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
      to: maxRows,
    })
  } catch {
    const sentence = 'It is no table that can be read: a quotation mark is not closed.'
    throw new Unreadable(failure('file_no_table', sentence))
  }
}

/** The most frequent delimiter of the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = text.slice(0, 100_000).split(/\r?\n/, 1)
  const bare = line.replace(/"[^"]*"/g, '')
  const counts = delimiters.map((sign) => bare.split(sign).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}
