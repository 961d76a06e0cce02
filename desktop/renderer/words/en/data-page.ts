import type { Widen } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** Retention and rate limits. */
export const dataPage = {
  retention: 'Retention',
  retentionHint:
    'Older records are deleted automatically within two hours. A conversation’s age counts from its last message.',
  kinds: {
    conversations: 'Delete old conversations',
    leads: 'Delete old contacts',
    callbacks: 'Delete old callbacks that are done or dismissed',
    traces: 'Delete old reply traces',
  },
  kindHints: {
    conversations: 'With their messages and notes. One whose callback is open stays.',
    leads: 'In which nothing changed since, who have not written since, and whose callbacks are done.',
    callbacks: 'The conversation stays.',
    traces: 'Replies stay, without “Why this answer”.',
  },
  days: {
    conversations: 'Conversations: days',
    leads: 'Contacts: days',
    callbacks: 'Callbacks: days',
    traces: 'Traces of replies: days',
  },
  audit: 'The audit log: days',
  wouldGo: (count: number) => plural(count, { other: '# would be deleted now.' }),
  visitors: 'Visitors',
  limits: {
    messagesPerSitePerDay: 'Messages of all visitors a day',
    messagesPerSession: 'Messages in one conversation',
    maxMessageLength: 'Characters in one message',
    messagesPerIpPerMinute: 'Messages from one address a minute',
    apiRequestsPerKeyPerMinute: 'Requests of one key a minute',
    apiKeysPerSite: 'Active keys',
  },
  api: 'API',
  signIn: 'Signing in',
  attemptsPerIp: 'Tries from one address',
  attemptsPerAccount: 'Tries at one account',
  windowMinutes: 'Minutes in which these tries count',
  sessionTtlHours: 'Hours that a person stays signed in',
  captcha: 'Ask for the bot challenge',
  captchaHint: 'Before a person signs in.',
  demo: {
    title: 'Demo data',
    hint: 'The demo comes with six weeks of made-up conversations, so that every screen has something to show.',
    found: (conversations: number, contacts: number) =>
      `${plural(conversations, { one: '# conversation', other: '# conversations' })} and ${plural(contacts, { one: '# contact', other: '# contacts' })}.`,
    making: (found: string) => `${found} More are being added.`,
    removing: 'The demo data is being deleted.',
    remove: 'Delete demo data',
    sure: 'Delete for good',
    removed: (conversations: number) =>
      `${plural(conversations, { one: '# conversation', other: '# conversations' })} deleted. What real visitors wrote is still there.`,
  },
  captchaNone: 'None is set up: it needs Turnstile’s keys in the configuration of the server.',
}
export type DataPageWords = Widen<typeof dataPage>
