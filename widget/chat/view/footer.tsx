/** @jsxImportSource preact */
import { PrivacyLink } from './away.tsx'
import { useChat } from './chat-context.tsx'
import { Icon } from './icon.tsx'
import { asksFirst, hasBegun } from './stage.ts'

/** Below the box: a person, what happens with what is written, and what this runs on. */
export function Footer() {
  const { stage, state, words } = useChat()
  const { site, person, queue } = state
  // Where nobody can come, a form asks how the team can call.
  const offersPerson = !person && !queue && !asksFirst(state) && (site.live || site.form.enabled)
  const ask = site.live ? words.talkToPerson : words.askForCall
  return (
    <div class="ending">
      {site.consent !== 'none' && !hasBegun(state) && <p class="small">{words.consentNotice}</p>}
      <p class="small ends">
        {offersPerson && (
          <button type="button" class="quiet" onClick={() => stage.begin(() => stage.talk.askForPerson(ask))}>
            <Icon name="person" />
            {ask}
          </button>
        )}
        <span class="ends-last">
          <PrivacyLink />
          <span>{words.poweredBy}</span>
        </span>
      </p>
    </div>
  )
}
