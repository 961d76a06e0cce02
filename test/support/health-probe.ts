import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Server } from './server.ts'

export type HealthProbe = {
  /**
   * The longest response time of /healthz in milliseconds while `act` ran, including the request in progress at its
   * end, without the time in which the server waited for a processor.
   */
  worstDuring(act: () => Promise<unknown>): Promise<number>
  close(): Promise<unknown>
}

/** Requests /healthz every 10 ms from another thread. */
export function startHealthProbe({ url, pid }: Server): HealthProbe {
  const worker = new Worker(new URL('./health-probe-worker.ts', import.meta.url), { workerData: { url, pid } })
  const take = async () => {
    worker.postMessage('take')
    return (await once(worker, 'message'))[0] as number
  }
  return {
    async worstDuring(act) {
      await take()
      await act()
      return await take()
    },
    close: () => worker.terminate(),
  }
}
