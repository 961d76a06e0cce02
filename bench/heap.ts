import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from '../test/support/server.ts'
import { memoryOf } from './sockets.ts'

/** Lets several processes run at once without port conflicts. */
export const inspected = { NODE_OPTIONS: '--inspect-port=0' }

export type Heap = {
  /** The bytes of its objects after garbage collection. */
  used(): Promise<number>
  close(): void
}

/** Inspects the main thread of a server that runs with `inspected`, through Node's debugger. */
export async function openHeap(server: Server): Promise<Heap> {
  process.kill(server.pid, 'SIGUSR1')
  const socket = new WebSocket(await addressOf(server))
  const answers = new Map<number, (result: { usedSize: number }) => void>()
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    answers.get(id)?.(result)
  }
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let sent = 0
  const ask = (method: string) => {
    const { promise, resolve } = Promise.withResolvers<{ usedSize: number }>()
    answers.set(++sent, resolve)
    socket.send(JSON.stringify({ id: sent, method }))
    return promise
  }
  return {
    async used() {
      await ask('HeapProfiler.collectGarbage')
      return (await ask('Runtime.getHeapUsage')).usedSize
    },
    close: () => socket.close(),
  }
}

/** V8 returns what it collected to the system in the background. */
const settle = 1_000

/**
 * The memory of a server after garbage collection, in bytes. What opening many sockets leaves behind is collected at the
 * latest when the server is idle, so it says nothing about a socket.
 */
export async function memoryWithoutGarbage(server: Server): Promise<number> {
  const heap = await openHeap(server)
  await heap.used()
  heap.close()
  await delay(settle)
  return memoryOf(server.pid)
}

async function addressOf({ stderr, exit }: Server): Promise<string> {
  const ended = exit.then((code) => Promise.reject(new Error(`The server ended with status ${code}.`)))
  // Once the address is known, it may end.
  ended.catch(() => {})
  for (;;) {
    const address = /Debugger listening on (\S+)/.exec(stderr.join('\n'))?.[1]
    if (address) return address
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 50)), ended])
  }
}
