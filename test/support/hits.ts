import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { passes } from './passes.ts'

/** Which places of the source one test file executed, and its duration. */
export type Hits = { pass: string; file: string; milliseconds: number; ids: string[] }

// Used for each test file if TEST_HITS names a folder: writes at its end what it executed, itself or in a program that
// it started.
const hits = new Set<string>()
Object.assign(globalThis, { frontdeskHit: (id: string) => void hits.add(id) })
const begun = performance.now()
const { TEST_DATABASE, TEST_RUNTIME, TEST_HITS = '' } = process.env
const pass = passes.find(({ database, runtime }) => database === TEST_DATABASE && runtime === TEST_RUNTIME)?.name ?? ''
const file = expect.getState().testPath ?? ''
const name = createHash('sha256').update(`${pass} ${file}`).digest('hex')
const apart = join(TEST_HITS, `${name}.apart`)
process.env.TEST_HITS_APART = apart
afterAll(() => {
  const emitted = existsSync(apart) ? readFileSync(apart, 'utf8').split('\n').filter(Boolean) : []
  rmSync(apart, { force: true })
  const ids = [...new Set([...hits, ...emitted])]
  const kept: Hits = { pass, file, milliseconds: Math.round(performance.now() - begun), ids }
  writeFileSync(join(TEST_HITS, `${name}.json`), JSON.stringify(kept))
})
