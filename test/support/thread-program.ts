import { parentPort, threadId } from 'node:worker_threads'

/** What the thread of a test is asked to do. */
export type Wish = 'answer' | 'work' | 'sleep' | 'allocate' | 'fail'

const held: Buffer[] = []

parentPort?.on('message', (wish: Wish) => {
  if (wish === 'fail') throw new Error('out of order')
  if (wish === 'allocate') for (let part = 0; part < 40; part++) held.push(Buffer.alloc(10 << 20, 1))
  for (const begun = performance.now(); wish === 'work' && performance.now() - begun < 20_000; );
  if (wish === 'answer') parentPort?.postMessage(threadId)
})
