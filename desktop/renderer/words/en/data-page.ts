import type { Widen } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** How long what was said is kept, and how much may be asked. */
export const dataPage = {
  retention: 'How long it is kept',
  retentionHint:
    'What is older is deleted for good, by itself, within an hour or two. A conversation counts from its last message.',
  kinds: {
    conversations: 'Delete old conversations',
    leads: 'Delete old contacts',
    callbacks: 'Delete old callbacks that are done or dismissed',
    traces: 'Delete how old replies came about',
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
    traces: 'How replies came about: days',
  },
  audit: 'The audit log: days',
  wouldGo: (count: number) => plural(count, { other: '# would go now.' }),
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
    title: 'The demo’s history',
    hint: 'The demo begins with some weeks that never happened, so that there is something to look at.',
    found: (conversations: number, contacts: number) =>
      `Invented: ${plural(conversations, { one: '# conversation', other: '# conversations' })} and ${plural(contacts, { one: '# contact', other: '# contacts' })}.`,
    making: (found: string) => `${found} More are being made.`,
    removing: 'What is invented is being removed.',
    remove: 'Remove what is invented',
    sure: 'Remove for good',
    removed: (conversations: number) =>
      `${plural(conversations, { one: '# conversation', other: '# conversations' })} removed. What real visitors wrote is still there.`,
  },
  captchaNone: 'None is set up: it needs Turnstile’s keys in the configuration of the server.',
}
export type DataPageWords = Widen<typeof dataPage>
