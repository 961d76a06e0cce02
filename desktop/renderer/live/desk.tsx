import { createContext, type ReactNode, useContext } from 'react'
import type { Me, SiteSummary } from '../../../shared/site.ts'
import type { Client } from './connection.ts'
import type { ReadMarks } from './read-marks.ts'

/** The context of every screen: the person, the site, and the connection. */
export type Desk = {
  client: Client
  me: Me
  /** Whether this account may change settings, keys and the team. */
  mayManage: boolean
  site: SiteSummary
  sites: SiteSummary[]
  chooseSite(id: string): void
  /** This window's id. Presence and viewers are tracked per window. */
  window: string
  /** Up to where this person has read. */
  readMarks: ReadMarks
  signOut(): void
}

const Context = createContext<Desk | undefined>(undefined)

export const DeskProvider = ({ desk, children }: { desk: Desk; children: ReactNode }) => (
  <Context.Provider value={desk}>{children}</Context.Provider>
)

/**
 * Whether this person may assign conversations to this email, or to nobody: members only to themselves. An API key (`key:…`)
 * gets conversations by replying.
 */
export const mayAssignTo = ({ me, mayManage }: Desk, to: string | null): boolean =>
  to === null || to === me.email || (mayManage && to.includes('@'))

/** The desk of this screen. Throws outside of one. */
export function useDesk(): Desk {
  const desk = useContext(Context)
  if (!desk) throw new Error('useDesk is for screens of a signed-in person')
  return desk
}
