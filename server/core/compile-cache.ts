import { fileURLToPath } from 'node:url'

/**
 * Where Node keeps what it compiled for the next start, if it may write there; Deno sees to that by itself. Threads and
 * processes of the server find it by their environment.
 */
export const compileCache = fileURLToPath(new URL('../../node_modules/.cache/frontdesk', import.meta.url))
