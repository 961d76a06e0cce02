import { identityOperations } from './features/accounts/me.ts'
import { accountOperations } from './features/accounts/operations.ts'
import { assistantOperations, usageOperations } from './features/assistant/operations.ts'
import { promptOperations } from './features/assistant/prompt-versions.ts'
import { suggestionOperations } from './features/assistant/suggestions.ts'
import { summaryOperations } from './features/assistant/summaries/operations.ts'
import { auditOperations } from './features/audit.ts'
import { attributeOperations } from './features/contacts/attributes.ts'
import { callbackOperations } from './features/contacts/callbacks.ts'
import { contactDownloads, contactOperations } from './features/contacts/operations.ts'
import { privacyDownloads, privacyOperations } from './features/contacts/privacy.ts'
import { contactTagOperations } from './features/contacts/tags.ts'
import { cannedReplyOperations } from './features/conversations/canned-replies.ts'
import { draftOperations } from './features/conversations/drafts.ts'
import { awayOperations, inboxOperations } from './features/conversations/inbox.ts'
import { labelOperations } from './features/conversations/labels.ts'
import { noteOperations } from './features/conversations/notes.ts'
import { conversationOperations, messageOperations } from './features/conversations/operations.ts'
import { readOperations } from './features/conversations/reads.ts'
import { demoOperations } from './features/demo/operations.ts'
import { eventOperations } from './features/events.ts'
import { keyOperations } from './features/keys.ts'
import { crawlOperations } from './features/knowledge/crawl/operations.ts'
import { detectionOperations } from './features/knowledge/facts/detection/detect.ts'
import { factOperations } from './features/knowledge/facts/facts.ts'
import { fileOperations, fileUploads } from './features/knowledge/files/files.ts'
import { gapOperations } from './features/knowledge/gaps.ts'
import { knowledgeOperations, manualOperations } from './features/knowledge/operations.ts'
import { liveOperations, teamOperations } from './features/live/operations.ts'
import { presenceOperations } from './features/live/presence/presence.ts'
import { pushOperations } from './features/live/push/subscriptions.ts'
import { telegramOperations } from './features/live/telegram/operations.ts'
import { modelOperations } from './features/models/models.ts'
import { overviewOperations } from './features/overview/overview.ts'
import { retentionOperations } from './features/retention.ts'
import { agentOperations } from './features/settings/agent.ts'
import { identitySecretOperations } from './features/settings/identity-secret.ts'
import { installOperations } from './features/settings/install.ts'
import { settingsOperations } from './features/settings/settings.ts'
import { versionOperations } from './features/version.ts'

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
