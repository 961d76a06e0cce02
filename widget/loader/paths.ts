/** Whether one of the patterns names the page; a slash at the end of its path makes no difference. */
export function isNamed(globs: string[] = []): boolean {
  const path = location.pathname.slice(0, 2000).replace(/\/$/, '')
  return globs.some((glob) => matches(glob, path) || matches(glob, `${path}/`))
}

/**
 * Whether a path is one of a pattern, in which `*` stands for one part and `**` for any number of them. What was tried at
 * a place is not tried again, so that no path takes long.
 */
export function matches(glob: string, path: string): boolean {
  const tried = new Set<number>()
  const from = (at: number, place: number): boolean => {
    const key = at + place / 1e4
    if (tried.has(key)) return false
    tried.add(key)
    if (glob[at] !== '*') return glob[at] === path[place] && (at === glob.length || from(at + 1, place + 1))
    const crosses = path[place] !== '/' || glob[at + 1] === '*' || glob[at - 1] === '*'
    return from(at + 1, place) || (place < path.length && crosses && from(at, place + 1))
  }
  return from(0, 0)
}

/** Calls `changed` when the page has another address without being loaded anew. */
export function watchAddress(changed: () => void, signal: AbortSignal): void {
  const { navigation } = window as { navigation?: EventTarget }
  if (navigation) navigation.addEventListener('currententrychange', changed, { signal })
  else setInterval(changed, 500)
}
