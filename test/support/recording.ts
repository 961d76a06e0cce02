/** A request to a real model server, and its answer. */
export type Exchange = {
  name: string
  method: string
  path: string
  body?: Record<string, unknown>
  status: number
  type: string
  /** The lines or events of a stream. Of lines in a row with the same shape, only the first are kept. */
  lines?: unknown[]
  answer?: unknown
}
export type Recording = { server: 'ollama' | 'llama-server' | 'llama-router'; version: string; exchanges: Exchange[] }

const maxAlike = 40
const maxText = 300

const times = /_at$/
const measured = /_duration$|_ms$|_per_second$|^created$/

/** The answer without what differs from call to call: times, ids, durations, paths and addresses of the machine. */
export function normalise(type: string, text: string): { lines: unknown[] } | { answer: unknown } {
  if (type.startsWith('text/plain')) return { answer: text }
  if (type.startsWith('text/event-stream')) return { lines: keepFew(text.split('\n\n').map(readEvent)) }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (type.startsWith('application/x-ndjson')) return { lines: keepFew(lines.map((line) => clean(JSON.parse(line)))) }
  return { answer: clean(JSON.parse(text)) }
}

function readEvent(event: string): unknown {
  const data = event.replace(/^data: /, '').trim()
  return data.startsWith('{') ? clean(JSON.parse(data)) : data
}

function keepFew(lines: unknown[]): unknown[] {
  const kept: unknown[] = []
  let alike = 0
  for (const line of lines.filter((one) => one !== '')) {
    alike = JSON.stringify(shapeOf(line)) === JSON.stringify(shapeOf(kept.at(-1))) ? alike + 1 : 0
    if (alike < maxAlike) kept.push(line)
  }
  return kept
}

function clean(value: unknown, key = ''): unknown {
  if (typeof value === 'number' && measured.test(key)) return 0
  if (typeof value === 'string') return cleanText(value, key)
  if (Array.isArray(value)) {
    const few = ['embedding', 'embeddings', 'tensors'].includes(key) || typeof value[0] === 'number'
    return (few ? value.slice(0, 2) : value).map((one) => clean(one, key))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clean(one, name)]))
}

function cleanText(text: string, key: string): string {
  if (times.test(key)) return '2026-01-01T00:00:00Z'
  if (key === 'digest') return 'sha256'
  if (key === 'id' && /^(call_|chatcmpl-)/.test(text)) return text.replace(/[-_].*/, '_1')
  if (key === 'media_marker') return '<__media__>'
  const plain = text.replace(/ on \d+\.\d+\.\d+\.\d+:\d+/g, '').replace(/(?<=^|[\s"])\/[\w./-]*\/(?=[\w-]+)/g, '/')
  return plain.slice(0, maxText)
}

/** Objects whose keys depend on the model or on the settings of a server. */
const open = new Set(['model_info', 'params', 'arguments'])

/** The keys and types of a value. Texts of errors are kept, without numbers. */
export function shapeOf(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const shapes = value.map((one) => JSON.stringify(shapeOf(one)))
    return [...new Set(shapes)].sort()
  }
  if (value === null) return 'null'
  if (typeof value !== 'object') {
    const isError = typeof value === 'string' && (key === 'error' || key === 'message')
    return isError ? value.replace(/\d+/g, '0') : typeof value
  }
  if (open.has(key)) return 'object'
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, one]) => [name, shapeOf(one, name)]),
  )
}

/** What fakes must have in common with a recorded answer. */
export function comparable({ status, type, answer, lines }: Pick<Exchange, 'status' | 'type' | 'answer' | 'lines'>) {
  const shapes = lines?.map((line) => (typeof line === 'string' ? line : JSON.stringify(shapeOf(line))))
  return {
    status,
    type: type.split(';')[0],
    ...(typeof answer === 'string' ? { answer } : answer !== undefined && { answer: shapeOf(answer) }),
    ...(shapes && { lines: shapes.filter((shape, at) => shape !== shapes[at - 1]) }),
  }
}

type Piece = { message?: { content?: string }; choices?: { delta?: { content?: string | null } }[] }

/** The text of a streamed answer. */
export const textOf = (lines: unknown[] = []): string =>
  (lines as Piece[]).map(({ message, choices }) => message?.content ?? choices?.[0]?.delta?.content ?? '').join('')
