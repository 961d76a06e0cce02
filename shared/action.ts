import { z } from 'zod'
import { Email, WebUrl } from './address.ts'
import { exact, line } from './text.ts'

const common = { id: line(64, 1), label: line(200, 1) }

/** A button on a card or a shortcut on the home screen. `kind` determines the target field. */
export const Action = z
  .discriminatedUnion('kind', [
    z.object({ ...common, kind: z.literal('reply'), value: exact(1000, 1) }),
    z.object({ ...common, kind: z.literal('url'), url: WebUrl }),
    z.object({ ...common, kind: z.literal('tel'), phone: line(40, 1) }),
    z.object({ ...common, kind: z.literal('email'), email: Email }),
    z.object({ ...common, kind: z.literal('form'), form: line(64, 1).describe('Id of a form.') }),
    z.object({ ...common, kind: z.literal('flow'), flow: line(64, 1).describe('Id of a flow.') }),
  ])
  .meta({ id: 'Action', description: 'A button. `kind` determines what it does and which target field it has.' })
export type Action = z.infer<typeof Action>

/** The target of an action as text, for clients without buttons. Empty if it has no external target. */
export function actionTarget(action: Action): string {
  if (action.kind === 'url') return action.url
  if (action.kind === 'tel') return action.phone
  return action.kind === 'email' ? action.email : ''
}
