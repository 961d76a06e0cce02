import type { Store } from '../../live/store.ts'
import type { Selection } from './selection.ts'

/** What is kept of the table while a contact is looked at. */
export type TableState = {
  /** Where the keys stand. */
  current: string | null
  selection: Store<Selection>
  /** How far it was scrolled. */
  offset: number
}
