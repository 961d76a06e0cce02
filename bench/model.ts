/** A model server in a process of its own. Each token of a reply tells when it was written. */
import { setTimeout } from 'node:timers/promises'
import { startFakeOllama } from '../test/support/fake-ollama.ts'
import { tellParent } from './child.ts'
import { timeWord } from './time-word.ts'

const tokens = Number(process.argv[2])
const everyMs = Number(process.argv[3])

const fake = await startFakeOllama()
fake.script(async function* () {
  void tellWhenLeft()
  for (let count = 0; count < tokens; count++) {
    yield { text: ` ${timeWord()}` }
    await setTimeout(everyMs)
  }
})
tellParent(fake.url)

/** Tells when the caller of the present reply left before its end. */
async function tellWhenLeft(): Promise<void> {
  await fake.seen.at(-1)?.left
  process.send?.(String(process.hrtime.bigint()))
}
