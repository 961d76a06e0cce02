/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { Action } from '../../../../shared/action.ts'
import { safeAddress } from '../../../../shared/safe-address.ts'
import { usePartChat } from '../chat-context.tsx'
import { ExternalLink } from '../external-link.tsx'
import type { Stage } from '../stage.ts'

type Props = { action: Action; class: string; reply: (value: string) => void; children: ComponentChildren }

/** The control for an action: a link if its target is external, otherwise a button. */
export function ActionButton({ action, class: className, reply, children }: Props) {
  const { stage } = usePartChat()
  const address = addressOf(action)
  if (!address)
    return (
      <button type="button" class={className} onClick={() => run(stage, action, reply)}>
        {children}
      </button>
    )
  return (
    <ExternalLink address={address} class={className}>
      {children}
    </ExternalLink>
  )
}

function addressOf(action: Action): string | undefined {
  if (action.kind === 'url') return safeAddress(action.url)
  if (action.kind === 'tel') return safeAddress(`tel:${action.phone.replace(/[^\d+*#,;]/g, '')}`)
  return action.kind === 'email' ? safeAddress(`mailto:${encodeURIComponent(action.email)}`) : undefined
}

/** Replies, or opens a flow or form of the site. An unknown one is sent as its id. */
function run(stage: Stage, action: Action, reply: (value: string) => void) {
  const { flows, forms } = stage.talk.state.site.widget
  const flow = action.kind === 'flow' && flows?.find(({ id }) => id === action.flow)
  const form = action.kind === 'form' && forms?.find(({ id }) => id === action.form)
  if (flow) return stage.change({ screen: 'chat', task: { kind: 'flow', flow } })
  if (form) return stage.change({ screen: 'chat', task: { kind: 'form', form } })
  reply(action.kind === 'reply' ? action.value : action.label)
}
