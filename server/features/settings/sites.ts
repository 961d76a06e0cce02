import { Settings } from '../../../shared/settings.ts'
import type { SiteConfig } from '../../config-file.ts'
import type { Parts, Site, Sites } from '../../core/context.ts'
import { startingSettings } from './starting.ts'

/** The sites of the configuration, each with its saved settings over it; kept until the log says that they changed. */
export function createSites({ config, database, events }: Pick<Parts, 'config' | 'database' | 'events'>): Sites {
  const kept = new Map<string, Promise<Site>>()
  const configured = new Map(config.sites.map((site) => [site.id, site]))
  events.onChange((event) => {
    if (event.type === 'settings.changed') kept.delete(event.site)
  })

  const load = async (site: SiteConfig): Promise<Site> => {
    const { id, name, connector } = site
    const [row] = await database.sql<{ settings: Record<string, unknown> }[]>`
      select settings from site_settings where site = ${id}`
    return { id, name, connector, settings: Settings.parse({ ...startingSettings(site), ...row?.settings }) }
  }

  const find = async (id: string): Promise<Site | undefined> => {
    const site = configured.get(id)
    if (!site) return undefined
    const known = kept.get(id) ?? load(site)
    kept.set(id, known)
    // What could not be read now is read anew at the next request.
    known.catch(() => kept.delete(id))
    return await known
  }

  return {
    find,
    all: async () => (await Promise.all(config.sites.map(({ id }) => find(id)))) as Site[],
    ids: () => [...configured.keys()],
  }
}
