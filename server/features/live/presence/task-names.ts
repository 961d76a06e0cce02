import { z } from 'zod'
import { defineTask, nothing } from '../../../core/queue.ts'

/** Gives waiting visitors to people who are free. */
export const routeTask = defineTask('handover.route', nothing)
/** Returns the live chats of a person who is gone to the queue. */
export const goneTask = defineTask('presence.gone', z.object({ email: z.string() }))

/** So long after the last dashboard of a person closed, their live chats return to the queue. */
export const returnAfter = 120_000
