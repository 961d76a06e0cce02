import type { NewTool, Tool, ToolList } from '../../../../../shared/tool.ts'
import { withoutBlanks } from '../../../form/fields.tsx'

type Value = { name: string; description: string; required: boolean }

/** A header in the editor. `set` is whether a secret is stored. */
export type HeaderDraft = { name: string; value: string; secret: boolean; set: boolean }

/** A tool in the editor: what it has in either kind, and a condition that may be empty. */
export type ToolDraft = {
  kind: Tool['kind']
  name: string
  description: string
  method: Tool['method']
  url: string
  headers: HeaderDraft[]
  body: string
  parameters: Value[]
  fields: Value[]
  pick: string[]
  timeoutMs: number
  before: boolean
  after: boolean
  when: { path: string; in: string[] }
  enabled: boolean
}

export const blankValue: Value = { name: '', description: '', required: false }

export const blankTool = ({ timeoutMs }: ToolList['limits']): ToolDraft => ({
  ...{ kind: 'http', name: '', description: '', method: 'GET', url: '', headers: [], body: '', parameters: [] },
  ...{ fields: [], pick: [], timeoutMs: timeoutMs.default, before: false, after: false, enabled: true },
  when: { path: '', in: [] },
})

export const draftOf = (tool: Tool): ToolDraft => ({
  ...{ kind: tool.kind, name: tool.name, description: tool.description, method: tool.method, url: tool.url },
  ...{ headers: tool.headers, body: tool.body, parameters: tool.parameters, fields: tool.fields, pick: tool.pick },
  ...{ timeoutMs: tool.timeoutMs, before: tool.before, after: tool.after, enabled: tool.enabled },
  when: { path: tool.when?.path ?? '', in: tool.when?.in ?? [] },
})

/** The draft as the API takes it: only what its kind has. */
export function toolOf(draft: ToolDraft): NewTool {
  const { kind, name, description, fields, after, enabled } = draft
  const shared = { kind, name: name.trim(), description, after, when: after ? conditionOf(draft) : null, enabled }
  if (kind === 'extract') return { ...shared, ...notCalling, fields, timeoutMs: draft.timeoutMs }
  const { method, url, body, parameters, timeoutMs, before } = draft
  return {
    ...{ ...shared, method, url: url.trim(), body, parameters, fields: [], timeoutMs, before },
    headers: draft.headers.map(({ name, value, secret }) => ({ name: name.trim(), value, secret })),
    pick: withoutBlanks(draft.pick),
  }
}

/** What an extract tool has instead of a request. */
const notCalling = {
  method: 'GET',
  headers: [],
  body: '',
  parameters: [],
  pick: [],
  before: false,
} satisfies Partial<NewTool>

function conditionOf({ when }: ToolDraft): NewTool['when'] {
  const [path, values] = [when.path.trim(), withoutBlanks(when.in)]
  if (path === '') return null
  return values.length > 0 ? { path, in: values } : { path }
}
