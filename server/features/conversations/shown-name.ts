import type { Context } from '../../core/context.ts'

/** Somebody of the team: a person, a key, or a person on the messenger. */
type Named = { id: string; name: string; isKey: boolean }

/**
 * The name that a visitor may see: of a person the first one, never the rest and never an email; null where the site shows
 * none, or none is known.
 */
export function shownName({ site }: Pick<Context, 'site'>, { id, name, isKey }: Named): string | null {
  if (!site.settings.live.showAgentName || name === id) return null
  return isKey ? name : (name.trim().split(/\s+/)[0] ?? null)
}
