/** @jsxImportSource preact */
import { useAppear, useSteps } from './appear.ts'
import { Avatar } from './avatar.tsx'
import { useChat } from './chat-context.tsx'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'
import { presenceWords } from './state-words.ts'

/** Who answers, and the controls of the window and chat. */
export function Header() {
  const { stage, shown, state, words } = useChat()
  const { site, person } = state
  // The first text in a font takes longest to lay out.
  const drawn = useSteps(2)
  const leadsBack = useAppear(shown.screen === 'chat')
  return (
    <div class="head">
      {leadsBack && (
        <button
          type="button"
          class="icon-button"
          aria-label={words.home}
          title={words.home}
          onClick={() => stage.change({ screen: 'home', task: null })}
        >
          <Icon name="back" class="turns" />
        </button>
      )}
      <Avatar
        name={person ? person.name || words.team : site.botName}
        picture={person ? undefined : site.widget.brand?.avatar}
        isPerson={person !== null}
      />
      <div class="who">
        <p class="name" dir="auto">
          {site.botName}
        </p>
        <p class={`presence${person ? ' here' : ''}`} role="status">
          {drawn > 1 && presenceWords(state, words)}
        </p>
      </div>
      <Menu />
      {!stage.mounting.fill && (
        <button
          type="button"
          class="icon-button"
          aria-label={words.close}
          title={words.close}
          onClick={() => stage.close()}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}
