import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wordsOf } from '../../app/connection.ts'
import { Section, Switch } from '../../form/fields.tsx'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useLaterWords } from '../../words/later-words.ts'
import { TelegramBot } from './telegram-bot.tsx'
import { TelegramLink } from './telegram-link.tsx'
import './telegram.css'

/** How live chats are answered from Telegram. */
export function TelegramPage() {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: keys.telegram(site.id),
    queryFn: () => client.telegram.get.query({ site: site.id }),
  })
  return (
    <QueryBoundary query={query}>
      {(telegram) => (
        <>
          <TelegramBot telegram={telegram} />
          {telegram.bot && telegram.linkCode !== null && <TelegramLink bot={telegram.bot} code={telegram.linkCode} />}
          <Contact shared={telegram.shareContact} />
        </>
      )}
    </QueryBoundary>
  )
}

/** Holds at once. Refused, it stands as it was. */
function Contact({ shared }: { shared: boolean }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { telegram: words, settings } = useLaterWords()
  const [chosen, setChosen] = useState<boolean>()
  const [said, setSaid] = useState('')
  const [refused, setRefused] = useState('')
  const choose = async (shareContact: boolean) => {
    if (chosen !== undefined) return
    setChosen(shareContact)
    setSaid('')
    setRefused('')
    try {
      const answer = await client.telegram.update.mutate({ site: site.id, shareContact })
      queries.setQueryData(keys.telegram(site.id), answer)
      setSaid(settings.saved)
    } catch (error) {
      setRefused(settings.notSaved(wordsOf(error)))
    }
    setChosen(undefined)
  }
  return (
    <Section title={words.contact}>
      <Switch
        label={words.shareContact}
        hint={words.shareContactHint}
        on={chosen ?? shared}
        change={(on) => void choose(on)}
      />
      <p role="status" className="muted said">
        {chosen === undefined ? said : settings.saving}
      </p>
      {refused && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
    </Section>
  )
}
