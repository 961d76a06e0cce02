import type { Tx } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import { changeSettings } from './settings.ts'

/** As many entries as `security.blockIps` takes. */
const mostBlocked = 200

/**
 * Adds an address or range to the site's `security.blockIps`, or takes exactly that one out. Answers the list as it is then.
 * 400 where it is full.
 */
export async function setBlocked(tx: Tx, range: string, blocked: boolean): Promise<string[]> {
  const { settings } = await changeSettings(tx, ({ security: { blockIps } }) => {
    if (blockIps.includes(range) === blocked) return undefined
    if (blocked && blockIps.length >= mostBlocked)
      throw badRequest(
        `The site blocks ${mostBlocked} addresses already. Remove some in its settings first.`,
        'too_many_blocked',
        {
          limit: mostBlocked,
        },
      )
    const list = blocked ? [...blockIps, range] : blockIps.filter((entry) => entry !== range)
    return { security: { blockIps: list } }
  })
  return settings.security.blockIps
}
