/**
 * Loaded into a server's process with --import: its clock is the machine's, shifted by the milliseconds in the file
 * that SET_CLOCK names. Durations are not affected, as when a machine's clock is set.
 */
import { readFileSync } from 'node:fs'

const readEvery = 20
const Real = Date
let by = 0
let readAt = Number.NEGATIVE_INFINITY

function now(): number {
  const at = performance.now()
  if (at - readAt > readEvery) {
    readAt = at
    by = Number(readFileSync(process.env.SET_CLOCK as string, 'utf8'))
  }
  return Real.now() + by
}

globalThis.Date = new Proxy(Real, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
