/** @jsxImportSource preact */
import { useEffect } from 'preact/hooks'
import { usePartChat } from '../chat-context.tsx'
import { openBooking } from './booking-part.tsx'
import { MoreIcon, type MoreIconName } from './more-icon.tsx'
import { saveBlob } from './save-blob.ts'

type Held = { current: HTMLElement | null }
type Item = [icon: MoreIconName, label: string, run: () => void]

/** End a chat with the team, start a new chat, download this one, have it emailed, delete it. */
export function MenuItems({ menu, leave }: { menu: Held; leave: () => void }) {
  const { stage, state, words } = usePartChat()
  useOutside(menu, leave)
  const begin = () => {
    stage.talk.end()
    stage.change({ screen: 'home', task: null })
  }
  const save = async () => {
    const text = await stage.talk.transcript()
    saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), `${state.site.id}-chat.txt`)
  }
  const items: Item[] = [
    ['add', words.newChat, begin],
    ['save', words.transcript, save],
    ...(state.site.emails ? [['mail', words.emailChat, () => stage.change({ asks: 'email' })] as Item] : []),
    ['erase', words.erase, () => stage.change({ asks: 'erase' })],
  ]
  const { bookings } = state.site
  if (bookings) items.unshift(['calendar', bookings.label || words.book, () => openBooking(stage)])
  if (state.person) items.unshift(['stop', words.leaveChat, () => stage.change({ asks: 'leave' })])
  return (
    <ul class="rows floats">
      {items.map(([icon, label, run]) => (
        <li key={icon}>
          <button
            type="button"
            class="row"
            onClick={() => {
              leave()
              run()
            }}
          >
            <MoreIcon name={icon} />
            <span class="grow">{label}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Closes when something else in the window is pressed or focused. */
function useOutside(menu: Held, leave: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it listens for as long as it is shown
  useEffect(() => {
    const window = menu.current!.getRootNode()
    const look = (event: Event) => !menu.current?.contains(event.target as Node) && leave()
    window.addEventListener('pointerdown', look)
    window.addEventListener('focusin', look)
    return () => {
      window.removeEventListener('pointerdown', look)
      window.removeEventListener('focusin', look)
    }
  }, [])
}
