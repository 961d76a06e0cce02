import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { toast } from '../../ui/toast.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { type Bot, nameOf } from './telegram-facts.ts'

type Props = { bot: Bot; linked: boolean; renew: () => void }

/** Tests, renews or removes the Telegram connection. */
export function TelegramActions({ bot, linked, renew }: Props) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { telegram: words } = useLaterWords()
  const { testing, result, test } = useTest(linked)
  const name = nameOf(bot)
  const disconnect = async () => {
    await client.telegram.disconnect.mutate({ site: site.id })
    toast(words.disconnected(name))
    await queries.invalidateQueries({ queryKey: keys.telegram(site.id) })
  }
  return (
    <>
      <div className="cluster">
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
        {result}
      </p>
      <small>{words.disconnectHint}</small>
    </>
  )
}

/** Tests the connection, shows the result, and refetches its problems. */
function useTest(linked: boolean) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { telegram: words } = useLaterWords()
  const [testing, setTesting] = useState(false)
  const [result, setResult] = useState('')
  const test = async () => {
    setTesting(true)
    setResult('')
    try {
      const { ok } = await client.telegram.test.mutate({ site: site.id })
      await queries.invalidateQueries({ queryKey: keys.telegram(site.id) })
      if (!ok) setResult(words.testFailed)
      else setResult(linked ? words.tested : words.testedUnlinked)
    } catch (error) {
      setResult(words.testNotSent(wordsOf(error)))
    }
    setTesting(false)
  }
  return { testing, result, test }
}
