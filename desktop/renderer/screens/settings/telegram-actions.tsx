import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wordsOf } from '../../app/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { toast } from '../../ui/toast.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { type Bot, nameOf } from './telegram-facts.ts'

type Props = { bot: Bot; linked: boolean; renew: () => void }

/** Tests, renews or ends the way to Telegram. */
export function TelegramActions({ bot, linked, renew }: Props) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { telegram: words } = useLaterWords()
  const { testing, said, test } = useTest(linked)
  const name = nameOf(bot)
  const disconnect = async () => {
    await client.telegram.disconnect.mutate({ site: site.id })
    toast(words.disconnected(name))
    await queries.invalidateQueries({ queryKey: keys.telegram(site.id) })
  }
  return (
    <>
      <div className="settings-actions">
        <button type="button" onClick={() => void test()} disabled={testing}>
          {testing ? words.testing : words.test}
        </button>
        <button type="button" className="quiet" onClick={renew}>
          {words.newToken}
        </button>
        <RemoveButton
          words={words.disconnect}
          label={words.disconnectOne(name)}
          sure={words.disconnectNow}
          hint={words.disconnectHint}
          remove={disconnect}
        />
      </div>
      <p role="status" className="muted said">
        {said}
      </p>
      <small>{words.disconnectHint}</small>
    </>
  )
}

/** Tests it, and says in words what came of it; what is wrong is then read anew. */
function useTest(linked: boolean) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { telegram: words } = useLaterWords()
  const [testing, setTesting] = useState(false)
  const [said, setSaid] = useState('')
  const test = async () => {
    setTesting(true)
    setSaid('')
    try {
      const { ok } = await client.telegram.test.mutate({ site: site.id })
      await queries.invalidateQueries({ queryKey: keys.telegram(site.id) })
      if (!ok) setSaid(words.testFailed)
      else setSaid(linked ? words.tested : words.testedUnlinked)
    } catch (error) {
      setSaid(words.testNotSent(wordsOf(error)))
    }
    setTesting(false)
  }
  return { testing, said, test }
}
