import type { PublicEventType } from '../../../../../shared/event.ts'
import type { Header, RequestMethod } from '../../../../../shared/request.ts'
import type { NewWebhook, PatchWebhook, PreviewInput, Webhook } from '../../../../../shared/webhook.ts'

/** The fields of the editor. */
export type WebhookDraft = Pick<NewWebhook, 'url' | 'description' | 'format'> & {
  events: string[]
  method: RequestMethod
  headers: Header[]
  body: string
}

export const methods: readonly RequestMethod[] = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE']

export const noHeader: Header = { name: '', value: '', secret: false, set: false }

export const draftOf = (webhook?: Webhook): WebhookDraft => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  events: webhook?.events ?? ['*'],
  format: webhook?.format ?? 'svc',
  method: webhook?.method ?? 'POST',
  headers: webhook?.headers ?? [],
  body: webhook?.body ?? '',
})

const custom = ['method', 'headers', 'body']

/** The request that saves a draft: all of a new endpoint, otherwise only what changed. */
export function patchOf(draft: WebhookDraft, changed: readonly string[] | 'all'): PatchWebhook {
  const names = changed === 'all' ? null : new Set(changed.map((path) => path.split('.', 1)[0] as string))
  // An endpoint that becomes a custom request needs all parts of one.
  const isCustom = draft.format === 'custom'
  const isSent = (name: string) => {
    if (custom.includes(name)) return isCustom && (names === null || names.has(name) || names.has('format'))
    return names === null || names.has(name)
  }
  const all = { ...draft, headers: draft.headers.map(({ set: _, ...header }) => header) }
  return Object.fromEntries(Object.entries(all).filter(([name]) => isSent(name))) as PatchWebhook
}

/** The question for a preview. Values of secret headers stay in the browser. An empty URL is not checked yet. */
export function previewOf({ url, format, method, headers, body }: WebhookDraft, event: string): PreviewInput {
  const base = { event: event as PublicEventType, format, ...(url.trim() !== '' && { url }) }
  if (format === 'svc') return base
  const named = headers.filter(({ name }) => name !== '')
  const shown = named.map(({ name, value, secret }) => ({ name, value: secret ? '' : value, secret }))
  return { ...base, method, body, headers: shown }
}

/** An endpoint whose secret is shown because it is new. */
export type Fresh = { id: string; why: 'made' | 'replaced' }

export type WebhookState = 'working' | 'failing' | 'disabled' | 'paused' | 'unused'

export function stateOf({
  enabled,
  pausedAt,
  lastStatus,
}: Pick<Webhook, 'enabled' | 'pausedAt' | 'lastStatus'>): WebhookState {
  if (!enabled) return pausedAt === null ? 'disabled' : 'paused'
  if (lastStatus === null) return 'unused'
  return lastStatus === 'ok' ? 'working' : 'failing'
}

export type Area = 'conversations' | 'live' | 'contacts' | 'jobs' | 'appointments' | 'knowledge' | 'budget' | 'other'

const areas: Record<string, Area> = {
  conversation: 'conversations',
  message: 'conversations',
  feedback: 'conversations',
  handover: 'live',
  lead: 'contacts',
  callback: 'contacts',
  job: 'jobs',
  appointment: 'appointments',
  knowledge: 'knowledge',
  budget: 'budget',
}

/** The part of the product that an event comes from. A newer server may send events that are unknown here. */
export const areaOf = (type: string): Area => areas[type.split('.', 1)[0] as string] ?? 'other'

/** The maximum number of placeholders that are offered. */
const maxPlaceholders = 60

/** The placeholders of an event, with their values there. Objects and lists are placeholders too. */
export function placeholdersOf(envelope: unknown): { text: string; value: string }[] {
  const found: { text: string; value: string }[] = []
  const add = (path: string, value: unknown) => {
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
    found.push({ text: `{{${path}}}`, value: text.slice(0, 40) })
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [name, inner] of Object.entries(value)) if (/^[\w-]+$/.test(name)) add(`${path}.${name}`, inner)
  }
  const { id, type, createdAt, site, data } = envelope as Record<string, unknown>
  for (const [path, value] of Object.entries({ 'event.id': id, 'event.type': type, 'event.createdAt': createdAt }))
    add(path, value)
  add('site.id', site)
  add('data', data)
  return found.slice(0, maxPlaceholders)
}

/** Whether a body that should be JSON is not. */
export function isBrokenJson({ headers, body }: { headers: Record<string, string>; body: string }): boolean {
  if (body === '' || !/[/+]json\b/i.test(headers['content-type'] ?? '')) return false
  try {
    JSON.parse(body)
    return false
  } catch {
    return true
  }
}

/** Milliseconds as the value of a field for a local time, and back. */
export const toLocal = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
export const fromLocal = (text: string): number => new Date(text).getTime()
