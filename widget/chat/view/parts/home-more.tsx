/** @jsxImportSource preact */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Shortcut } from '../../../../shared/home.ts'
import { usePartChat } from '../chat-context.tsx'
import { ActionButton } from './action-button.tsx'
import { Form } from './form.tsx'
import { LinkList } from './link-list.tsx'
import { isMoreIcon, MoreIcon, type MoreIconName } from './more-icon.tsx'

/** The owner's shortcuts on the first screen. */
export function Shortcuts() {
  const { state, words } = usePartChat()
  return (
    <ul class="shortcuts" aria-label={words.shortcuts}>
      {state.site.home.shortcuts.map((shortcut) => (
        <ShortcutButton key={shortcut.id} shortcut={shortcut} />
      ))}
    </ul>
  )
}

/** Links to pages on the first screen. */
export function HomeLinks() {
  const { state, words } = usePartChat()
  const { title = '', items = [] } = state.site.home.links ?? {}
  return (
    <section class="panel links" aria-label={title || words.links}>
      <p class="heading" dir="auto">
        {title || words.links}
      </p>
      <LinkList items={items} />
    </section>
  )
}

/** Optional details that the visitor can leave before the first message. */
export function DetailsForm({ leave }: { leave: () => void }) {
  const { stage, state, words } = usePartChat()
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => root.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), [])
  return (
    <div ref={root}>
      <Form
        title={words.leaveDetails}
        fields={state.site.form.fields}
        submitLabel={words.saveDetails}
        submit={(answers) => stage.talk.giveDetails(answers)}
        cancel={leave}
      />
    </div>
  )
}

const icons: Record<Shortcut['action']['kind'], MoreIconName> = {
  reply: 'chat',
  url: 'away',
  tel: 'phone',
  email: 'mail',
  form: 'document',
  flow: 'help',
}

function ShortcutButton({ shortcut: { label, description, icon, action } }: { shortcut: Shortcut }) {
  const { stage } = usePartChat()
  return (
    <li>
      <ActionButton action={action} class="shortcut" reply={(value) => stage.begin(() => stage.talk.send(value))}>
        <MoreIcon name={isMoreIcon(icon) ? icon : icons[action.kind]} />
        <span dir="auto">{label}</span>
        {description && (
          <span class="aside" dir="auto">
            {description}
          </span>
        )}
      </ActionButton>
    </li>
  )
}
