import type { Core } from './core.ts'
import type { parts } from './later/later.ts'

/** Loads code that the first reply does not need. @throws if it cannot be loaded */
export const fetchLater = async (): Promise<typeof parts> => (await import('./later/later.ts')).parts

/** Runs loaded code. A failure to load counts like a failed call. */
export async function doLater<Result>(
  { surroundings }: Core,
  run: (later: typeof parts) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await run(await fetchLater())
  } catch (error) {
    surroundings.debug('a part of the chat cannot be fetched', error)
    return undefined
  }
}

/** Reloads the history and state, if the conversation with this id is still current. */
export const refresh = (core: Core, id: string): Promise<void> => doLater(core, (later) => later.refresh(core, id))
