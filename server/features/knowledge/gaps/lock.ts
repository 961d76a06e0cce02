import type { Tx } from '../../../core/context.ts'
import { lock } from '../../../core/lock.ts'

/** One writer of a site's gaps at a time, to the end of the transaction. Take it before the lock of the knowledge. */
export const lockGaps = ({ sql, site }: Tx) => lock(sql, 'gaps', site.id)
