import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach } from 'vitest'
import { createDial, type DialInit } from '../../server/outside/dial.ts'
import type { Lookup } from '../../server/outside/dial-target.ts'
import { certificate } from './certificate.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { type FakeServer, type Seen, startFakeServer } from './fake-server.ts'

type Answer = (seen: Seen, response: ServerResponse) => void

/** The fake server, clock and response of the running test. */
export const there = {} as { fake: FakeServer; clock: TestClock; answer: Answer }

/** Creates a server and a clock for each test of the file. */
export function setUpDial(): void {
  beforeEach(async () => {
    there.answer = (_seen, response) => {
      response.end('hello')
    }
    there.fake = await startFakeServer((seen, response) => there.answer(seen, response))
    there.clock = createTestClock()
  })
  afterEach(() => there.fake.close())
}

/** A resolver with one address for every name. */
export const leadingTo =
  (address: string): Lookup =>
  async () => [{ address, family: address.includes(':') ? 6 : 4 }]

export const dialWith = (
  options: { allow?: string[]; allowPush?: string[]; lookup?: Lookup; own?: string; ownAddress?: string } = {},
) => {
  const {
    allow = [],
    allowPush = [],
    lookup = leadingTo('127.0.0.1'),
    own = 'http://127.0.0.1:8787',
    ownAddress,
  } = options
  return createDial({
    allow,
    allowPush,
    lookup,
    clock: there.clock,
    ownOrigin: () => own,
    ownAddress: () => ownAddress,
    ca: certificate,
  })
}

export const init = (parts: Partial<DialInit> = {}): DialInit => ({
  purpose: 'tool',
  maxBytes: 1000,
  timeoutMs: 8000,
  ...parts,
})

/** Calls the server of the test, which this dial may reach. */
export const call = (path: string, parts?: Partial<DialInit>) =>
  dialWith({ allow: ['127.0.0.1'] }).fetch(`${there.fake.url}${path}`, init(parts))

export const failing = (kind: string) => ({ name: 'DialError', kind })
