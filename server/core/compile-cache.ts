import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Where Node keeps what it compiled for the next start, if it may write there; Deno sees to that by itself. Threads and
 * processes of the server find it by their environment.
 */
export const compileCache = fileURLToPath(new URL('../../node_modules/.cache/frontdesk', import.meta.url))

/** Writes down what was compiled since the last time, which costs nothing where that is nothing: a process may be killed. */
export const keepCompiled = () => nodeModule.flushCompileCache?.()
