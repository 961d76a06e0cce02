/** Gives waiting visitors to people who are free. */
export const routeJob = 'handover.route'
/** Returns the live chats of a person who is gone to the queue. */
export const goneJob = 'presence.gone'

/** So long after the last dashboard of a person closed, their live chats return to the queue. */
export const returnAfter = 120_000
