import { parse } from 'csv-parse/sync'
import { failure } from '../../../core/failure.ts'
import { Unreadable } from '../../../core/reader.ts'
import { decodeFile } from './charset.ts'
import { writeRecord } from './records.ts'
import type { TextBuilder } from './text-builder.ts'

const maxColumns = 1000
const maxRows = 100_000
/** The comma last, because numbers contain it too. */
const delimiters = ['\t', ';', '|', ',']

/** How many lines decide on the delimiter, and how many may be above the names of the columns. */
const firstLines = 50
const maxTitles = 10

/** Reads a table. Each row below the names of its columns becomes a record; lines above them are its title. */
export function readCsv(bytes: Uint8Array, builder: TextBuilder): void {
  const all = parseRows(decodeFile(bytes))
  const at = namesAt(all)
  const { names, rows } = hasNames(all, at) ? withNames(all.slice(at)) : { names: [], rows: all.slice(at) }
  const widest = all.reduce((max, row) => Math.max(max, row.length), 0)
  if (widest > maxColumns) {
    const sentence = `It has more than ${maxColumns.toLocaleString('en')} columns.`
    throw new Unreadable(failure('file_columns', sentence, { max: maxColumns }))
  }
  const title = all.slice(0, at).map((row) => filled(row).join(' ').replace(/\s+/g, ' ').replace(/^#+ /, ''))
  if (title.length > 0) builder.add(`# ${title.join(' – ')}`)
  if (rows.length === 0) builder.add(names.join('\n'))
  if (names.length === 0 && widest === 2) {
    builder.add(writeRecord(rows.map(([name = '', value = '']) => ({ name: name.trim(), value }))))
    return
  }
  for (const row of rows) {
    if (builder.isFull()) return
    builder.add(writeRecord(row.map((value, at) => ({ name: names[at]?.trim() || `Column ${at + 1}`, value }))))
  }
}

const filled = (row: string[] | undefined) => (row ?? []).map((cell) => cell.trim()).filter(Boolean)

/** How values are written, but not names: amounts, times, telephone numbers and addresses. */
const value = /\p{Sc}\s?\d|\d\s?\p{Sc}|^\W*\d+[.,]\d|\d:\d\d|\d\s?[–-]\s?\d|\d[\d\s/()-]{4,}\d|@|https?:/u

/** Whether a table begins with the names of its columns. Without them, its first row is written like the next ones. */
function hasNames(rows: string[][], at: number): boolean {
  const [first = [], ...below] = rows.slice(at, at + firstLines)
  return !first.some((cell, column) => {
    const others = below.map((row) => row[column] ?? '')
    return value.test(cell) && others.length > 0 && others.filter((one) => value.test(one)).length >= others.length / 2
  })
}

/** The names, with those of a second row of names: units, or parts of columns such as `net` and `gross`. */
function withNames([first = [], second = [], ...rest]: string[][]): { names: string[]; rows: string[][] } {
  const cells = filled(second)
  const isMore =
    second[0]?.trim() === '' && rest.length > 0 && cells.length > 0 && cells.every((cell) => shapeOf(cell) === 'words')
  const isAbove =
    isMore && second.every((cell, at) => !cell.trim() || rest.some((row) => shapeOf(row[at] ?? '') !== 'words'))
  if (!isAbove) return { names: first, rows: [second, ...rest].filter((row) => row.length > 0) }
  let group = ''
  const names = second.map((cell, at) => {
    group = first[at]?.trim() || (cell.trim() ? group : '')
    return [group, cell.trim()].filter(Boolean).join(' ')
  })
  return { names, rows: rest }
}

/**
 * The row with the names of the columns. That is the first one, unless it has fewer cells than most rows and a fuller
 * row of different names is below it.
 */
function namesAt(rows: string[][]): number {
  const counts = rows.slice(0, firstLines).map((row) => filled(row).length)
  const usual = mostCommon(counts)
  let found = 0
  for (let at = 0; at < Math.min(maxTitles, counts.length - 1); at++) {
    const count = counts[at] ?? 0
    if (at > 0 && isNames(rows, at) && count > Math.max(1, usual - 2, ...counts.slice(0, at))) found = at
    if (count >= usual) return found
  }
  return found
}

/** Whether a row consists of different words, or of years, dates and ranges above other values, such as `2024`. */
function isNames(rows: string[][], at: number): boolean {
  const cells = filled(rows[at])
  if (new Set(cells).size !== cells.length) return false
  const below = rows.slice(at + 1, firstLines)
  return (rows[at] ?? []).every((cell, column) => {
    const shape = shapeOf(cell)
    if (shape === 'words') return true
    const values = below.map((row) => row[column]?.trim() ?? '').filter(Boolean)
    return shape !== 'amount' && values.filter((value) => shapeOf(value) === shape).length < values.length / 2
  })
}

/** How a cell is written: the same for the values of one column. */
function shapeOf(cell: string): string {
  const text = cell.trim()
  if (!/^[^\p{L}]*\d/u.test(text)) return 'words'
  if (/^(?:19[5-9]|20[0-5])\d$/.test(text)) return 'year'
  if (/^[-+\d\s.,'’%]+$/.test(text) && !/\d-\d|\d\.\d+\.\d/.test(text)) return 'amount'
  return /[\p{Sc}]|\b(?:EUR|USD|GBP|CHF)\b/u.test(text) ? 'amount' : text.replace(/\d+/g, '9')
}

/** Of equally common numbers, the largest. */
function mostCommon(numbers: number[]): number {
  const groups = [...Map.groupBy(numbers, (number) => number)]
  groups.sort(([one, ones], [other, others]) => others.length - ones.length || other - one)
  return groups[0]?.[0] ?? 0
}

/** The first line with which Excel is told the delimiter. */
const ofExcel = /^\ufeff?sep=([^\r\n])\r?\n/i

function parseRows(file: string): string[][] {
  const text = file.replace(ofExcel, '')
  try {
    return parse(text, {
      bom: true,
      delimiter: ofExcel.exec(file)?.[1] ?? delimiterOf(text),
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

/** The delimiter that most lines have equally often, outside of quotes. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const scores = delimiters.map((sign) => {
    const counts = lines.slice(0, firstLines).map((line) => line.split(sign).length - 1)
    const columns = mostCommon(counts.filter((count) => count > 0))
    return { sign, columns, lines: counts.filter((count) => count > 0 && count === columns).length }
  })
  scores.sort((one, other) => other.lines - one.lines || other.columns - one.columns)
  return scores[0]?.sign ?? ','
}
