import type { EmailPreset, EmailPresetId, EmailService, PutEmailService } from '../../../../../shared/email.ts'
import type { Header, RequestMethod } from '../../../../../shared/request.ts'

/** What the form edits. */
export type EmailDraft = {
  how: EmailPresetId | 'smtp' | 'custom'
  key: string
  from: string
  url: string
  method: RequestMethod
  headers: Header[]
  body: string
  smtp: {
    host: string
    port: number
    security: 'tls' | 'starttls' | 'none'
    user: string
    password: string
    from: string
  }
  enabled: boolean
  toVisitors: boolean
}

const noServer: EmailDraft['smtp'] = { host: '', port: 587, security: 'starttls', user: '', password: '', from: '' }
const exampleBody = `{
  "to": "{{email.to}}",
  "subject": "{{email.subject}}",
  "text": "{{email.text}}",
  "html": "{{email.html}}"
}`

/** The draft of a service, or of a new one. */
export function draftOf(service: EmailService | null): EmailDraft {
  const { smtp = null, preset = null } = service ?? {}
  return {
    how: service === null ? 'smtp' : smtp ? 'smtp' : (preset ?? 'custom'),
    key: '',
    from: '',
    url: service?.url ?? '',
    method: (service?.method as RequestMethod | undefined) ?? 'POST',
    headers: service?.headers ?? [],
    body: service && !smtp ? service.body : exampleBody,
    smtp: smtp
      ? { ...noServer, host: smtp.host, port: smtp.port, security: smtp.security, user: smtp.user, from: smtp.from }
      : noServer,
    enabled: service?.enabled ?? true,
    toVisitors: service?.toVisitors ?? true,
  }
}

/** The request that saves a draft. Of a stored preset, an empty sender keeps the body with the sender that it has. */
export function inputOf(draft: EmailDraft, service: EmailService | null): PutEmailService {
  const { how, enabled, toVisitors, smtp, url, method, body } = draft
  const more = { enabled, toVisitors, dashboardUrl: service?.dashboardUrl ?? '' }
  if (how === 'smtp') return { smtp, ...more }
  const headers = draft.headers.map(({ name, value, secret }) => ({ name, value, secret }))
  if (how === 'custom') return { url, method, headers, body, ...more }
  const isKept = service?.preset === how && draft.from === ''
  return {
    ...{ preset: how, key: draft.key, ...more },
    ...(isKept ? { body: service.body, url: service.url } : {}),
    ...(draft.from === '' ? {} : { from: draft.from }),
    ...(how === 'mailgun' && url !== '' ? { url } : {}),
  }
}

/** What a provider needs beside the key. */
export const presetOf = (presets: readonly EmailPreset[], how: EmailDraft['how']): EmailPreset | undefined =>
  presets.find(({ id }) => id === how)
