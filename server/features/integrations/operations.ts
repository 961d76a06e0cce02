import { z } from 'zod'
import {
  CalcomWebhook,
  CalendarAccounts,
  CalendarLink,
  CalendarToolkit,
  ConnectCalendar,
  IntegrationCheck,
  IntegrationDeleted,
  IntegrationKind,
  IntegrationList,
  IntegrationSaved,
  PutIntegration,
} from '../../../shared/integration.ts'
import { exact } from '../../../shared/text.ts'
import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/error.ts'
import { del, get, post, put } from '../../core/operation.ts'
import { getCalcomWebhook } from './calcom-webhook.ts'
import { connectCalendar, listCalendarAccounts } from './composio.ts'
import { deleteIntegration, listIntegrations, putIntegration, testIntegration } from './integrations.ts'

/** An unknown kind is a record that does not exist: 404. */
const kind = exact(64, 1).describe('`composio`, `calcom` or `calendly`.')

function withKind<Input extends { kind: string }, Output>(
  run: (ctx: Context, input: Omit<Input, 'kind'> & { kind: IntegrationKind }) => Promise<Output>,
) {
  return async (ctx: Context, input: Input): Promise<Output> => {
    const { data } = IntegrationKind.safeParse(input.kind)
    if (!data) throw notFound('integration')
    return await run(ctx, { ...input, kind: data })
  }
}

export const integrationOperations = {
  list: get('/integrations', {
    summary: 'List integrations',
    description: 'Returns Composio, Cal.com and Calendly, connected or not, without their keys.',
    scope: 'settings:read',
    input: z.object({}),
    output: IntegrationList,
    run: listIntegrations,
  }),
  save: put('/integrations/:kind', {
    summary: 'Save the key of an integration',
    description:
      'Saves the key encrypted, which is then in use, and checks it. A failing check is in `check`; the key stays saved. An empty ' +
      'key keeps the stored one, as long as the address is the same.',
    scope: 'settings:write',
    input: PutIntegration.extend({ kind }),
    output: IntegrationSaved,
    run: withKind(putIntegration),
  }),
  test: post('/integrations/:kind/test', {
    summary: 'Test an integration',
    description: 'Calls the provider with the stored key. A failure answers `ok` false with what to do.',
    scope: 'settings:read',
    input: z.object({ kind }),
    output: IntegrationCheck,
    run: withKind(testIntegration),
  }),
  remove: del('/integrations/:kind', {
    summary: 'Disconnect an integration',
    description: 'Deletes the key. A calendar that is synced through it is no longer synced. Appointments stay.',
    scope: 'settings:write',
    input: z.object({ kind }),
    output: IntegrationDeleted,
    run: withKind(deleteIntegration),
  }),
  accounts: get('/integrations/composio/accounts', {
    summary: 'List calendar accounts',
    description: 'Returns the accounts of Google and Outlook that were connected through Composio for this site.',
    scope: 'settings:read',
    errors: [502],
    input: z.object({ toolkit: CalendarToolkit.optional() }),
    output: CalendarAccounts,
    run: listCalendarAccounts,
  }),
  connect: post('/integrations/composio/connect', {
    summary: 'Connect a calendar account',
    description: 'Returns a link at which the owner of the calendar signs in.',
    scope: 'settings:write',
    errors: [502],
    input: ConnectCalendar,
    output: CalendarLink,
    run: connectCalendar,
  }),
  calcomWebhook: get('/integrations/calcom/webhook', {
    summary: 'Retrieve the Cal.com webhook',
    description: 'Returns what to enter at Cal.com, so that changes there show here within seconds.',
    scope: 'settings:read',
    input: z.object({}),
    output: CalcomWebhook,
    run: getCalcomWebhook,
  }),
}
