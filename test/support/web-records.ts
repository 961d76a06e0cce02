import type { World } from './world.ts'

/** Records of the crawled website. No crawl is running afterwards. */
export function createWebRecords(world: World, key: string, mark: string, count: () => number) {
  /** Padded so that none is a prefix of another. */
  const numbered = (number: number) => String(number).padStart(6, '0')
  const { sql } = world.services.database
  const siteOf = async () => (await world.api('GET', '/me', { key })).body.key.site as string
  const add = async (status: string) => {
    const number = count()
    const page = {
      id: `page_${numbered(number)}`,
      url: `https://demo.example/${number}`,
      title: `Page ${mark}`,
      status,
    }
    await sql`
      insert into pages ${sql({ ...page, site: await siteOf(), selected: true, source: 'link', created_at: number })}`
    return page
  }
  const run = async () => {
    const number = count()
    const [site, id] = [await siteOf(), `run_${numbered(number)}`]
    await sql`update crawl_runs set status = 'cancelled' where site = ${site} and status in ('queued', 'running')`
    await sql`
      insert into crawl_runs (id, site, status, trigger, follows, include, exclude, total, error, created_at)
      values (${id}, ${site}, 'done', 'api', true, '{}', '{}', 0, ${mark}, ${number})`
    return id
  }
  const pull = async () => {
    const number = count()
    const id = `pull_${numbered(number)}`
    await sql`
      insert into model_pulls (id, model, status, asked_by, created_at) values (${id}, 'tiny', 'done', ${mark}, ${number})`
    return id
  }
  return {
    run,
    pull,
    page: async () => (await add('indexed')).id,
    failedPage: async () => {
      await run()
      return (await add('failed')).url
    },
  }
}
