import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLearning } from '../server/commands/doctor.ts'
import { runOver, startWebsite, type Website } from './support/website.ts'
import { createWorld, type World } from './support/world.ts'

let website: Website
let world: World

beforeAll(async () => {
  website = await startWebsite()
  world = await createWorld({ file: { sites: [{ id: 'demo', website: website.url }, { id: 'bare' }] } })
})
afterAll(async () => {
  await world.close()
  await website.close()
})

test('doctor names the last failed learning of each site, and what a private website needs', async () => {
  expect(await checkLearning(world.services)).toEqual([])
  const key = await world.key()
  const { body } = await world.api('POST', '/knowledge/crawl', { key, body: {} })
  await runOver(world, body.runId, 'demo')
  const [check, ...others] = await checkLearning(world.services)
  expect(others).toEqual([])
  expect(check).toMatchObject({
    level: 'warn',
    part: 'website',
    result: expect.stringContaining('demo: the last learning failed. The website cannot be read. '),
    todo: expect.stringContaining('outbound.allow'),
  })
})
