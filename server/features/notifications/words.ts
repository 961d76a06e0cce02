import type { EmailKind } from '../../../shared/email.ts'

/** The texts of emails to the team. */
export type EmailWords = {
  language: 'en' | 'de'
  testTitle: string
  testText(business: string): string
  /** The subject of an email about one thing, and of one about several. */
  one: Record<EmailKind, (name: string) => string>
  several(count: number, business: string): string
  headings: Record<EmailKind, string>
  somebody: string
  open: string
  settings: string
  why(business: string): string
  more(count: number): string
  budgetLow: string
  budgetUsed: string
  paused(host: string): string
  toolFails(name: string): string
}

const en: EmailWords = {
  language: 'en',
  testTitle: 'Email works',
  testText: (business) => `This is a test email. ${business} can now send email to your team.`,
  one: {
    waiting: (name) => `${name} is waiting for a person`,
    missed: (name) => `Missed chat: ${name}`,
    callback: (name) => `Callback request: ${name}`,
    mention: (name) => `You were mentioned: ${name}`,
    budget: () => 'AI budget of today',
    failure: () => 'A connection does not work',
  },
  several: (count, business) => `${count} new notifications from ${business}`,
  headings: {
    waiting: 'Waiting for a person',
    missed: 'Missed chats',
    callback: 'Callback requests',
    mention: 'Mentions',
    budget: 'AI budget',
    failure: 'Connections',
  },
  somebody: 'A visitor',
  open: 'Open in the dashboard',
  settings: 'Change what you are emailed about',
  why: (business) => `You get this email as a member of the team of ${business}.`,
  more: (count) => `and ${count} more`,
  budgetLow: '80 percent of the AI budget of today is used. Answers are shorter until midnight UTC.',
  budgetUsed: 'The AI budget of today is used up. Visitors see your contact details until midnight UTC.',
  toolFails: (name) => `The tool ${name} fails. Visitors get answers without it.`,
  paused: (host) => `The webhook endpoint at ${host} failed for three days and was disabled.`,
}

const de: EmailWords = {
  language: 'de',
  testTitle: 'E-Mail funktioniert',
  testText: (business) => `Das ist eine Test-E-Mail. ${business} kann Ihrem Team jetzt E-Mails senden.`,
  one: {
    waiting: (name) => `${name} wartet auf einen Menschen`,
    missed: (name) => `Verpasster Chat: ${name}`,
    callback: (name) => `Rückrufwunsch: ${name}`,
    mention: (name) => `Sie wurden erwähnt: ${name}`,
    budget: () => 'KI-Budget von heute',
    failure: () => 'Eine Verbindung funktioniert nicht',
  },
  several: (count, business) => `${count} neue Benachrichtigungen von ${business}`,
  headings: {
    waiting: 'Warten auf einen Menschen',
    missed: 'Verpasste Chats',
    callback: 'Rückrufwünsche',
    mention: 'Erwähnungen',
    budget: 'KI-Budget',
    failure: 'Verbindungen',
  },
  somebody: 'Ein Besucher',
  open: 'Im Dashboard öffnen',
  settings: 'Ändern, worüber Sie E-Mails bekommen',
  why: (business) => `Sie bekommen diese E-Mail als Mitglied des Teams von ${business}.`,
  more: (count) => `und ${count} weitere`,
  budgetLow: '80 Prozent des KI-Budgets von heute sind verbraucht. Antworten sind bis Mitternacht UTC kürzer.',
  budgetUsed: 'Das KI-Budget von heute ist verbraucht. Besucher sehen bis Mitternacht UTC Ihre Kontaktdaten.',
  toolFails: (name) => `Das Werkzeug ${name} versagt. Besucher bekommen Antworten ohne es.`,
  paused: (host) => `Der Webhook-Endpunkt bei ${host} hat drei Tage lang versagt und wurde deaktiviert.`,
}

/** The texts in the language of the site: German, otherwise English. */
export const emailWords = (locale: string): EmailWords => (/^de\b/i.test(locale) ? de : en)
