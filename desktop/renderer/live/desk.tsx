import { createContext, type ReactNode, useContext } from 'react'
import type { Me, SiteSummary } from '../../../shared/site.ts'
import type { Client } from '../app/connection.ts'
import type { ReadMarks } from './read-marks.ts'

/** What every screen stands on: who is there, for which site, and the way to the server. */
export type Desk = {
  client: Client
  me: Me
  /** Whether this account may change settings, keys and the team. */
  mayManage: boolean
  site: SiteSummary
  sites: SiteSummary[]
  chooseSite(id: string): void
  /** This window's own id: presence and who looks at what are kept for each window. */
  window: string
  /** How far this person has read. */
  readMarks: ReadMarks
  signOut(): void
}

const Context = createContext<Desk | undefined>(undefined)

export const DeskProvider = ({ desk, children }: { desk: Desk; children: ReactNode }) => (
  <Context.Provider value={desk}>{children}</Context.Provider>
)

/** The desk that this screen belongs to. Throws outside of one. */
export function useDesk(): Desk {
  const desk = useContext(Context)
  if (!desk) throw new Error('useDesk is for screens of a signed-in person')
  return desk
}
