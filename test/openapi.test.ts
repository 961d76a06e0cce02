import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const read = async () => {
  const response = await fetch(`${world.url}/api/v1/openapi.json`)
  return {
    response,
    document: (await response.json()) as { openapi: string; servers: unknown } & Record<string, unknown>,
  }
}

test('the document is public, OpenAPI 3.1, and contains no key or site [R242]', async () => {
  const { response, document } = await read()
  expect(response.status).toBe(200)
  expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  expect(document.openapi).toMatch(/^3\.1/)
  expect(JSON.stringify(document)).not.toContain(world.adminKey)
})

test('a public linter finds no fault', async () => {
  const { document } = await read()
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({ extends: ['recommended'] }),
  })
  expect(problems.filter((problem) => problem.severity === 'error').map(({ message }) => message)).toEqual([])
})

test('the served document equals test/openapi.json, so that every change of the contract is noticed [R3, R241]', async () => {
  const { document } = await read()
  const kept = JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')) as Record<string, unknown>
  const { servers: _, ...served } = document
  const { servers: __, ...expected } = kept
  expect(served).toEqual(expected)
})
