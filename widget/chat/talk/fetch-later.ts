import type { Core } from './core.ts'
import type { parts } from './later/later.ts'

/** What a first reply needs nothing of. @throws where it cannot be fetched */
export const fetchLater = async (): Promise<typeof parts> => (await import('./later/later.ts')).parts

/** Does something of it. Where it cannot be fetched, that is as with every call that does not arrive. */
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

/** Reads anew what was said and who is there, where the conversation of this id is still the one. */
export const refresh = (core: Core, id: string): Promise<void> => doLater(core, (later) => later.refresh(core, id))
