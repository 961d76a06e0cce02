import type { EmailPreset, EmailService } from '../../../../../shared/email.ts'
import { FormActions } from '../../../form/card-form.tsx'
import type { Draft } from '../../../form/draft.ts'
import { NumberField, SelectField, Switch, TextField } from '../../../form/fields.tsx'
import { Form } from '../../../form/form.tsx'
import { Away } from '../../../ui/external-link.tsx'
import { useEmailWords } from '../../../words/screen-words.ts'
import { CustomRequest } from '../webhooks/custom-request.tsx'
import { type EmailDraft, presetOf } from './email-draft.ts'

type Props = { draft: Draft<EmailDraft>; presets: EmailPreset[]; service: EmailService | null }

/** The form of the email service: a provider, a mail server, or a request of one's own. */
export function EmailForm({ draft, presets, service }: Props) {
  const words = useEmailWords()
  const { how } = draft.value
  const preset = presetOf(presets, how)
  return (
    <Form draft={draft} noValidate className="stack gap-4">
      <SelectField
        label={words.how}
        path="how"
        choices={[
          ['smtp', words.smtp],
          ...presets.map(({ id, name }) => [id, name] as const),
          ['custom', words.custom],
        ]}
      />
      {preset && <Provider preset={preset} isStored={service?.preset === preset.id} />}
      {how === 'smtp' && <Server isStored={service?.smtp?.passwordSet ?? false} />}
      {how === 'custom' && (
        <>
          <TextField label={words.url} path="url" type="url" placeholder="https://" maxLength={2000} />
          <CustomRequest placeholders={placeholders} />
        </>
      )}
      <Switch label={words.enabled} path="enabled" />
      <Switch label={words.toVisitors} hint={words.toVisitorsHint} path="toVisitors" />
      <FormActions saving={draft.saving} close={draft.discard} />
    </Form>
  )
}

const placeholders = ['to', 'subject', 'text', 'html', 'headers', 'headerList'].map((name) => ({
  text: `{{email.${name}}}`,
  value: '',
}))

function Provider({ preset: { id, name, key, docs }, isStored }: { preset: EmailPreset; isStored: boolean }) {
  const words = useEmailWords()
  return (
    <>
      <TextField
        label={`${words.key}: ${key.label}`}
        path="key"
        type="password"
        autoComplete="new-password"
        maxLength={2000}
        {...(isStored && { placeholder: words.keyKept })}
      />
      <TextField
        label={words.from}
        hint={words.fromHint}
        path="from"
        maxLength={320}
        {...(isStored && { placeholder: words.fromKept })}
      />
      {id === 'mailgun' && (
        <TextField label={words.url} hint={words.urlMailgun} path="url" type="url" maxLength={2000} />
      )}
      <Away address={docs}>{words.docs(name)}</Away>
    </>
  )
}

function Server({ isStored }: { isStored: boolean }) {
  const words = useEmailWords()
  return (
    <>
      <TextField label={words.host} path="smtp.host" type="code" hint={words.privateHint} maxLength={253} />
      <NumberField label={words.port} path="smtp.port" min={1} max={65_535} />
      <SelectField label={words.security} path="smtp.security" choices={words.securities} />
      <TextField label={words.user} path="smtp.user" type="code" autoComplete="off" maxLength={320} />
      <TextField
        label={words.password}
        path="smtp.password"
        type="password"
        autoComplete="new-password"
        maxLength={2000}
        {...(isStored && { placeholder: words.keyKept })}
      />
      <TextField label={words.from} hint={words.fromHint} path="smtp.from" maxLength={320} />
    </>
  )
}
