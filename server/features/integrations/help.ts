import type { IntegrationHelp, IntegrationKind } from '../../../shared/integration.ts'

/** What each integration is called and where its key is found. In a file of its own, because checks and lists use it. */
export const help: Record<IntegrationKind, IntegrationHelp> = {
  composio: {
    name: 'Composio',
    key: 'Project API key',
    help:
      'Connects Google Calendar and Outlook. Create a project at composio.dev and copy its API key from the project settings. ' +
      'Then connect an account for Google or Outlook here.',
  },
  calcom: {
    name: 'Cal.com',
    key: 'API key',
    help:
      'At Cal.com, open Settings › Developer › API keys and add a key; it begins with cal_. For a self-hosted Cal.com, also enter the ' +
      'address of its API v2. That installation needs a licence key (CALCOM_LICENSE_KEY), and a private address must be named in ' +
      'outbound.allow of the configuration file.',
  },
  calendly: {
    name: 'Calendly',
    key: 'Personal access token',
    help:
      'At Calendly, open Integrations & apps › API and webhooks and create a token with the scopes users:read, event_types:read, ' +
      'availability:read, scheduled_events:read and scheduled_events:write.',
  },
}
