import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { passes } from './passes.ts'

/** Which places of the source one file of tests entered, and how long it took. */
export type Hits = { pass: string; file: string; milliseconds: number; ids: string[] }

// Set up for each file of tests where TEST_HITS names a folder: writes down at its end what it entered.
const hits = new Set<string>()
Object.assign(globalThis, { frontdeskHit: (id: string) => void hits.add(id) })
const begun = performance.now()
afterAll(() => {
  const { TEST_DATABASE, TEST_RUNTIME, TEST_HITS = '' } = process.env
  const pass =
    passes.find(({ database, runtime }) => database === TEST_DATABASE && runtime === TEST_RUNTIME)?.name ?? ''
  const file = expect.getState().testPath ?? ''
  const kept: Hits = { pass, file, milliseconds: Math.round(performance.now() - begun), ids: [...hits] }
  const name = createHash('sha256').update(`${pass} ${file}`).digest('hex')
  writeFileSync(join(TEST_HITS, `${name}.json`), JSON.stringify(kept))
})
