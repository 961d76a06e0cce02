import { allScopes, type Scope } from '../../shared/scope.ts'

/** Who asks. `id` is what the audit log and `closedBy` show: an email, `key:<id>`, `visitor` or `system`. */
export type Actor = {
  kind: 'key' | 'person' | 'admin' | 'visitor' | 'system'
  id: string
  name: string | null
  scopes: ReadonlySet<Scope>
  owner: boolean
  role: 'admin' | 'member' | null
  /** The only site it may name; null: every site. */
  site: string | null
  key: KeyOfActor | null
  /** The hash of a person's session token. */
  session: string | null
}

export type KeyOfActor = {
  id: string
  name: string
  scopes: Scope[]
  site: string
  expiresAt: number | null
  allowIps: string[]
  /** Null: the site's setting. */
  ratePerMinute: number | null
}

/** An actor with the least rights, and what `given` adds to them. */
export const createActor = (given: Pick<Actor, 'kind' | 'id'> & Partial<Actor>): Actor => ({
  name: null,
  scopes: new Set(),
  owner: false,
  role: null,
  site: null,
  key: null,
  session: null,
  ...given,
})

/** Nobody who is known: the caller of a public operation. */
export const publicActor = createActor({ kind: 'visitor', id: 'public' })
export const visitorActor = createActor({ kind: 'visitor', id: 'visitor' })
/** The server itself. */
export const systemActor = createActor({ kind: 'system', id: 'system', scopes: new Set(allScopes) })

/** Where a change came from, as its record says: a person's screens, the command line, or a program. */
export const sourceOf = ({ kind, id }: Actor): 'dashboard' | 'cli' | 'api' =>
  kind === 'person' ? 'dashboard' : id === 'cli' ? 'cli' : 'api'
