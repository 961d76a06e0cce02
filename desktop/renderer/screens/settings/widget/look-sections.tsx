import { Choices, Section, Switch, TextField } from '../../../form/fields.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { ColorField } from './color-field.tsx'

/** The widget's name and colours. */
export function BrandSection() {
  const { look: words } = useLaterWords()
  return (
    <Section title={words.brand}>
      <TextField label={words.name} hint={words.nameHint} path="botName" />
      <TextField
        label={words.avatar}
        hint={words.avatarHint}
        path="widget.brand.avatar"
        placeholder="https://"
        type="url"
      />
      <ColorField label={words.accent} hint={words.accentHint} path="accent" />
      <Choices
        legend={words.theme}
        path="widget.brand.theme"
        choices={[
          { value: 'auto', label: words.auto },
          { value: 'light', label: words.light },
          { value: 'dark', label: words.dark },
        ]}
      />
    </Section>
  )
}

/** The texts before the first message. */
export function GreetingSection() {
  const { look: words } = useLaterWords()
  return (
    <Section title={words.greeting}>
      <TextField label={words.welcome} hint={words.welcomeHint} path="welcomeMessage" lines={3} />
      <h3>{words.questions}</h3>
      <TextList
        label={words.questions}
        one={words.question}
        add={words.addQuestion}
        empty={words.noQuestions}
        max={8}
        path="starterQuestions"
      />
    </Section>
  )
}

/** How visitors notice replies while they do not see the chat. */
export function AttentionSection() {
  const { look: words } = useLaterWords()
  return (
    <Section title={words.attention} hint={words.attentionHint}>
      <Switch label={words.sound} hint={words.soundHint} path="widget.sound" />
    </Section>
  )
}

/** The privacy notice, and whether consent is required. */
export function PrivacySection() {
  const { look: words } = useLaterWords()
  return (
    <Section title={words.privacy}>
      <TextField label={words.privacyUrl} path="widget.privacyUrl" placeholder="https://" type="url" />
      <Choices
        legend={words.consent}
        path="widget.consent"
        choices={[
          { value: 'none', label: words.consentNone },
          { value: 'notice', label: words.consentNotice, hint: words.consentNoticeHint },
          { value: 'required', label: words.consentRequired, hint: words.consentRequiredHint },
        ]}
      />
    </Section>
  )
}
