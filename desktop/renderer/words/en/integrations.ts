import type { CalendarToolkit, IntegrationKind } from '../../../../shared/integration.ts'
import type { Widen } from '../en.ts'

/** The settings of integrations. */
export const integrations = {
  intro: 'Keys of calendar providers. They are stored encrypted and never shown again.',
  bookings: 'Choose the synced calendar in the bookings',
  notConnected: 'Not connected',
  works: 'Working',
  fails: 'Failing',
  unchecked: 'Connected',
  account: 'Account:',
  lastUsed: (ago: string) => `Last used ${ago}`,
  help: {
    composio:
      'For Google Calendar and Outlook. Create a project at composio.dev and copy its API key from the project settings. Then connect an account.',
    calcom:
      'At Cal.com, open Settings › Developer › API keys and add a key. A self-hosted Cal.com needs a licence key (CALCOM_LICENSE_KEY).',
    calendly:
      'At Calendly, open Integrations & apps › API and webhooks and create a token with the scopes users:read, event_types:read, availability:read, scheduled_events:read and scheduled_events:write.',
  } satisfies Record<IntegrationKind, string>,
  advice: {
    integration_key: 'Create a new key at the provider and enter it here.',
    integration_scopes: 'Create a token with the missing scopes and enter it here.',
    integration_licence: 'Set CALCOM_LICENSE_KEY in your Cal.com installation and restart it.',
    integration_account: 'Connect the account again below.',
    integration_limited: 'Nothing to do. It works again after the pause.',
    integration_failed: 'The provider may be unavailable for some minutes. Test again later.',
    secret_unreadable: 'Enter the key again.',
  },
  keys: { composio: 'Project API key', calcom: 'API key', calendly: 'Personal access token' } satisfies Record<
    IntegrationKind,
    string
  >,
  keyOf: (name: string) => `Key of ${name}`,
  keeps: 'Leave empty to keep the stored key.',
  baseUrl: 'Address of the API',
  baseUrlHint: 'Only for a self-hosted Cal.com. Empty: the cloud.',
  saved: (name: string) => `${name} is connected`,
  savedFailing: (name: string) => `The key of ${name} is saved, but its check failed`,
  test: 'Test',
  testing: 'Testing',
  testOk: 'It works.',
  testFailed: 'The test failed.',
  disconnect: 'Disconnect',
  askDisconnect: (name: string) => `Disconnect ${name}?`,
  disconnectText:
    'The key is deleted. A calendar that is synced through it is no longer synced. Appointments stay in Frontdesk and in the calendar.',
  disconnected: (name: string) => `${name} is disconnected`,
  accounts: 'Calendar accounts',
  noAccounts: 'No account is connected yet.',
  active: 'Active',
  toolkits: { google: 'Google Calendar', outlook: 'Outlook' } satisfies Record<CalendarToolkit, string>,
  connect: (name: string) => `Connect ${name}`,
  continueAt: 'The page did not open?',
  signIn: 'Sign in to the calendar',
  webhook: 'Changes within seconds',
  webhookHint: 'Add a webhook at Cal.com under Settings › Developer › Webhooks with these values.',
  subscriberUrl: 'Subscriber URL',
  secret: 'Secret',
  triggers: 'Event triggers:',
  show: 'Show values',
  hide: 'Hide values',
}

export type IntegrationsWords = Widen<typeof integrations>
