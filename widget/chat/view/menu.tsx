/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks'
import { useAppear } from './appear.ts'
import { useChat } from './chat-context.tsx'
import { Icon } from './icon.tsx'
import { Later } from './later.ts'

/** Actions on the whole chat. Empty before the first message. */
export function Menu() {
  const { state, words } = useChat()
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const isThere = useAppear(Boolean(state.conversation) || state.entries.length > 0)
  if (!isThere) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the Escape of the buttons in it
    <div class="menu" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="icon-button"
        aria-label={words.more}
        title={words.more}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && <Later part="MenuItems" menu={root} leave={() => setOpen(false)} />}
    </div>
  )
}
