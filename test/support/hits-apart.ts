import { appendFileSync } from 'node:fs'

// Loaded first by each program that a test starts while it is measured what the tests execute. Each place is written down at
// once, as a program may be killed.
const file = process.env.TEST_HITS_APART
const told = new Set<string>()
const tell = (id: string) => {
  if (!file || told.has(id)) return
  told.add(id)
  appendFileSync(file, `${id}\n`)
}
Object.assign(globalThis, { frontdeskHit: tell })
