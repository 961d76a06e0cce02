import { z } from 'zod'
import { Email, WebUrl } from './address.ts'
import { exact, line } from './text.ts'

const common = { id: line(64, 1), label: line(200, 1) }

/** A button of a card or a shortcut of the home screen. `kind` tells what it does, and so which target it has. */
export const Action = z
  .discriminatedUnion('kind', [
    z.object({ ...common, kind: z.literal('reply'), value: exact(1000, 1) }),
    z.object({ ...common, kind: z.literal('url'), url: WebUrl }),
    z.object({ ...common, kind: z.literal('tel'), phone: line(40, 1) }),
    z.object({ ...common, kind: z.literal('email'), email: Email }),
    z.object({ ...common, kind: z.literal('form'), form: line(64, 1).describe('The id of a form.') }),
    z.object({ ...common, kind: z.literal('flow'), flow: line(64, 1).describe('The id of a flow.') }),
  ])
  .meta({ id: 'Action', description: 'A button: `kind` says what it does and which target field it has.' })
export type Action = z.infer<typeof Action>

/** Where an action leads, in words for a client that cannot show a button; empty where it leads nowhere outside. */
export function actionTarget(action: Action): string {
  if (action.kind === 'url') return action.url
  if (action.kind === 'tel') return action.phone
  return action.kind === 'email' ? action.email : ''
}
