import { identityOperations } from './features/accounts/me.ts'
import { accountOperations } from './features/accounts/operations.ts'
import { copilotOperations, entryDraftOperations } from './features/assistant/copilot/operations.ts'
import { detectionOperations } from './features/assistant/detection/detect.ts'
import { assistantOperations, usageOperations } from './features/assistant/operations.ts'
import { promptOperations } from './features/assistant/prompt/prompt-versions.ts'
import { suggestionOperations } from './features/assistant/suggestions.ts'
import { auditOperations } from './features/audit.ts'
import { appointmentOperations, bookingOperations } from './features/bookings/operations.ts'
import { attributeOperations } from './features/contacts/attributes.ts'
import { bulkChangeOperations } from './features/contacts/bulk-changes.ts'
import { callbackOperations } from './features/contacts/callbacks.ts'
import { contactDownloads, contactOperations } from './features/contacts/operations.ts'
import { privacyDownloads, privacyOperations } from './features/contacts/privacy.ts'
import { contactTagOperations } from './features/contacts/tags.ts'
import { cannedReplyOperations } from './features/conversations/canned-replies.ts'
import { draftOperations } from './features/conversations/drafts.ts'
import { fileDownloads as chatFileDownloads } from './features/conversations/files.ts'
import { awayOperations, inboxOperations } from './features/conversations/inbox.ts'
import { labelOperations } from './features/conversations/labels.ts'
import { noteOperations } from './features/conversations/notes.ts'
import { conversationOperations, messageOperations } from './features/conversations/operations.ts'
import { readOperations } from './features/conversations/reads.ts'
import { summaryOperations } from './features/conversations/summaries/summarize.ts'
import { viewOperations } from './features/conversations/views.ts'
import { demoOperations } from './features/demo/operations.ts'
import { eventOperations } from './features/events.ts'
import { integrationOperations } from './features/integrations/operations.ts'
import { jobFileDownloads } from './features/jobs/files.ts'
import { jobOperations, jobUploads } from './features/jobs/operations.ts'
import { keyOperations } from './features/keys.ts'
import { crawlOperations } from './features/knowledge/crawl/operations.ts'
import { factOperations } from './features/knowledge/facts/facts.ts'
import { fileOperations, fileUploads } from './features/knowledge/files/files.ts'
import { gapOperations } from './features/knowledge/gaps.ts'
import { knowledgeOperations, manualOperations } from './features/knowledge/operations.ts'
import { proposalOperations } from './features/knowledge/proposals.ts'
import { liveOperations, teamOperations, teamUploads } from './features/live/operations.ts'
import { presenceOperations } from './features/live/presence/presence.ts'
import { pushOperations } from './features/live/push/subscriptions.ts'
import { telegramOperations } from './features/live/telegram/operations.ts'
import { modelOperations } from './features/models/models.ts'
import { notificationOperations } from './features/notifications/operations.ts'
import { overviewOperations } from './features/overview/overview.ts'
import { retentionOperations } from './features/retention.ts'
import { agentOperations } from './features/settings/agent.ts'
import { identitySecretOperations } from './features/settings/identity-secret.ts'
import { installOperations } from './features/settings/install.ts'
import { settingsOperations } from './features/settings/settings.ts'
import { toolOperations } from './features/tools/operations.ts'
import { versionOperations } from './features/version.ts'
import { webhookOperations } from './features/webhooks/operations.ts'

/** All operations of the API, one line per feature. REST, OpenAPI and tRPC are derived from it. */
export const operations = {
  identity: identityOperations,
  // The counts come first, because their path would otherwise match the route of one conversation.
  conversations: {
    ...inboxOperations,
    ...conversationOperations,
    ...teamOperations,
    ...summaryOperations,
    ...copilotOperations,
    ...draftOperations,
    ...readOperations,
  },
  live: { ...liveOperations, ...awayOperations },
  views: viewOperations,
  notes: noteOperations,
  labels: labelOperations,
  cannedReplies: cannedReplyOperations,
  callbacks: callbackOperations,
  leads: { ...contactOperations, ...privacyOperations },
  contactTags: contactTagOperations,
  attributes: attributeOperations,
  jobs: jobOperations,
  bookings: bookingOperations,
  appointments: appointmentOperations,
  messages: { ...messageOperations, ...entryDraftOperations },
  eventLog: eventOperations,
  knowledge: { ...knowledgeOperations, ...crawlOperations },
  facts: { ...factOperations, ...detectionOperations },
  manual: manualOperations,
  files: fileOperations,
  gaps: { ...gapOperations, ...proposalOperations },
  suggestions: suggestionOperations,
  assistant: assistantOperations,
  models: modelOperations,
  tools: toolOperations,
  webhooks: webhookOperations,
  notifications: notificationOperations,
  integrations: integrationOperations,
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
  bulkChanges: bulkChangeOperations,
  version: versionOperations,
}

/** Operations with a file in their input. REST only, because tRPC has no such input. */
export const uploads = {
  conversations: teamUploads,
  files: fileUploads,
  jobs: jobUploads,
}

/** Operations that respond with a file. REST only. */
export const downloads = {
  conversations: chatFileDownloads,
  leads: { ...contactDownloads, ...privacyDownloads },
  jobs: jobFileDownloads,
}
