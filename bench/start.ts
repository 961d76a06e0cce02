import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startServer } from '../test/support/server.ts'
import { interleave, type Line, type Row } from './row.ts'

/** From the start of the process to its ready line, with a demo that an earlier start has learned. */
async function measureStart(): Promise<Line[]> {
  await using server = await startServer({ runtime: 'node', database: 'embedded' })
  const kept = await interleave(
    async () => {
      const begun = performance.now()
      await once(spawn(process.execPath, ['--eval', '']), 'exit')
      return performance.now() - begun
    },
    async () => {
      await server.stop()
      const begun = performance.now()
      await server.restart()
      return performance.now() - begun
    },
  )
  const goal = { of: 'more', bound: 'most', value: 1500 } as const
  return [
    { what: 'start to ready, second start, against an empty Node', database: 'embedded', unit: 'ms', ...kept, goal },
  ]
}

export const start: Row[] = [{ name: 'start', measure: measureStart }]
