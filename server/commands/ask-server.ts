import type { Duplex } from 'node:stream'
import { Answer, longestAnswer, type Request, readLines, writeLine } from '../control-lines.ts'
import { CommandError, type Out } from './command.ts'

/** Has a task carried out by the server at the other end, and passes on what it answers. */
export async function askServer(socket: Duplex, request: Request, out: Out): Promise<void> {
  try {
    await writeLine(socket, request)
    for await (const line of readLines(socket, longestAnswer)) {
      const answer = Answer.parse(JSON.parse(line))
      if ('line' in answer) out.line(answer.line)
      else if ('note' in answer) out.note(answer.note)
      else if ('data' in answer) await out.data(Buffer.from(answer.data, 'base64'))
      else if (answer.end.error !== undefined) throw new CommandError(answer.end.error)
      else return
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`The server broke off: ${(error as Error).message}`)
  } finally {
    socket.destroy()
  }
  throw new CommandError('The server broke off before it was done.')
}
