import type { TestTool } from '../../../../../shared/tool.ts'
import { pathsIn } from './placeholders.ts'
import type { ToolDraft } from './tool-draft.ts'

/** The chat that an extract tool reads, and that `{{transcript}}` is. */
export const transcriptPath = 'transcript'

/** Filled in by the server, so a test needs no value for them. */
const filled = ['conversation.id', 'site.id', 'site']

/** The placeholders that a test needs values for. */
export function samplePaths({ kind, url, body, method }: ToolDraft): string[] {
  if (kind === 'extract') return [transcriptPath]
  return pathsIn(url, method === 'GET' ? '' : body).filter((path) => !filled.includes(path))
}

/** Typed values as the API takes them: by their first word, nested as their paths are. */
export function sampleOf(values: readonly (readonly [path: string, text: string])[]): NonNullable<TestTool['sample']> {
  const sample: Record<string, unknown> = {}
  for (const [path, text] of values) {
    if (text === '') continue
    if (path === transcriptPath) sample[path] = spokenIn(text)
    else if (path === 'tags') sample[path] = text.split(',').map((tag) => tag.trim())
    else put(sample, path.split('.'), path.includes('.') || path === 'summary' ? text : jsonOf(text))
  }
  return sample
}

/** Each line is a message of the visitor. */
const spokenIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 100)
    .map((line) => ({ role: 'visitor', text: line.trim() }))

function put(into: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    if (value !== undefined) into[name] = value
    return
  }
  const inner = into[name]
  const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}
  into[name] = next
  put(next, rest, value)
}

/** The value of a whole object such as `{{data}}`. Undefined if it is not JSON, or no object. */
function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The values of this session by site and placeholder, so that another test begins with them. */
const last = new Map<string, string>()

export const lastSample = (site: string, path: string): string => last.get(`${site} ${path}`) ?? ''
export const keepSample = (site: string, path: string, text: string): void => void last.set(`${site} ${path}`, text)
