import type { CheckPoint, ModelCheck } from '../../shared/model-check.ts'
import type { Services } from '../core/context.ts'
import { checkModel } from '../features/models/check.ts'
import { type Cli, CommandError, type Input, type Out } from './command.ts'

const levels = { ok: 'ok', warning: 'warn', problem: 'fail', unmeasured: '-' } satisfies Record<
  CheckPoint['level'],
  string
>

/** Checks the model where the database is, with progress on standard error. Fails if the model is not usable. */
export async function reportModel({ out, runTask }: Cli, site: string | undefined, asJson: boolean): Promise<void> {
  out.note('Checking the model. This takes up to two minutes, and replies to visitors are slower during this time.')
  const pieces: Uint8Array[] = []
  await runTask({ model: true, site: site ?? '' }, async (bytes) => void pieces.push(bytes))
  const check: ModelCheck = JSON.parse(Buffer.concat(pieces).toString())
  const { points, verdict } = check
  if (asJson) out.line(JSON.stringify(check, null, 2))
  else {
    for (const { level, point, message, advice } of points) {
      const words = level === 'unmeasured' ? `Not measured. ${message}` : message
      out.line(`${levels[level].padEnd(5)} ${point.padEnd(10)} ${words}`)
      if (advice !== null) out.line(`${' '.repeat(17)}→ ${advice}`)
    }
    out.line(`\n${verdict.message}`)
    if (verdict.advice !== null) out.line(`→ ${verdict.advice}`)
  }
  if (verdict.level === 'unusable') throw new CommandError('The model is not usable.')
}

/** The part of it that calls the model. Without a named site, that of the only site, otherwise the deployment's model. */
export async function runModelCheck(services: Services, { site: named }: Input, out: Out): Promise<void> {
  const { sites, stopping } = services
  const ids = sites.ids()
  const id = named || (ids.length === 1 ? ids[0] : undefined)
  const site = id === undefined ? undefined : await sites.find(String(id))
  if (id !== undefined && !site) throw new CommandError(`No such site: ${id}. The command site list shows all sites.`)
  const check = await checkModel(services, site, stopping, ({ point, level }) => out.note(`${point}: ${levels[level]}`))
  await out.data(Buffer.from(JSON.stringify(check)))
}
