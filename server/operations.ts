import { accountOperations } from './features/accounts/operations.ts'
import { agentOperations } from './features/agent/operations.ts'
import { assistantOperations, usageOperations } from './features/assistant/operations.ts'
import { attributeOperations } from './features/attributes/operations.ts'
import { auditOperations } from './features/audit/operations.ts'
import { callbackOperations } from './features/callbacks/operations.ts'
import { cannedReplyOperations } from './features/canned-replies/operations.ts'
import { contactTagOperations } from './features/contact-tags/operations.ts'
import { contactDownloads, contactOperations } from './features/contacts/operations.ts'
import { conversationOperations, messageOperations } from './features/conversations/operations.ts'
import { crawlOperations } from './features/crawl/operations.ts'
import { demoOperations } from './features/demo/operations.ts'
import { draftOperations } from './features/drafts/operations.ts'
import { eventOperations } from './features/events/operations.ts'
import { detectionOperations } from './features/fact-detection/operations.ts'
import { factOperations } from './features/facts/operations.ts'
import { fileOperations, fileUploads } from './features/files/operations.ts'
import { gapOperations } from './features/gaps/operations.ts'
import { identitySecretOperations } from './features/identity/operations.ts'
import { awayOperations, inboxOperations } from './features/inbox/operations.ts'
import { installOperations } from './features/install/operations.ts'
import { keyOperations } from './features/keys/operations.ts'
import { knowledgeOperations, manualOperations } from './features/knowledge/operations.ts'
import { labelOperations } from './features/labels/operations.ts'
import { liveOperations, teamOperations } from './features/live/operations.ts'
import { identityOperations } from './features/me/operations.ts'
import { modelOperations } from './features/models/operations.ts'
import { noteOperations } from './features/notes/operations.ts'
import { overviewOperations } from './features/overview/operations.ts'
import { presenceOperations } from './features/presence/operations.ts'
import { privacyDownloads, privacyOperations } from './features/privacy/operations.ts'
import { promptOperations } from './features/prompt/operations.ts'
import { pushOperations } from './features/push/operations.ts'
import { readOperations } from './features/reads/operations.ts'
import { retentionOperations } from './features/retention/operations.ts'
import { settingsOperations } from './features/settings/operations.ts'
import { suggestionOperations } from './features/suggestions/operations.ts'
import { summaryOperations } from './features/summaries/operations.ts'
import { telegramOperations } from './features/telegram/operations.ts'
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
