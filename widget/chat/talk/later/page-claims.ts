import type { SvcPrefill } from '../../../api.ts'
import type { Core } from '../core.ts'
import { post } from './team.ts'

/** Keeps what forms begin with. The message is written into the box, unless the visitor has written there. */
export async function prefill(core: Core, { message, ...values }: SvcPrefill): Promise<void> {
  core.prefill = { ...core.prefill, ...values }
  if (message && !core.store.draft()) core.store.setDraft(message)
  core.changed()
}

/** Keeps what the page tells the team about the visitor, and sends it if there is a chat. */
export async function setAttributes(core: Core, attributes: Record<string, string>): Promise<void> {
  core.store.changeMine((mine) => ({ attributes: { ...mine.attributes, ...attributes } }))
  await post(core, 'attributes', { attributes })
}
