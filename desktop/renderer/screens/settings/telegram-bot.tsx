import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Telegram } from '../../../../shared/telegram.ts'
import { Section } from '../../form/fields.tsx'
import { Ago } from '../../ui/ago.tsx'
import { failureText } from '../../words/failure-words.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { useFailureWords } from '../../words/screen-words.ts'
import styles from './telegram.module.css'
import { TelegramActions } from './telegram-actions.tsx'
import { type Bot, nameOf, remedyFor } from './telegram-facts.ts'
import { TelegramToken } from './telegram-token.tsx'

/** The bot and its chat: their state and actions. */
export function TelegramBot({ telegram }: { telegram: Telegram }) {
  const { telegram: words } = useLaterWords()
  const { bot, linked, status, lastError } = telegram
  return (
    <Section title={words.bot} hint={words.intro} aside={<Health telegram={telegram} />}>
      <TelegramState telegram={telegram} />
      {status === 'error' && lastError !== null && <Fault telegram={telegram} sentence={lastError} />}
      {/* Test results belong to one chat. */}
      {bot ? <Doings key={String(linked)} bot={bot} linked={linked} /> : <TelegramToken />}
    </Section>
  )
}

function Doings({ bot, linked }: { bot: Bot; linked: boolean }) {
  const [renewing, setRenewing] = useState(false)
  if (renewing) return <TelegramToken close={() => setRenewing(false)} />
  return <TelegramActions bot={bot} linked={linked} renew={() => setRenewing(true)} />
}

type Props = { telegram: Telegram }

function Health({ telegram: { status, linked } }: Props) {
  const { telegram: words } = useLaterWords()
  if (status === 'error') return <span className={styles.fails}>{words.fails}</span>
  return linked ? <span className="open-now">{words.works}</span> : null
}

function TelegramState({ telegram: { bot, chat } }: Props) {
  const { telegram: words } = useLaterWords()
  if (!bot) return <p role="status">{words.notConnected}</p>
  const about = chat && `${words.through(nameOf(bot))} ${chat.topics ? words.topics : words.noTopics}`
  return (
    <div role="status">
      <p>
        {chat ? words.linkedTo : words.connectedAs} <bdi className={styles.name}>{chat ? chat.title : nameOf(bot)}</bdi>
      </p>
      <p className="muted" dir="auto">
        {about ?? words.notLinked}
      </p>
    </div>
  )
}

function Fault({ telegram, sentence }: Props & { sentence: string }) {
  const { telegram: words } = useLaterWords()
  const failures = useFailureWords()
  const { reason, updatedAt: at } = telegram
  return (
    <div className={`stack ${styles.fault}`} role="alert">
      <p className="error">
        <CircleAlert size={16} aria-hidden="true" />
        <bdi>{failureText(telegram, sentence, failures)}</bdi>
      </p>
      <p>{words.remedy[remedyFor(reason)]}</p>
      {at !== null && (
        <p className="muted">
          <Ago at={at} text={words.asOf} />
        </p>
      )}
    </div>
  )
}
