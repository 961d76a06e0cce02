import type { Facts } from '../../../shared/facts.ts'
import { Settings } from '../../../shared/settings.ts'
import type { SiteConfig } from '../../config-file.ts'
import type { Parts, Site, Sites } from '../../core/context.ts'

/** What changes a site. */
const changing = new Set<string>(['settings.changed', 'prompt.changed', 'facts.changed'])

/** The sites of the configuration, each with what was saved and published of it; kept until the log says that this changed. */
export function createSites({ config, database, events }: Pick<Parts, 'config' | 'database' | 'events'>): Sites {
  const kept = new Map<string, Promise<Site>>()
  const configured = new Map(config.sites.map((site) => [site.id, site]))
  events.onChange((event) => {
    if (changing.has(event.type)) kept.delete(event.site)
  })

  const load = async (site: SiteConfig): Promise<Site> => {
    const { id, name, connector } = site
    const [[row], [prompt], [details]] = await Promise.all([
      database.sql<{ settings: Record<string, unknown> }[]>`select settings from site_settings where site = ${id}`,
      database.sql<NonNullable<Site['prompt']>[]>`
        select version, text from prompt_versions where site = ${id} order by version desc limit 1`,
      database.sql<{ facts: Facts }[]>`select facts from facts where site = ${id}`,
    ])
    const settings = Settings.parse({ ...startingSettings(site), ...row?.settings })
    return { id, name, connector, settings, prompt: prompt ?? null, facts: details?.facts ?? null }
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

/** The settings that a site begins with: what the configuration file says of its widget. Saved settings stand over them. */
function startingSettings(site: SiteConfig): Record<string, unknown> {
  const { brand, home, launcher } = site.widget
  return {
    businessName: site.name,
    website: site.website,
    allowedOrigins: site.allowedOrigins,
    ...(brand?.agentName === undefined ? {} : { botName: brand.agentName }),
    ...(brand?.accent === undefined ? {} : { accent: brand.accent }),
    ...(launcher?.position === undefined ? {} : { position: launcher.position }),
    ...(launcher?.icon === undefined ? {} : { launcherIcon: launcher.icon }),
    ...(home === undefined ? {} : { home }),
    // What has a setting of its own above, the section leaves out.
    widget: site.widget,
  }
}
