import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildDashboard } from '../support/agent.ts'
import { startServer } from '../support/server.ts'

test('the dashboard’s first download is small and contains no schema validation', async () => {
  buildDashboard()
  await using server = await startServer({ config: { sites: [{ id: 'shop', name: 'The shop' }] } })
  const page = await (await fetch(`${server.url}/dashboard`)).text()
  const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => new URL(path!, server.url))
  expect(scripts.length).toBeGreaterThan(0)
  const texts = await Promise.all(scripts.map(async (address) => (await fetch(address)).text()))
  expect(texts.join()).not.toMatch(/ZodError|_zod/)
  expect(gzipSync(texts.join()).length).toBeLessThan(176 * 1024)
})
