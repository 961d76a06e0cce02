/** @jsxImportSource preact */
import { useChat } from '../chat-context.tsx'
import { MoreIcon, type MoreIconName } from './more-icon.tsx'
import { saveFile } from './save-file.ts'

/** A new chat, this one as a file, and this one deleted. */
export function MenuItems({ leave }: { leave: () => void }) {
  const { stage, state, words } = useChat()
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
