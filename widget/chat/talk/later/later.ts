import { followUntil } from './follow-until.ts'
import { refresh } from './history.ts'
import { erase, transcript } from './keeping.ts'
import { createMoments } from './moments.ts'

/** What a talk needs once there was a first reply: fetched as one file. */
export const parts = { createMoments, erase, followUntil, refresh, transcript }
