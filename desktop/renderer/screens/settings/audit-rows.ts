import type { AuditEntry } from '../../../../shared/audit.ts'
import type { Route } from '../../ui/route.ts'
import type { AuditWords } from '../../words/en/audit.ts'

type Known = {
  me: string
  /** The known names of people by email, and of keys by id. */
  people: ReadonlyMap<string, string>
  keys: ReadonlyMap<string, string>
}

/** The actor's name. */
export function actorWords(actor: string, { me, people, keys }: Known, words: AuditWords['actors']): string {
  if (actor === me) return words.you
  if (actor === 'system') return words.system
  if (actor === 'cli') return words.cli
  if (actor === 'visitor') return words.visitor
  if (!actor.startsWith('key:')) return people.get(actor) ?? actor
  const id = actor.slice('key:'.length)
  return id === 'admin' ? words.admin : words.key(keys.get(id) ?? id)
}

/** The action in words; unknown ones as in the log. */
export const actionWords = (action: string, { actions }: Pick<AuditWords, 'actions'>): string =>
  Object.hasOwn(actions, action) ? (actions[action] as string) : action

export const outcomeOf = (status: number): 'good' | 'refused' | 'failed' =>
  status < 400 ? 'good' : status < 500 ? 'refused' : 'failed'

/** The response's status code with its meaning. */
export const statusWords = (status: number, words: AuditWords): string =>
  words.status(status, words.statuses[status] ?? words.otherStatus[outcomeOf(status)])

/** The page of an entry's record, if it has one and still exists. */
export function routeToTarget({ action, target, status }: Pick<AuditEntry, 'action' | 'target' | 'status'>) {
  const isGone = action.startsWith('DELETE ') || action.endsWith('/erase') || status === 404
  if (target === null || isGone) return null
  if (/^conv_\w+$/.test(target))
    return { kind: 'conversation', route: { page: 'inbox', list: 'all', id: target } satisfies Route } as const
  if (/^lead_\w+$/.test(target))
    return { kind: 'contact', route: { page: 'contacts', id: target, query: '' } satisfies Route } as const
  return null
}

/** Entries grouped by day, in the reader's time zone. */
export function byDay(entries: readonly AuditEntry[]): { key: string; at: number; entries: AuditEntry[] }[] {
  const days: { key: string; at: number; entries: AuditEntry[] }[] = []
  for (const entry of entries) {
    const key = new Date(entry.at).toDateString()
    const last = days.at(-1)
    if (last?.key === key) last.entries.push(entry)
    else days.push({ key, at: entry.at, entries: [entry] })
  }
  return days
}
