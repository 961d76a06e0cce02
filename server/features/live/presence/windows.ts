import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../core/actor.ts'
import type { Parts } from '../../../core/context.ts'
import { leaveWindows, type OpenWindow, openWindows, type Window } from './lease.ts'

export type Connecting = { site: string; actor: Actor; window: string; available: boolean | undefined }

/** The windows whose sockets this server holds. */
export type Windows = {
  /** The answer says that the socket is closed; `signedOut` where its person is no longer known. */
  connect(connecting: Connecting): (signedOut: boolean) => void
  /** Writes what changed, and renews all leases where that is due. */
  write(): Promise<void>
}

type Held = OpenWindow & { sockets: number; signedOut: boolean }

const renewEvery = 10_000

/**
 * Keeps a row for each open window, together for all that open or close in one moment: a thousand that come back at once
 * are one statement.
 * @param changed called when there is something to write
 */
export function createWindows(parts: Parts, changed: () => void): Windows {
  const server = randomUUID()
  const held = new Map<string, Held>()
  const unwritten = new Set<string>()
  let renewedAt = parts.clock.now()

  const note = (key: string) => {
    unwritten.add(key)
    changed()
  }
  /** What could not be written is written the next time. */
  const writeAll = async (keys: string[]) => {
    for (const key of keys) unwritten.delete(key)
    const windows = keys.flatMap((key) => held.get(key) ?? [])
    const left = windows.filter(({ sockets }) => sockets === 0)
    try {
      await openWindows(parts, server, windows.filter(({ sockets }) => sockets > 0).map(rowOf))
      await leaveWindows(
        parts,
        server,
        left.map((window) => ({ ...rowOf(window), signedOut: window.signedOut })),
      )
    } catch (error) {
      for (const key of keys) unwritten.add(key)
      throw error
    }
    // One that came back meanwhile is noted anew.
    for (const window of left) if (window.sockets === 0) held.delete(keyOf(window))
  }
  return {
    connect({ site, actor, window, available }) {
      const key = keyOf({ site, email: actor.id, window })
      const known = held.get(key) ?? { site, email: actor.id, window, declared: null, sockets: 0, signedOut: false }
      held.set(key, known)
      Object.assign(known, { declared: available ?? known.declared, sockets: known.sockets + 1, signedOut: false })
      note(key)
      return (signedOut) => {
        known.sockets -= 1
        known.signedOut ||= signedOut
        if (known.sockets === 0) note(key)
      }
    },
    async write() {
      const isDue = parts.clock.now() - renewedAt >= renewEvery
      if (isDue) renewedAt = parts.clock.now()
      const keys = isDue ? [...held.keys()] : [...unwritten]
      if (keys.length > 0) await writeAll(keys)
    },
  }
}

const keyOf = ({ site, email, window }: Window): string => JSON.stringify([site, email, window])

const rowOf = ({ site, email, window, declared }: OpenWindow): OpenWindow => ({ site, email, window, declared })
