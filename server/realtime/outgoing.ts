import type { Duplex } from 'node:stream'

/**
 * Collects what is written to a socket in one turn of the event loop, and sends it in one piece at the end of that turn:
 * whoever is told ten things at once costs one call of the system, not ten.
 */
export function createOutgoing(): (stream: Duplex) => void {
  let held = new Set<Duplex>()
  const release = () => {
    const streams = held
    held = new Set()
    for (const stream of streams) stream.uncork()
  }
  return (stream) => {
    if (held.has(stream)) return
    if (held.size === 0) process.nextTick(release)
    held.add(stream)
    stream.cork()
  }
}
