/** A model server in its own process. Each token of a reply contains the time at which it was written. */
import { setTimeout } from 'node:timers/promises'
import { startFakeOllama } from '../test/support/fake-ollama.ts'
import { notifyParent } from './child.ts'
import { timeWord } from './time-word.ts'

const tokens = Number(process.argv[2])
const everyMs = Number(process.argv[3])

const fake = await startFakeOllama()
fake.script(async function* () {
  void notifyWhenLeft()
  for (let count = 0; count < tokens; count++) {
    yield { text: ` ${timeWord()}` }
    await setTimeout(everyMs)
  }
})
notifyParent(fake.url)

/** Reports when the caller of the current reply disconnected. */
async function notifyWhenLeft(): Promise<void> {
  await fake.seen.at(-1)?.left
  process.send?.(String(process.hrtime.bigint()))
}
