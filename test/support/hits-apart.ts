import { appendFileSync } from 'node:fs'

// Loaded first by each program that a test starts while test coverage is measured. Each place is written immediately,
// because a program may be killed.
const file = process.env.TEST_HITS_APART
const written = new Set<string>()
const emitEvent = (id: string) => {
  if (!file || written.has(id)) return
  written.add(id)
  appendFileSync(file, `${id}\n`)
}
Object.assign(globalThis, { frontdeskHit: emitEvent })
