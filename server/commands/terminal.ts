import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { CommandError } from './command.ts'

const maxLine = 10_000

/** Asks in the terminal without echo. */
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

/** The first line of a stream, without its line ending. The rest is not read. */
export async function firstLine(input: Readable): Promise<string> {
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) {
    text += chunk
    if (text.includes('\n') || text.length > maxLine) break
  }
  return text.split(/\r?\n/, 1)[0] as string
}

/** Formats rows as lines with aligned columns. */
export function aligned(rows: string[][]): string[] {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)), [])
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Formats a size, such as `1.5 GB`. */
export function formatSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const size = bytes / 1000 ** step
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[step]}`
}

/** `1 row`, `2 rows`, `12,000 rows`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
