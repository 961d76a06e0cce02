import { openCallbacks } from './callbacks.ts'
import type { Story } from './story.ts'

const spam = (page: Story['page'], says: string): Story => ({
  page,
  locale: 'en-US',
  steps: [{ says }, { after: 40, by: 'priya', does: 'marks as spam' }, { by: 'priya', does: 'dismisses the question' }],
})

/** Unfinished conversations, and spam. */
export const recent: Story[] = [
  ...openCallbacks,
  spam('contact', 'We offer 500 backlinks for your website, reply now'),
  spam('index', 'CHEAP LOANS apply today http://loans.example'),
  spam('contact', 'Dear sir, I represent a factory of bicycle bells and seek a partner'),
  {
    ago: 84,
    page: 'workshop',
    locale: 'en-GB',
    who: { name: 'Imogen Blake', email: 'imogen.blake@example.com' },
    steps: [
      { says: 'What does a full service cost?' },
      { wants: 'Could I have it back before Friday?' },
      { by: 'leila', does: 'takes' },
      {
        by: 'leila',
        replies: 'Hello Imogen, Leila here. If it is with us before 11:00 tomorrow, yes, as an express service.',
      },
      { after: 24, says: 'It is a hybrid with hydraulic brakes' },
      { after: 22, by: 'leila', replies: 'No matter, bleeding a brake is £32 more, if it needs that.' },
      { after: 16, says: 'Great, can I drop it at 8?' },
    ],
  },
  {
    ago: 66,
    page: 'rental',
    locale: 'de-DE',
    who: { name: 'Stefan Brandt', email: 'stefan.brandt@example.de' },
    steps: [
      { wants: 'Ich habe eine Frage zur Kaution' },
      { by: 'hanna', does: 'takes' },
      { by: 'hanna', replies: 'Guten Tag Herr Brandt, hier ist Hanna. Gern, was möchten Sie wissen?' },
      { after: 22, says: 'Wann wird sie wieder freigegeben?' },
      { after: 18, by: 'hanna', replies: 'Innerhalb von fünf Werktagen nach der Rückgabe.' },
      { says: 'Und wenn ich das Rad einen Tag länger behalte?' },
    ],
  },
  { ago: 41, page: 'hours', locale: 'en-GB', steps: [{ says: 'Are you open on bank holidays?' }] },
  {
    ago: 33,
    page: 'rental',
    locale: 'en-GB',
    who: { name: 'Kate Osborne', email: 'kate.osborne@example.org' },
    steps: [{ says: 'Do you rent child trailers?' }, { says: 'And how much is one for a day?' }],
  },
  { ago: 70, page: 'faq', locale: 'en-GB', steps: [{ says: 'Do you sell used bikes?' }, { rates: 'up' }] },
]
