import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { CommandError } from './command.ts'

const longest = 10_000

/** Asks at the terminal, and shows nothing of what is typed. */
export function askSecret(input: Readable, output: Writable, question: string): Promise<string> {
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nothing, terminal: true, historySize: 0 })
  output.write(question)
  return new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    lines.once('SIGINT', () => reject(new CommandError('Stopped.')))
    lines.once('close', () => reject(new CommandError('Nothing was typed.')))
  }).finally(() => {
    output.write('\n')
    lines.close()
  })
}

/** The first line of a stream, without its end; the rest is left. */
export async function firstLine(input: Readable): Promise<string> {
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) {
    text += chunk
    if (text.includes('\n') || text.length > longest) break
  }
  return text.split(/\r?\n/, 1)[0] as string
}
