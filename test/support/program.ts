import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type Command, NODE_COMPILE_CACHE, onNode, reporting } from './command.ts'
import type { Server } from './server.ts'

/** A program that has ended. */
export type Ended = { status: number | null; stdout: string; stderr: string }

/** Runs a program with only this environment; it receives `input` on standard input. */
export async function runProgram(
  command: Command,
  env: Record<string, string | undefined>,
  input = '',
): Promise<Ended> {
  const { PATH, HOME, TMPDIR, DENO_DIR } = process.env
  const own = { NODE_COMPILE_CACHE, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1', ...reporting() }
  const given = { PATH, HOME, TMPDIR, DENO_DIR, ...own, ...env }
  const child = spawn(command.file, command.args, { env: given, stdio: ['pipe', 'pipe', 'pipe'] })
  // A program that ends without reading its input does not fail the test.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status, stdout, stderr }
}

/** Runs a command of the product's command line on Node, with the environment of this server. */
export const svc = (server: Pick<Server, 'env'>, args: string[], input?: string): Promise<Ended> =>
  runProgram(onNode('server/command.ts', ...args), server.env, input)
