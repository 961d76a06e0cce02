import type { Context } from '../../core/context.ts'

/** Somebody of the team: a person, a key, or a person on the messenger. */
type Named = { id: string; name: string; isKey: boolean }

/** The deployment's own key has no name that means anything to a visitor. */
const adminKey = 'key:admin'

/**
 * The name that a visitor may see: a person's first name, never the rest and never an email; the site's name for the admin
 * key; null where the site shows no names or none is known.
 */
export function shownName({ site }: Pick<Context, 'site'>, { id, name, isKey }: Named): string | null {
  if (!site.settings.live.showAgentName || name === id) return null
  if (id === adminKey) return site.settings.businessName || site.name
  return isKey ? name : (name.trim().split(/\s+/)[0] ?? null)
}
