/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { inOneLine } from '../../../shared/markdown.ts'
import { useChat } from './chat-context.tsx'
import { Icon } from './icon.tsx'
import { Later } from './later.ts'
import { hasConversation } from './stage.ts'

/** How many questions are shown: fewer beside shortcuts, which the owner chose. */
const maxStarters = 4
const maxBesideShortcuts = 2

/** The first screen: a greeting, and everything that can be done without writing. */
export function Home() {
  const { stage, shown, state, words } = useChat()
  const { bookings, home, starterQuestions, welcomeMessage } = state.site
  return (
    <div class="home" hidden={shown.screen !== 'home'}>
      <div class="greeting">
        <h2 dir="auto">{home.title || welcomeMessage || words.greeting}</h2>
        <p dir="auto">{home.subtitle || (home.title && welcomeMessage)}</p>
      </div>
      {hasConversation(state) && <GoOn />}
      {home.shortcuts.length > 0 && <Later part="Shortcuts" />}
      {bookings && <Later part="BookingRow" />}
      {starterQuestions.length > 0 && (
        <ul class="panel rows" aria-label={words.starters}>
          {starterQuestions.slice(0, home.shortcuts.length > 0 ? maxBesideShortcuts : maxStarters).map((question) => (
            <li key={question}>
              <button type="button" class="row" onClick={() => stage.begin(() => stage.talk.send(question))}>
                <span class="grow" dir="auto">
                  {question}
                </span>
                <Icon name="on" class="turns" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {home.links && home.links.items.length > 0 && <Later part="HomeLinks" />}
      <Details />
      <p class="line">{words.assistantNotice}</p>
    </div>
  )
}

/** Continues the conversation. */
function GoOn() {
  const { stage, state, words } = useChat()
  const last = state.entries.findLast((entry) => 'text' in entry && entry.text)
  return (
    <button type="button" class="panel row go-on" onClick={() => stage.change({ screen: 'chat' })}>
      <Icon name="chat" />
      <span class="grow">
        {words.goOn}
        {last && 'text' in last && (
          <span class="aside one-line" dir="auto">
            {last.role === 'agent' ? inOneLine(last.text ?? '') : last.text}
          </span>
        )}
      </span>
      {state.unread > 0 && <span class="badge">{state.unread}</span>}
      <Icon name="on" class="turns" />
    </button>
  )
}

/** Optional details that visitors can leave before the first message. */
function Details() {
  const { state, words } = useChat()
  const [isOpen, setOpen] = useState(false)
  const { enabled, fields } = state.site.form
  if (!state.asksDetails || !enabled || fields.length === 0 || hasConversation(state)) return null
  if (!isOpen)
    return (
      <button type="button" class="panel row" onClick={() => setOpen(true)}>
        <Icon name="person" />
        <span class="grow">{words.leaveDetails}</span>
        <Icon name="on" class="turns" />
      </button>
    )
  return <Later part="DetailsForm" leave={() => setOpen(false)} />
}
