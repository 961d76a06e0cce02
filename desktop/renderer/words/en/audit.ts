import type { Widen } from '../en.ts'
import { auditActions as actions } from './audit-actions.ts'

/** The audit log. */
export const audit = {
  intro: (days: number) =>
    days === 1
      ? 'Every change through this dashboard and the API, refused ones too. Kept for one day.'
      : `Every change through this dashboard and the API, refused ones too. Kept for ${days} days.`,
  actions,
  again: 'Refresh',
  lookedAgain: 'The log is as of now.',
  more: 'Show older',
  empty: 'Nothing has been changed yet.',
  by: (who: string) => `by ${who}`,
  refused: 'refused',
  failed: 'failed',
  opened: (action: string) => `Details: ${action}`,
  facts: {
    at: 'When',
    actor: 'Who',
    action: 'Call',
    target: 'About',
    site: 'Site',
    status: 'Answer',
    id: 'Entry',
  },
  everySite: 'the deployment, not one site',
  nothing: 'nothing in particular',
  status: (status: number, words: string) => `${status}, ${words}`,
  statuses: {
    200: 'done',
    201: 'made',
    202: 'started',
    400: 'not understood',
    401: 'not signed in',
    403: 'not allowed',
    404: 'not found',
    409: 'in conflict with something else',
    413: 'too large',
    422: 'not possible',
    429: 'too many at once',
    500: 'failed on the server',
    502: 'failed elsewhere',
    503: 'not possible at that moment',
  } as Record<string, string>,
  otherStatus: { good: 'done', refused: 'refused', failed: 'failed' },
  actors: {
    system: 'the server itself',
    cli: 'the command line',
    visitor: 'a visitor',
    admin: 'the admin key',
    key: (name: string) => `the key ${name}`,
    you: 'you',
  },
  open: {
    conversation: 'Open the conversation',
    contact: 'Open the contact',
  },
}

export type AuditWords = Widen<typeof audit>
