import { Section } from '../../form/fields.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { useLaterWords } from '../../words/later-words.ts'
import { type Bot, nameOf } from './telegram-facts.ts'

/** How a bot that is connected gets to know the team's chat. */
export function TelegramLink({ bot, code }: { bot: Bot; code: string }) {
  const { telegram } = useLaterWords()
  const words = telegram.link
  return (
    <Section title={words.title}>
      <ol className="telegram-steps">
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
