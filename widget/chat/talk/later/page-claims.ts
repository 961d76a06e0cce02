import type { SvcPrefill } from '../../../api.ts'
import type { Core } from '../core.ts'

/** Keeps what forms begin with. The message is written into the box, unless the visitor has written there. */
export async function prefill(core: Core, { message, ...values }: SvcPrefill): Promise<void> {
  core.prefill = { ...core.prefill, ...values }
  if (message && !core.store.draft()) core.store.setDraft(message)
  core.changed()
}
