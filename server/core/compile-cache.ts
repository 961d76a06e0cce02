import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * The folder of Node's compile cache, which makes the next start faster (Deno has its own). Threads and child processes
 * get it through the environment.
 */
export const compileCache = fileURLToPath(new URL('../../node_modules/.cache/frontdesk', import.meta.url))

/**
 * Writes out what was compiled since the last flush, as the process may be killed at any time. Costs nothing if there
 * is nothing to write.
 */
export const keepCompiled = () => nodeModule.flushCompileCache?.()
