/** @jsxImportSource preact */
import { useEffect } from 'preact/hooks'
import { useChat } from '../chat-context.tsx'
import { MoreIcon, type MoreIconName } from './more-icon.tsx'
import { saveFile } from './save-file.ts'

type Held = { current: HTMLElement | null }

/** A new chat, this one as a file, and this one deleted. */
export function MenuItems({ menu, leave }: { menu: Held; leave: () => void }) {
  const { stage, state, words } = useChat()
  useOutside(menu, leave)
  const begin = () => {
    stage.talk.end()
    stage.change({ screen: 'home', task: null })
  }
  const save = async () => saveFile(await stage.talk.transcript(), `${state.site.id}-chat.txt`)
  const items: [icon: MoreIconName, label: string, run: () => void][] = [
    ['add', words.newChat, begin],
    ['save', words.transcript, save],
    ['erase', words.erase, () => stage.change({ asksErase: true })],
  ]
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

/** Leaves once something is pressed elsewhere in the window, or the focus goes there. */
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
