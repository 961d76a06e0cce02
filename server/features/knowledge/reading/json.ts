import { Unreadable } from '../../../core/reader.ts'
import { decodePage } from '../crawl/fetch.ts'
import { type Field, writeRecord } from './records.ts'
import type { Sheet } from './sheet.ts'

const deepest = 100
const longestLabel = 80

type Fields = Record<string, unknown>

/**
 * Reads JSON: an object becomes a record of its fields, with those of the objects in it named by the way to them, and lists
 * of objects stand below headings that say where they are.
 */
export function readJson(bytes: Uint8Array, sheet: Sheet): void {
  write(parse(decodePage(bytes, '')), { path: [], depth: 0 }, sheet)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new Unreadable('It is no valid JSON.')
  }
}

/** Where in the file something stands: what the headings above it say, and in how much it is nested. */
type Place = { path: string[]; depth: number }

function write(value: unknown, place: Place, sheet: Sheet): void {
  const { path, depth } = place
  if (depth > deepest) throw tooDeep()
  if (sheet.isFull()) return
  if (isList(value)) for (const item of value) write(item, { path, depth: depth + 1 }, sheet)
  else if (isFields(value)) writeFields(value, place, sheet)
  else sheet.add(writeRecord([{ name: path.at(-1) ?? 'Value', value: said(value) }]))
}

function writeFields(fields: Fields, { path, depth }: Place, sheet: Sheet): void {
  const { own, lists } = sortOut(fields)
  sheet.add(writeRecord(own))
  const label = own.find(({ value }) => /\p{L}/u.test(value) && value.length <= longestLabel)?.value
  const below = label === undefined ? path : [...path, label]
  for (const { names, list } of lists) {
    if (sheet.isFull()) return
    const inside = [...below, ...names]
    sheet.add(`# ${inside.map(oneLine).join(' > ')}`)
    write(list, { path: inside, depth: depth + names.length }, sheet)
  }
}

type Sorted = { own: Field[]; lists: { names: string[]; list: unknown[] }[] }

/** The fields of an object, those of the objects in it included; lists that are more than values stand for themselves. */
function sortOut(fields: Fields): Sorted {
  const sorted: Sorted = { own: [], lists: [] }
  const visit = (value: unknown, names: string[]) => {
    if (names.length > deepest) throw tooDeep()
    if (isFields(value)) for (const [name, inner] of Object.entries(value)) visit(inner, [...names, wordsIn(name)])
    else if (!isList(value)) sorted.own.push({ name: names.join(' > '), value: said(value) })
    else if (value.some((item) => isList(item) || isFields(item))) sorted.lists.push({ names, list: value })
    else sorted.own.push({ name: names.join(' > '), value: value.map(said).filter(Boolean).join(', ') })
  }
  visit(fields, [])
  return sorted
}

const tooDeep = () => new Unreadable(`It is nested more than ${deepest} levels deep.`)

const isList = Array.isArray
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !isList(value)
const said = (value: unknown): string => (value === null ? '' : String(value))

/** `openingHours` and `opening_hours` as words, which are found. */
const wordsIn = (name: string) => oneLine(name.replaceAll('_', ' ').replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
