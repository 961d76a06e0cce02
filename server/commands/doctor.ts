import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { version } from '../version.ts'
import { type Check, fail, ok, warn } from './check.ts'
import { type Command, CommandError, type Surroundings } from './command.ts'
import { examinePlace } from './examine-place.ts'
import { counted } from './wording.ts'

export const doctor: Command = {
  name: 'doctor',
  usage: '',
  says: 'Say in plain words what works and what does not',
  more: ['A line for each part: ok, warn or fail, and what to do. The exit status is 1 where something fails.'],
  positionals: [],
  options: {},
  async run(surroundings) {
    const checks = await examineAll(surroundings)
    for (const { level, part, says, todo } of checks) {
      surroundings.out.line(`${level.padEnd(5)} ${part.padEnd(12)} ${says}`)
      if (todo !== undefined) surroundings.out.line(`${' '.repeat(19)}→ ${todo}`)
    }
    const failed = checks.filter(({ level }) => level === 'fail').length
    if (failed > 0) throw new CommandError(`${counted(failed, 'part')} of ${checks.length} failed.`)
  },
}

async function examineAll(surroundings: Surroundings): Promise<Check[]> {
  const program = ok(
    'program',
    `Frontdesk ${version} on ${process.versions.deno ? 'Deno' : 'Node'} ${process.versions.deno ?? process.versions.node}`,
  )
  let config: Config
  try {
    config = surroundings.config()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [program, ...error.lines.map((line) => fail('settings', line))]
  }
  const settings =
    config.warnings.length > 0
      ? config.warnings.map((warning) => warn('settings', warning))
      : [ok('settings', 'environment and configuration file are in order')]
  const rest = await examineDatabase(surroundings, config)
  const { examineAddresses } = await import('./examine-addresses.ts')
  return [program, ...settings, ...examinePlace(config), ...examineAddresses(config), ...rest]
}

/** What the server says, or the database itself. */
async function examineDatabase({ perform }: Surroundings, { databaseUrl, dataDir }: Config): Promise<Check[]> {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'db')))
    return [ok('database', `embedded, will be made in ${dataDir} at the first start`)]
  const pieces: Uint8Array[] = []
  try {
    await perform('examine', {}, async (bytes) => void pieces.push(bytes))
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch (error) {
    return [fail('database', (error as Error).message)]
  }
}
