import { expect, test } from 'vitest'
import { bouncesIn } from '../../server/features/notifications/visitor/bounces.ts'

test.each<[provider: string, report: (to: string) => unknown, reason: string | null]>([
  ['Postmark', (Email) => ({ RecordType: 'Bounce', Type: 'HardBounce', Email, Description: 'Gone' }), 'bounced'],
  ['Postmark, for now', (Email) => ({ RecordType: 'Bounce', Type: 'SoftBounce', Email }), null],
  ['SendGrid', (email) => [{ event: 'bounce', type: 'bounce', email, reason: 'Gone' }], 'bounced'],
  ['SendGrid, for now', (email) => [{ event: 'bounce', type: 'blocked', email }], null],
  [
    'SendGrid, spam',
    (email) => [
      { event: 'delivered', email },
      { event: 'spamreport', email },
    ],
    'complained',
  ],
  [
    'Mailgun',
    (recipient) => ({ 'event-data': { event: 'failed', severity: 'permanent', recipient, reason: 'Gone' } }),
    'bounced',
  ],
  ['Mailgun, for now', (recipient) => ({ 'event-data': { event: 'failed', severity: 'temporary', recipient } }), null],
  [
    'Resend',
    (one) => ({ type: 'email.bounced', data: { to: [one], bounce: { type: 'Permanent', message: 'Gone' } } }),
    'bounced',
  ],
  ['Resend, for now', (one) => ({ type: 'email.bounced', data: { to: [one], bounce: { type: 'Transient' } } }), null],
  ['Brevo', (email) => ({ event: 'hard_bounce', email, reason: 'Gone' }), 'bounced'],
  ['Brevo, for now', (email) => ({ event: 'soft_bounce', email, reason: 'Full' }), null],
  [
    'SparkPost',
    (rcpt_to) => [{ msys: { message_event: { type: 'bounce', bounce_class: '10', rcpt_to, reason: 'Gone' } } }],
    'bounced',
  ],
  [
    'SparkPost, for now',
    (rcpt_to) => [{ msys: { message_event: { type: 'bounce', bounce_class: '22', rcpt_to } } }],
    null,
  ],
  ['Mailjet', (email) => ({ event: 'bounce', hard_bounce: true, email, error: 'Gone' }), 'bounced'],
  ['Mailjet, for now', (email) => ({ event: 'bounce', hard_bounce: false, email }), null],
  ['nothing known', (email) => ({ event: { email }, data: 1, 'event-data': [] }), null],
])('%s reports a bounce or complaint', (_, report, reason) => {
  const found = bouncesIn(report('Zoe@Example.com'))
  expect(found.map(({ address, reason }) => [address, reason])).toEqual(reason ? [['zoe@example.com', reason]] : [])
  for (const { message } of found) expect(['', 'Gone']).toContain(message)
})

test('what is no report has no bounces, and a flood has a hundred', () => {
  for (const garbage of [undefined, null, 1, '', [], {}, [null], { event: 'bounce' }, { event: 'bounce', email: 'x' }])
    expect(bouncesIn(garbage)).toEqual([])
  const flood = Array.from({ length: 500 }, (_, n) => ({ event: 'bounce', email: `a${n}@example.com` }))
  expect(bouncesIn(flood)).toHaveLength(100)
  const [long] = bouncesIn([{ event: 'bounce', email: 'a@example.com', reason: '😀'.repeat(500) }])
  expect([long!.message.length, long!.message.isWellFormed()]).toEqual([300, true])
})
