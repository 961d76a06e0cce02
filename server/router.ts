import type { operations } from './operations.ts'
import type { createRouter } from './realtime/trpc.ts'

/** The type of the dashboard's tRPC client. Only the type is imported, so no server code reaches the dashboard. */
export type Router = ReturnType<typeof createRouter<typeof operations>>
