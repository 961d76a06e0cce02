/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { Action } from '../../../../shared/action.ts'
import { Away } from '../away.tsx'
import { useChat } from '../chat-context.tsx'
import { safeAddress } from '../safe-address.ts'
import type { Stage } from '../stage.ts'

type Props = { action: Action; class: string; reply: (value: string) => void; children: ComponentChildren }

/** What an action is pressed by: a link where it leads outside, else a button. */
export function ActionButton({ action, class: className, reply, children }: Props) {
  const { stage } = useChat()
  const address = addressOf(action)
  if (!address)
    return (
      <button type="button" class={className} onClick={() => run(stage, action, reply)}>
        {children}
      </button>
    )
  return (
    <Away address={address} class={className}>
      {children}
    </Away>
  )
}

function addressOf(action: Action): string | undefined {
  if (action.kind === 'url') return safeAddress(action.url)
  if (action.kind === 'tel') return safeAddress(`tel:${action.phone.replace(/[^\d+*#,;]/g, '')}`)
  return action.kind === 'email' ? safeAddress(`mailto:${encodeURIComponent(action.email)}`) : undefined
}

/** Replies, or opens a flow or form of the site; one that the site does not have is told by its id. */
function run(stage: Stage, action: Action, reply: (value: string) => void) {
  const { flows, forms } = stage.talk.state.site.widget
  const flow = action.kind === 'flow' && flows?.find(({ id }) => id === action.flow)
  const form = action.kind === 'form' && forms?.find(({ id }) => id === action.form)
  if (flow) return stage.change({ screen: 'chat', task: { kind: 'flow', flow } })
  if (form) return stage.change({ screen: 'chat', task: { kind: 'form', form } })
  reply(action.kind === 'reply' ? action.value : action.label)
}
