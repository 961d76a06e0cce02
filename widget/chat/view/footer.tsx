/** @jsxImportSource preact */

import { useChat } from './chat-context.tsx'
import { PrivacyLink } from './external-link.tsx'
import { Icon } from './icon.tsx'
import { asksFirst, hasConversation } from './stage.ts'

/** Below the box: asking for a person, privacy, and the product name. */
export function Footer() {
  const { stage, state, words } = useChat()
  const { site, person, queue } = state
  // If nobody is available, a form asks how to call back.
  const offersPerson = !person && !queue && !asksFirst(state) && (site.live || site.form.enabled)
  const ask = site.live ? words.talkToPerson : words.askForCall
  return (
    <div class="ending">
      {site.consent !== 'none' && !hasConversation(state) && <p class="small">{words.consentNotice}</p>}
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
