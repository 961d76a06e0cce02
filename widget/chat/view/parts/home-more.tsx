/** @jsxImportSource preact */
import type { Shortcut } from '../../../../shared/home.ts'
import { useChat } from '../chat-context.tsx'
import { ActionButton } from './action-button.tsx'
import { Form } from './form.tsx'
import { LinkList } from './link-list.tsx'
import { isMoreIcon, MoreIcon, type MoreIconName } from './more-icon.tsx'

/** What a site offers on the first screen beside questions: shortcuts, and links to its pages. */
export function HomeMore() {
  const { state, words } = useChat()
  const { shortcuts, links } = state.site.home
  return (
    <>
      {shortcuts.length > 0 && (
        <ul class="shortcuts" aria-label={words.shortcuts}>
          {shortcuts.map((shortcut) => (
            <ShortcutButton key={shortcut.id} shortcut={shortcut} />
          ))}
        </ul>
      )}
      {links && links.items.length > 0 && (
        <section class="panel links" aria-label={links.title || words.links}>
          <p class="heading" dir="auto">
            {links.title || words.links}
          </p>
          <LinkList items={links.items} />
        </section>
      )}
    </>
  )
}

/** Details that the visitor leaves before the first message, and need not. */
export function DetailsForm({ leave }: { leave: () => void }) {
  const { stage, state, words } = useChat()
  return (
    <Form
      title={words.leaveDetails}
      fields={state.site.form.fields}
      submitLabel={words.saveDetails}
      submit={(answers) => stage.talk.giveDetails(answers)}
      cancel={leave}
    />
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
  const { stage } = useChat()
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
