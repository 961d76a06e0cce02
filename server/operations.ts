import { identityOperations } from './features/accounts/me/operations.ts'
import { accountOperations } from './features/accounts/operations.ts'
import { assistantOperations, usageOperations } from './features/assistant/operations.ts'
import { promptOperations } from './features/assistant/prompt/operations.ts'
import { suggestionOperations } from './features/assistant/suggestions/operations.ts'
import { summaryOperations } from './features/assistant/summaries/operations.ts'
import { auditOperations } from './features/audit/operations.ts'
import { attributeOperations } from './features/contacts/attributes/operations.ts'
import { callbackOperations } from './features/contacts/callbacks/operations.ts'
import { contactDownloads, contactOperations } from './features/contacts/operations.ts'
import { privacyDownloads, privacyOperations } from './features/contacts/privacy/operations.ts'
import { contactTagOperations } from './features/contacts/tags/operations.ts'
import { cannedReplyOperations } from './features/conversations/canned-replies/operations.ts'
import { draftOperations } from './features/conversations/drafts/operations.ts'
import { awayOperations, inboxOperations } from './features/conversations/inbox/operations.ts'
import { labelOperations } from './features/conversations/labels/operations.ts'
import { noteOperations } from './features/conversations/notes/operations.ts'
import { conversationOperations, messageOperations } from './features/conversations/operations.ts'
import { readOperations } from './features/conversations/reads/operations.ts'
import { demoOperations } from './features/demo/operations.ts'
import { eventOperations } from './features/events/operations.ts'
import { keyOperations } from './features/keys/operations.ts'
import { crawlOperations } from './features/knowledge/crawl/operations.ts'
import { detectionOperations } from './features/knowledge/facts/detection/operations.ts'
import { factOperations } from './features/knowledge/facts/operations.ts'
import { fileOperations, fileUploads } from './features/knowledge/files/operations.ts'
import { gapOperations } from './features/knowledge/gaps/operations.ts'
import { knowledgeOperations, manualOperations } from './features/knowledge/operations.ts'
import { liveOperations, teamOperations } from './features/live/operations.ts'
import { presenceOperations } from './features/live/presence/operations.ts'
import { pushOperations } from './features/live/push/operations.ts'
import { telegramOperations } from './features/live/telegram/operations.ts'
import { modelOperations } from './features/models/operations.ts'
import { overviewOperations } from './features/overview/operations.ts'
import { retentionOperations } from './features/retention/operations.ts'
import { agentOperations } from './features/settings/agent/operations.ts'
import { identitySecretOperations } from './features/settings/identity/operations.ts'
import { installOperations } from './features/settings/install/operations.ts'
import { settingsOperations } from './features/settings/operations.ts'
import { versionOperations } from './features/version/operations.ts'

/** Everything that the outside may ask for: one line a feature. REST, OpenAPI and tRPC are derived from it. */
export const operations = {
  identity: identityOperations,
  // The counts come first: to the route of one conversation, they would be its id.
  conversations: {
    ...inboxOperations,
    ...conversationOperations,
    ...teamOperations,
    ...summaryOperations,
    ...draftOperations,
    ...readOperations,
  },
  live: { ...liveOperations, ...awayOperations },
  notes: noteOperations,
  labels: labelOperations,
  cannedReplies: cannedReplyOperations,
  callbacks: callbackOperations,
  leads: { ...contactOperations, ...privacyOperations },
  contactTags: contactTagOperations,
  attributes: attributeOperations,
  messages: messageOperations,
  eventLog: eventOperations,
  knowledge: { ...knowledgeOperations, ...crawlOperations },
  facts: { ...factOperations, ...detectionOperations },
  manual: manualOperations,
  files: fileOperations,
  gaps: gapOperations,
  suggestions: suggestionOperations,
  assistant: assistantOperations,
  models: modelOperations,
  keys: keyOperations,
  accounts: accountOperations,
  settings: settingsOperations,
  retention: retentionOperations,
  prompt: promptOperations,
  identitySecret: identitySecretOperations,
  agent: agentOperations,
  install: installOperations,
  presence: presenceOperations,
  push: pushOperations,
  telegram: telegramOperations,
  overview: overviewOperations,
  demo: demoOperations,
  usage: usageOperations,
  audit: auditOperations,
  version: versionOperations,
}

/** What takes a form with a file in place of JSON: over REST alone, as tRPC has no such input. */
export const uploads = {
  files: fileUploads,
}

/** What answers with a file in place of JSON: over REST alone, as well. */
export const downloads = {
  leads: { ...contactDownloads, ...privacyDownloads },
}
