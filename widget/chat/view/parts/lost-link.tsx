/** @jsxImportSource preact */
import { usePartChat } from '../chat-context.tsx'
import { Icon } from '../icon.tsx'

/** The link of an email did not continue a chat. Without a connection, it is tried again. */
export function LostLink() {
  const { state, words } = usePartChat()
  return (
    <div class="panel tone warning" role="alert">
      <Icon name="alert" />
      <p>{state.lostLink === 'over' ? words.linkOver : words.unreachable}</p>
    </div>
  )
}
