import type { operations } from './operations.ts'
import type { createRouter } from './realtime/trpc.ts'

/** What the dashboard's tRPC client is typed by; nothing of the server comes with it. */
export type Router = ReturnType<typeof createRouter<typeof operations>>
