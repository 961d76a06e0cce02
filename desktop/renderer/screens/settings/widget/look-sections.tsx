import { Choices, Section } from '../../../form/fields.tsx'
import { TextField } from '../../../form/text-field.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { ColorField } from './color-field.tsx'
import type { Look } from './look.ts'

export type LookProps = { look: Look; change: (part: Partial<Look>) => void }

/** What the widget is called, and its colours. */
export function BrandSection({ look, change }: LookProps) {
  const { look: words } = useLaterWords()
  return (
    <Section title={words.brand}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        path="botName"
        value={look.botName}
        change={(botName) => change({ botName })}
      />
      <TextField
        label={words.avatar}
        hint={words.avatarHint}
        placeholder="https://"
        type="url"
        path="widget.brand.avatar"
        value={look.avatar}
        change={(avatar) => change({ avatar })}
      />
      <ColorField
        label={words.accent}
        hint={words.accentHint}
        path="accent"
        value={look.accent}
        change={(accent) => change({ accent })}
      />
      <Choices
        legend={words.theme}
        value={look.theme}
        choose={(theme) => change({ theme })}
        choices={[
          { value: 'auto', label: words.auto },
          { value: 'light', label: words.light },
          { value: 'dark', label: words.dark },
        ]}
      />
    </Section>
  )
}

/** What the widget says before the first message. */
export function GreetingSection({ look, change }: LookProps) {
  const { look: words } = useLaterWords()
  return (
    <Section title={words.greeting}>
      <TextField
        label={words.welcome}
        hint={words.welcomeHint}
        lines={3}
        path="welcomeMessage"
        value={look.welcomeMessage}
        change={(welcomeMessage) => change({ welcomeMessage })}
      />
      <h3>{words.questions}</h3>
      <TextList
        label={words.questions}
        one={words.question}
        add={words.addQuestion}
        empty={words.noQuestions}
        most={8}
        path="starterQuestions"
        items={look.starterQuestions}
        change={(starterQuestions) => change({ starterQuestions })}
      />
    </Section>
  )
}

/** What visitors are told of their data, and whether they have to agree. */
export function PrivacySection({ look, change }: LookProps) {
  const { look: words } = useLaterWords()
  return (
    <Section title={words.privacy}>
      <TextField
        label={words.privacyUrl}
        placeholder="https://"
        type="url"
        path="widget.privacyUrl"
        value={look.privacyUrl}
        change={(privacyUrl) => change({ privacyUrl })}
      />
      <Choices
        legend={words.consent}
        value={look.consent}
        choose={(consent) => change({ consent })}
        choices={[
          { value: 'none', label: words.consentNone },
          { value: 'notice', label: words.consentNotice, hint: words.consentNoticeHint },
          { value: 'required', label: words.consentRequired, hint: words.consentRequiredHint },
        ]}
      />
    </Section>
  )
}
