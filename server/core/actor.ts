import { allScopes, type Scope } from '../../shared/scope.ts'

/** The caller. `id` is what the audit log and `closedBy` show: an email, `key:<id>`, `visitor` or `system`. */
export type Actor = {
  kind: 'key' | 'person' | 'admin' | 'visitor' | 'system'
  id: string
  name: string | null
  scopes: ReadonlySet<Scope>
  owner: boolean
  role: 'admin' | 'member' | null
  /** The only site the actor has access to; null means all sites. */
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
  /** Null means the site's setting applies. */
  ratePerMinute: number | null
}

/** An actor with no rights except those in `given`. */
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

/** The unidentified caller of a public operation. */
export const publicActor = createActor({ kind: 'visitor', id: 'public' })
export const visitorActor = createActor({ kind: 'visitor', id: 'visitor' })
export const systemActor = createActor({ kind: 'system', id: 'system', scopes: new Set(allScopes) })

/** The source recorded with a change: the dashboard, the command line or the API. */
export const sourceOf = ({ kind, id }: Actor): 'dashboard' | 'cli' | 'api' =>
  kind === 'person' ? 'dashboard' : id === 'cli' ? 'cli' : 'api'
