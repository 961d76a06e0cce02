import { z } from 'zod'
import {
  EmailAlerts,
  EmailAlertsAnswer,
  EmailServiceAnswer,
  EmailTest,
  PutEmailService,
  TestEmail,
} from '../../../shared/email.ts'
import { del, get, post, put } from '../../core/operation.ts'
import { getAlerts, putAlerts } from './alerts.ts'
import { testEmail } from './send.ts'
import { deleteEmailService, getEmailService, putEmailService } from './setup.ts'

export const notificationOperations = {
  email: get('/notifications/email', {
    summary: 'Retrieve the email service',
    description:
      'Returns how the site sends email, without secrets, and the requests of known providers with an empty key.',
    scope: 'webhooks:read',
    input: z.object({}),
    output: EmailServiceAnswer,
    run: getEmailService,
  }),
  saveEmail: put('/notifications/email', {
    summary: 'Set up the email service',
    description:
      'Replaces how the site sends email: the request of a provider (`preset`, `key`, `from`), your own HTTP request, or a mail ' +
      'server (`smtp`). An empty secret keeps the stored one, as long as the host is the same. A private mail server must be ' +
      'named in `outbound.allow` of the configuration file.',
    scope: 'webhooks:write',
    input: PutEmailService,
    output: EmailServiceAnswer,
    run: putEmailService,
  }),
  removeEmail: del('/notifications/email', {
    summary: 'Remove the email service',
    scope: 'webhooks:write',
    input: z.object({}),
    output: z.object({ deleted: z.boolean().describe('Whether one was set up.') }),
    run: deleteEmailService,
  }),
  testEmail: post('/notifications/email/test', {
    summary: 'Send a test email',
    description: 'Sends an email now and returns the result, also if it fails. 400 if no service is set up.',
    scope: 'webhooks:write',
    input: TestEmail,
    output: EmailTest,
    run: testEmail,
  }),
  emailAlerts: get('/me/email-alerts', {
    summary: 'Retrieve your email alerts',
    description: 'For signed-in people: the kinds of email that they receive. Keys get 400.',
    scope: 'conversations:read',
    input: z.object({}),
    output: EmailAlertsAnswer,
    run: getAlerts,
  }),
  saveEmailAlerts: put('/me/email-alerts', {
    summary: 'Update your email alerts',
    description:
      'For signed-in people. A person gets at most one email in five minutes, with everything that happened; nothing that was taken ' +
      'care of by then, and no waiting visitors while their dashboard is open. Keys get 400.',
    scope: 'conversations:read',
    input: EmailAlerts,
    output: EmailAlertsAnswer,
    run: putAlerts,
  }),
}
