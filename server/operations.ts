import { accountOperations } from './features/accounts/operations.ts'
import { usageOperations } from './features/assistant/operations.ts'
import { auditOperations } from './features/audit/operations.ts'
import { conversationOperations, messageOperations } from './features/conversations/operations.ts'
import { eventOperations } from './features/events/operations.ts'
import { keyOperations } from './features/keys/operations.ts'
import { knowledgeOperations, manualOperations } from './features/knowledge/operations.ts'
import { identityOperations } from './features/me/operations.ts'
import { settingsOperations } from './features/settings/operations.ts'
import { versionOperations } from './features/version/operations.ts'

/** Everything that the outside may ask for: one line a feature. REST, OpenAPI and tRPC are derived from it. */
export const operations = {
  identity: identityOperations,
  conversations: conversationOperations,
  messages: messageOperations,
  eventLog: eventOperations,
  knowledge: knowledgeOperations,
  manual: manualOperations,
  keys: keyOperations,
  accounts: accountOperations,
  settings: settingsOperations,
  usage: usageOperations,
  audit: auditOperations,
  version: versionOperations,
}
