import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finishTask, type Queue, type Task } from '../server/core/queue.ts'
import { patience } from './support/live.ts'
import { add, clock, die, forEachTest, isServer, queues, revive, sql, start, stop, waiting } from './support/queue.ts'

forEachTest()

const server = fc.constantFrom(0 as const, 1 as const)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('enqueue' as const),
      key: fc.constantFrom(undefined, 'a', 'b'),
      later: fc.constantFrom(0, 0, 500, 2_000),
      failures: fc.constantFrom(0, 0, 0, 1, 2, 3),
      dawdle: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), milliseconds: fc.integer({ min: 1, max: 3_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('suspend' as const), server }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revive' as const), server }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), server }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), server }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('jump' as const), milliseconds: fc.integer({ min: -5_000, max: 5_000 }) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Enqueued = Extract<Step, { kind: 'enqueue' }> & { number: number }

const maxAttempts = 3

type Server = { queue: Queue; alive: boolean; lives: number }

/** Two servers and their running tasks. */
function createModel() {
  const tasks: Enqueued[] = []
  const over = new Set<number>()
  const givenUp: number[] = []
  const broken: string[] = []
  const runs = new Set<{ key: string | undefined; isLive(): boolean }>()
  const servers: Server[] = []

  const watch = (server: Server, { key, number }: Enqueued) => {
    const { lives } = server
    // What a server had started when it was considered dead continues, but others may run it, too.
    const run = { key, isLive: () => server.alive && server.lives === lives }
    if (key !== undefined && run.isLive()) {
      if ([...runs].some((other) => other.key === key && other.isLive())) broken.push(`two of ${key} at once`)
      const earlier = tasks.filter((task) => task.key === key && task.number < number)
      if (earlier.some((task) => !over.has(task.number))) broken.push(`${number} before an earlier one`)
    }
    runs.add(run)
    return () => runs.delete(run)
  }
  const begin = async (at: 0 | 1) => {
    const server: Server = { queue: undefined as never, alive: true, lives: 0 }
    const run = async ({ data, failures }: Task, signal: AbortSignal) => {
      const attempts = failures + 1
      const task = tasks[data.number as number] as Enqueued
      const end = watch(server, task)
      for (let count = 0; count < task.dawdle && !signal.aborted; count++) await sql`select 1`
      end()
      signal.throwIfAborted()
      // The result of a dead server counts if nobody took over the task; otherwise another run follows.
      if (attempts > task.failures || attempts >= maxAttempts) over.add(task.number)
      if (attempts <= task.failures) throw new Error('fails')
    }
    const retry = (_: unknown, failures: number) => (failures < maxAttempts ? 300 : undefined)
    const gaveUp = async (task: Task) => {
      if ((await finishTask(sql, task)) === 'over') givenUp.push(task.data.number as number)
    }
    server.queue = await start({ work: { run, retry, gaveUp } })
    servers[at] = server
  }
  const enqueue = async (task: Step & { kind: 'enqueue' }) => {
    const number = tasks.push({ ...task, number: tasks.length }) - 1
    await add({ data: { number }, at: clock.now() + task.later, ...(task.key && { key: task.key }) })
    for (const { queue } of servers) queue.wake()
  }
  return { tasks, over, givenUp, broken, servers, begin, enqueue }
}

async function take(model: ReturnType<typeof createModel>, one: Step): Promise<void> {
  if (one.kind === 'enqueue') return await model.enqueue(one)
  if (one.kind === 'pass') return clock.move(one.milliseconds)
  if (one.kind === 'jump') return clock.jump(one.milliseconds)
  const server = model.servers[one.server] as Server
  if (one.kind === 'revive') {
    if (!server.alive) await revive(server.queue)
    server.alive = true
    return
  }
  if (one.kind === 'stop') {
    await stop(server.queue)
    return await model.begin(one.server)
  }
  Object.assign(server, { alive: false, lives: server.lives + 1 })
  await die(server.queue)
  if (one.kind === 'kill') await model.begin(one.server)
}

test('over two servers that fail, stop, are suspended and killed while clocks jump, each task runs in the order of its key, or is given up once', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
    const model = createModel()
    await Promise.all([model.begin(0), model.begin(1)])
    for (const one of steps) {
      await take(model, one)
      await sql`select 1`
    }
    for (const server of [0, 1] as const) await take(model, { kind: 'revive', server })
    const rest = async () => {
      clock.move(1_000)
      return await waiting()
    }
    await expect.poll(rest, patience).toBe(0)
    for (const queue of queues.splice(0)) await queue.close()
    await sql`delete from servers`
    expect(model.broken).toEqual([])
    expect(model.over.size).toBe(model.tasks.length)
    const failing = model.tasks.filter(({ failures }) => failures >= maxAttempts).map(({ number }) => number)
    expect(model.givenUp.toSorted((one, other) => one - other)).toEqual(failing)
  })
  await fc.assert(property, { numRuns: isServer ? 40 : 15, endOnFailure: true })
}, 120_000)
