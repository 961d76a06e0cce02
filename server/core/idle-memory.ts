import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is looked at. `load` is the part of the time since the last look in which the process was busy. */
type Host = { heapBytes(): number; load(): number; collect(): void }

const lookEvery = 30_000
/** A collection stops everything for some 50 ms, which nobody may notice. */
const maxLoad = 0.02
/** A heap that grew by less is left alone. */
const minGrowth = 32 * 1024 * 1024

/**
 * Returns memory to the system while there is nothing to do. V8 keeps what it needed once, such as for starting and for
 * learning, until it needs more, which never happens on an idle server.
 * @returns a function that stops it
 */
export function collectWhenIdle(): () => void {
  // Deno has no collection that a program can start.
  if (process.versions.deno) return () => {}
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let last = performance.eventLoopUtilization()
  const load = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
  const timer = setInterval(createLook({ heapBytes: () => process.memoryUsage().heapTotal, load, collect }), lookEvery)
  timer.unref()
  return () => clearInterval(timer)
}

/** Collects if the process is idle and its heap has grown since the last collection. */
export function createLook({ heapBytes, load, collect }: Host): () => void {
  let kept = 0
  return () => {
    if (load() > maxLoad || heapBytes() < kept + minGrowth) return
    collect()
    kept = heapBytes()
  }
}
