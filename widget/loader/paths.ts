/** Whether a pattern matches the page, with or without a trailing slash. */
export function isNamed(globs: string[] = []): boolean {
  const path = location.pathname.slice(0, 2000).replace(/\/$/, '')
  return globs.some((glob) => matches(glob, path) || matches(glob, `${path}/`))
}

/**
 * Whether a pattern matches a path: `*` is one segment, `**` any number of segments. Positions are tried once, so that
 * no path takes long.
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

/** Calls `changed` when the page's URL changes without a reload. */
export function watchAddress(changed: () => void, signal: AbortSignal): void {
  const { navigation } = window as { navigation?: EventTarget }
  if (navigation) navigation.addEventListener('currententrychange', changed, { signal })
  else setInterval(changed, 500)
}
