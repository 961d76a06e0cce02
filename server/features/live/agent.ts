import type { Author } from '../../../shared/message.ts'
import type { Actor } from '../../core/actor.ts'
import type { Context } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'

/** Somebody who may have a conversation: a person, a key, or a person on the messenger. */
export type Agent = { id: string; name: string; isKey: boolean }

const isKey = ({ kind }: Actor) => kind === 'key' || kind === 'admin'

/** The caller as somebody who answers. */
export const agentOf = ({ actor }: Context): Agent => ({
  id: actor.id,
  name: actor.name || actor.id,
  isKey: isKey(actor),
})

/** The caller, who has to be a person: a key has no name to join a chat with. */
export function personOf(ctx: Context): Agent {
  const agent = agentOf(ctx)
  if (agent.isKey)
    throw badRequest(
      'A key cannot have a conversation of its own. Reply to it, or assign it to a person.',
      'person_only',
    )
  return agent
}

export const authorOf = ({ id, name }: Agent): Author => ({ kind: 'human', id, name })

/** Refuses what the team does only with live chat on. */
export function refuseLiveOff({ site }: Context): void {
  if (!site.settings.live.enabled) throw badRequest('Live chat is off. Turn it on in the settings first.', 'live_off')
}
