import { rule } from '../../shared/fault.ts'
import { invalidField } from './error.ts'

/** The value of a placeholder such as `data.order.id`. Undefined if there is none. */
export type Values = (path: string) => unknown

/** Filling in a template would have changed where a request goes. The message is safe to show. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

const placeholder = /\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\}\}/
const placeholders = new RegExp(placeholder, 'g')
/** Scheme and authority of a template, which hold no placeholder, no user and no backslash, which parsers read as `/`. */
const beginning = /^https?:\/\/[^/?#\\@{}\s]+(?=[/?#]|$)/i

/** The paths that a template names, without duplicates. */
export const placeholdersIn = (template: string): string[] => [
  ...new Set([...template.matchAll(placeholders)].map(([, path]) => path as string)),
]

/** 400 unless a template is a URL with placeholders in its path and query only. */
export function checkUrlTemplate(field: string, template: string): void {
  const sample = template.replaceAll(placeholders, 'x')
  if (!beginning.test(template) || !URL.canParse(sample))
    throw invalidField(field, rule('url_template', 'Must be a URL with placeholders only in its path and query.'))
}

/**
 * Fills in a URL. Values are percent-encoded, and missing ones are empty. Throws a TemplateError if a value would change
 * the host, or step to another folder: `.` and `..` are refused in every spelling that a server might decode.
 */
export function fillUrl(template: string, values: Values): string {
  const filled = template.replaceAll(placeholders, (_, path: string) => encode(textOf(values(path))))
  const [before] = beginning.exec(template) ?? []
  if (before === undefined || !URL.canParse(filled)) throw new TemplateError('The URL is not valid.')
  const [from, to] = [new URL(before), new URL(filled)]
  if (from.origin !== to.origin || to.username !== '' || to.password !== '')
    throw new TemplateError('A value would change the host of the URL.')
  const path = filled.slice(before.length).split(/[?#]/, 1)[0] as string
  if (path.split('/').some(steps)) throw new TemplateError('A value would change the path of the URL.')
  return to.href
}

/** Whether a segment of a path leads to another folder once it is decoded, up to three times as some servers do. */
function steps(segment: string): boolean {
  for (let text = segment, times = 0; times < 4; times++) {
    if (text.split(/[/\\]/).some((part) => part === '.' || part === '..')) return true
    const decoded = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    if (decoded === text) return false
    text = decoded
  }
  return false
}

/** The encoding of a body, by its Content-Type. */
export type BodyKind = 'json' | 'form' | 'xml' | 'text'

export function bodyKind(contentType: string): BodyKind {
  const type = contentType.toLowerCase().split(';', 1)[0]?.trim() ?? ''
  if (/[/+]json$/.test(type)) return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'form'
  return /[/+]xml$/.test(type) || type === 'text/html' ? 'xml' : 'text'
}

/** Fills in a body. Values are escaped for its type, and a value that was filled in is never filled in again. */
export function fillBody(template: string, values: Values, kind: BodyKind): string {
  if (kind === 'json') return fillJson(template, values)
  const escaped = { form: encode, xml: escapeXml, text: (value: string) => value }[kind]
  return template.replaceAll(placeholders, (_, path: string) => escaped(textOf(values(path))))
}

/**
 * Fills in JSON. Inside of a string, a value becomes text. A placeholder that is a whole value, such as `{{data}}` or
 * `"{{data}}"`, becomes the value itself: an object, a list, a number or null. In quotes, numbers stay text.
 */
function fillJson(template: string, values: Values): string {
  const here = new RegExp(placeholder, 'y')
  const whole = new RegExp(`"${placeholder.source}"`, 'y')
  const at = (pattern: RegExp, index: number) => {
    pattern.lastIndex = index
    return pattern.exec(template)
  }
  const parts: string[] = []
  let isInside = false
  for (let index = 0; index < template.length; ) {
    const quoted = isInside ? null : at(whole, index)
    const found = quoted ?? at(here, index)
    if (!found) {
      const character = template[index] as string
      const length = isInside && character === '\\' ? 2 : 1
      if (character === '"') isInside = !isInside
      parts.push(template.slice(index, index + length))
      index += length
      continue
    }
    const value = values(found[1] as string)
    if (isInside) parts.push(JSON.stringify(textOf(value)).slice(1, -1))
    else if (quoted && (typeof value !== 'object' || value === null)) parts.push(JSON.stringify(textOf(value)))
    else parts.push(JSON.stringify(value ?? null))
    index += found[0].length
  }
  return parts.join('')
}

/** What a value looks like in text: objects and lists as JSON, missing values as nothing. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.toWellFormed()
}

const encode = (value: string) =>
  encodeURIComponent(value).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeXml = (value: string) => value.replaceAll(/[&<>"']/g, (one) => entities[one] as string)

/**
 * The value at a path in nested objects and lists. Only own properties count, so that a path never reaches what every
 * object inherits.
 */
export function valueAt(root: unknown, path: string): unknown {
  let value = root
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** Values by path from one object: `data.order.id` is `root.data.order.id`. */
export const valuesOf =
  (root: Record<string, unknown>): Values =>
  (path) =>
    valueAt(root, path)
