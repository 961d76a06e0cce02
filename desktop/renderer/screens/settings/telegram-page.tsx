import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Section, Switch } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useLaterWords } from '../../words/later-words.ts'
import styles from './telegram.module.css'
import { TelegramBot } from './telegram-bot.tsx'
import { type Bot, nameOf } from './telegram-facts.ts'

/** The Telegram settings of live chat. */
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

/** Applies immediately. Reverted if it is rejected. */
function Contact({ shared }: { shared: boolean }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { telegram: words, settings } = useLaterWords()
  const [chosen, setChosen] = useState<boolean>()
  const [status, setStatus] = useState('')
  const [refused, setRefused] = useState('')
  const choose = async (shareContact: boolean) => {
    if (chosen !== undefined) return
    setChosen(shareContact)
    setStatus('')
    setRefused('')
    try {
      const answer = await client.telegram.update.mutate({ site: site.id, shareContact })
      queries.setQueryData(keys.telegram(site.id), answer)
      setStatus(settings.saved)
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
        value={chosen ?? shared}
        change={(on) => void choose(on)}
      />
      <p role="status" className="muted said">
        {chosen === undefined ? status : settings.saving}
      </p>
      {refused && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
    </Section>
  )
}

/** How to connect a bot with the team's chat. */
function TelegramLink({ bot, code }: { bot: Bot; code: string }) {
  const { telegram } = useLaterWords()
  const words = telegram.link
  return (
    <Section title={words.title}>
      <ol className={`stack marked ${styles.steps}`}>
        <li>{words.group}</li>
        <li dir="auto">{words.admin(nameOf(bot))}</li>
        <li>
          {words.send}
          <Copyable label={words.command} text={`/link ${code}`} />
        </li>
      </ol>
      <p className="muted">{words.alone}</p>
    </Section>
  )
}
