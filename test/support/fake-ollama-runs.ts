import type { ServerResponse } from 'node:http'
import type { FakeModel } from './fake-ollama-models.ts'
import { sendJson } from './fake-server.ts'
import type { Gate } from './steps.ts'

/** How Ollama runs its models. */
export type Runs = {
  /** The names of the models in memory. */
  loaded: string[]
  /** The windows with which requests loaded them. */
  windows: Map<string, number>
  /** All loads, in order. Ollama loads a model again if a request has another window. */
  loads: { model: string; window: number }[]
  /** Holds each load back. A load is given up if its caller disconnects. */
  loading: Gate | undefined
  /** Models that a request asked to keep in memory. */
  kept: Set<string>
  /** `OLLAMA_NUM_PARALLEL`: how many requests a model answers at a time; by default any number, but Ollama's own is 1. */
  parallel: number
  /** `OLLAMA_MAX_QUEUE`: how many more may wait. */
  maxQueue: number
  /** The requests at each model. */
  queues: Map<string, Queue>
}

type Queue = { running: number; waiting: (() => void)[] }

export const createRuns = (): Runs => ({
  loaded: [],
  windows: new Map(),
  loads: [],
  loading: undefined,
  kept: new Set(),
  parallel: Number.POSITIVE_INFINITY,
  maxQueue: 512,
  queues: new Map(),
})

export const busyText = 'server busy, please try again.  maximum pending requests exceeded'

type Request = { model: FakeModel; window: number; keepAlive: unknown; response: ServerResponse }

/** Runs a request when it is its turn and the model is loaded with its window. */
export async function runOn(runs: Runs, request: Request, work: () => Promise<void> | void): Promise<void> {
  const { model, window, keepAlive, response } = request
  const queue = queueOf(runs, model.name)
  const ended = new Promise<'ended'>((resolve) => response.once('close', () => resolve('ended')))
  if (queue.running >= runs.parallel) {
    if (queue.waiting.length >= runs.maxQueue) return sendJson(response, 503, { error: busyText })
    if (!(await hasTurn(queue, ended))) return
  } else queue.running++
  try {
    if (!(await load(runs, model, window, ended))) return sendJson(response, 499, { error: 'request canceled' })
    if (keepAlive === -1) runs.kept.add(model.name)
    await work()
    await ended
    if (keepAlive === 0) remove(runs.loaded, model.name)
  } finally {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.running--
  }
}

function queueOf({ queues }: Runs, name: string): Queue {
  const queue = queues.get(name) ?? { running: 0, waiting: [] }
  queues.set(name, queue)
  return queue
}

/** Waits for a request to end and takes its place. False if the caller disconnected before. */
async function hasTurn(queue: Queue, ended: Promise<'ended'>): Promise<boolean> {
  let take = () => {}
  const turn = new Promise<'turn'>((resolve) => {
    take = () => resolve('turn')
  })
  queue.waiting.push(take)
  if ((await Promise.race([turn, ended])) === 'turn') return true
  remove(queue.waiting, take)
  return false
}

async function load(runs: Runs, { name }: FakeModel, window: number, ended: Promise<'ended'>): Promise<boolean> {
  if (runs.loaded.includes(name) && runs.windows.get(name) === window) return true
  remove(runs.loaded, name)
  if (runs.loading && (await Promise.race([runs.loading.passed(), ended])) === 'ended') return false
  runs.loaded.push(name)
  runs.windows.set(name, window)
  runs.loads.push({ model: name, window })
  return true
}

function remove<T>(list: T[], one: T): void {
  const at = list.indexOf(one)
  if (at >= 0) list.splice(at, 1)
}
