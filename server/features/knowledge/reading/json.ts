import { failure } from '../../../core/failure.ts'
import { Unreadable } from '../../../core/reader.ts'
import { decodeFile } from './charset.ts'
import { type Field, writeRecord } from './records.ts'
import type { TextBuilder } from './text-builder.ts'

const maxDepth = 100
const maxLabelLength = 80

type Fields = Record<string, unknown>

/**
 * Reads JSON. An object becomes a record of its fields; fields of nested objects are named by their path, and lists of
 * objects get headings.
 */
export function readJson(bytes: Uint8Array, builder: TextBuilder): void {
  write(parse(decodeFile(bytes)), { path: [], depth: 0 }, builder)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new Unreadable(failure('file_no_json', 'It is no valid JSON.'))
  }
}

/** A position in the file: the headings above it and its nesting depth. */
type Place = { path: string[]; depth: number }

function write(value: unknown, place: Place, builder: TextBuilder): void {
  const { path, depth } = place
  if (depth > maxDepth) throw tooDeep()
  if (builder.isFull()) return
  if (isList(value)) for (const item of value) write(item, { path, depth: depth + 1 }, builder)
  else if (isFields(value)) writeFields(value, place, builder)
  else builder.add(writeRecord([{ name: path.at(-1) ?? 'Value', value: said(value) }]))
}

function writeFields(fields: Fields, { path, depth }: Place, builder: TextBuilder): void {
  const { own, lists } = sortOut(fields)
  builder.add(writeRecord(own))
  const label = own.find(({ value }) => /\p{L}/u.test(value) && value.length <= maxLabelLength)?.value
  const below = label === undefined ? path : [...path, label]
  for (const { names, list } of lists) {
    if (builder.isFull()) return
    const inside = [...below, ...names]
    builder.add(`# ${inside.map(oneLine).join(' > ')}`)
    write(list, { path: inside, depth: depth + names.length }, builder)
  }
}

type Sorted = { own: Field[]; lists: { names: string[]; list: unknown[] }[] }

/** The fields of an object and its nested objects. Lists of objects are returned separately. */
function sortOut(fields: Fields): Sorted {
  const sorted: Sorted = { own: [], lists: [] }
  const visit = (value: unknown, names: string[]) => {
    if (names.length > maxDepth) throw tooDeep()
    if (isFields(value)) for (const [name, inner] of Object.entries(value)) visit(inner, [...names, wordsIn(name)])
    else if (!isList(value)) sorted.own.push({ name: names.join(' > '), value: said(value) })
    else if (value.some((item) => isList(item) || isFields(item))) sorted.lists.push({ names, list: value })
    else sorted.own.push({ name: names.join(' > '), value: value.map(said).filter(Boolean).join(', ') })
  }
  visit(fields, [])
  return sorted
}

const tooDeep = () =>
  new Unreadable(failure('file_nested', `It is nested more than ${maxDepth} levels deep.`, { max: maxDepth }))

const isList = Array.isArray
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !isList(value)
const said = (value: unknown): string => (value === null ? '' : String(value))

/** Splits `openingHours` and `opening_hours` into searchable words. */
const wordsIn = (name: string) => oneLine(name.replaceAll('_', ' ').replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
