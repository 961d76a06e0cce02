/** What somebody chose in the palette: a command by its id, or a place with its title and address. */
export type Recent = { key: string; label: string; path?: string }

const maxKept = 8
const kept = (site: string) => `frontdesk.recent.${site}`

/** What was chosen last on this machine, newest first. */
export function readRecent(site: string): Recent[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(kept(site)) ?? '[]')
    return Array.isArray(list) ? list.filter(isRecent).slice(0, maxKept) : []
  } catch {
    // Something else was stored under this name.
    return []
  }
}

function isRecent(value: unknown): value is Recent {
  const { key, label, path } = (value ?? {}) as Record<string, unknown>
  return typeof key === 'string' && typeof label === 'string' && (path === undefined || typeof path === 'string')
}

export function addRecent(site: string, { key, label, path }: Recent): void {
  const others = readRecent(site).filter((one) => one.key !== key)
  const next = [{ key, label, ...(path !== undefined && { path }) }, ...others].slice(0, maxKept)
  localStorage.setItem(kept(site), JSON.stringify(next))
}
