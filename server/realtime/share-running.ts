/**
 * Runs one work of a name at a time: whoever asks for it meanwhile gets the same answer. So a thousand clients that come
 * back at once ask the database one thing, not a thousand.
 */
export function shareRunning(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: () => Promise<T>) => {
    const known = running.get(name) as Promise<T> | undefined
    if (known) return known
    const begun = work().finally(() => running.delete(name))
    running.set(name, begun)
    return begun
  }
}
