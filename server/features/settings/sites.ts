import type { Facts } from '../../../shared/facts.ts'
import { Settings } from '../../../shared/settings.ts'
import type { SiteConfig } from '../../config-file.ts'
import type { Services, Site, Sites } from '../../core/context.ts'

/** The events that change a site. */
const changing = new Set<string>(['settings.changed', 'prompt.changed', 'facts.changed', 'tool.changed'])

/** The configured sites, each with its saved settings and published content. Cached until the log reports a change. */
export function createSites({ config, database, events }: Pick<Services, 'config' | 'database' | 'events'>): Sites {
  const kept = new Map<string, Promise<Site>>()
  const configured = new Map(config.sites.map((site) => [site.id, site]))
  events.onChange((event) => {
    if (changing.has(event.type)) kept.delete(event.site)
  })
  events.onRewind(() => kept.clear())

  const load = async (site: SiteConfig): Promise<Site> => {
    const { id, name, connector } = site
    const [[row], [prompt], [details], [tool]] = await Promise.all([
      database.sql<{ settings: Record<string, unknown> }[]>`select settings from site_settings where site = ${id}`,
      database.sql<NonNullable<Site['prompt']>[]>`
        select version, text from prompt_versions where site = ${id} order by version desc limit 1`,
      database.sql<{ facts: Facts }[]>`select facts from facts where site = ${id}`,
      database.sql`select from tools where site = ${id} and enabled limit 1`,
    ])
    const settings = Settings.parse({ ...startingSettings(site), ...row?.settings })
    return {
      id,
      name,
      connector,
      settings,
      prompt: prompt ?? null,
      facts: details?.facts ?? null,
      hasTools: tool !== undefined,
    }
  }

  const find = async (id: string): Promise<Site | undefined> => {
    const site = configured.get(id)
    if (!site) return undefined
    const known = kept.get(id) ?? load(site)
    kept.set(id, known)
    // A failed read is retried at the next request.
    known.catch(() => kept.delete(id))
    return await known
  }

  return {
    find,
    all: async () => (await Promise.all(config.sites.map(({ id }) => find(id)))) as Site[],
    ids: () => [...configured.keys()],
  }
}

/** The initial settings of a site, from its widget section in the configuration file. Saved settings override them. */
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
    // Omits what has its own setting above.
    widget: site.widget,
  }
}
