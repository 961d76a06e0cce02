/** Requests a server's health every 10 ms. Runs in its own thread, so that a busy test is not measured. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { url, pid } = workerData as { url: string; pid: number }
const every = 10
const short = 20
const agent = new Agent({ keepAlive: true })
let worst = 0
let isAsked = false
parentPort?.on('message', () => {
  isAsked = true
})

/** For how many milliseconds the server's threads and this one were ready but had no processor. Only on Linux. */
function millisecondsQueued(): number {
  const threads = [...readdirSync(`/proc/${pid}/task`).map((thread) => `${pid}/task/${thread}`), 'thread-self']
  return threads.reduce((sum, thread) => sum + queuedOf(thread), 0)
}

function queuedOf(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    // It has ended since it was listed.
    return 0
  }
}

for (;;) {
  const queued = millisecondsQueued()
  const began = performance.now()
  const [response] = (await once(get(`${url}/healthz`, { agent }), 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
  const took = performance.now() - began
  if (response.statusCode !== 200) throw new Error(`/healthz answered ${response.statusCode}`)
  // Time that other processes take from the processor is not the server's fault. For short responses it is not looked
  // up.
  worst = Math.max(worst, took < short ? took : Math.max(short, took - (millisecondsQueued() - queued)))
  // Only between two requests, so that the current one counts.
  if (isAsked) {
    parentPort?.postMessage(worst)
    worst = 0
    isAsked = false
  }
  await delay(Math.max(0, began + every - performance.now()))
}
