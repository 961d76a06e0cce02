/** The introduction of the OpenAPI document, in Markdown. */
export const apiIntroduction = `The REST API of Frontdesk: everything that the widget and the dashboard do, as JSON over HTTPS. It sends no CORS headers, because it is made for servers.

## Values
Times are milliseconds since the epoch. Unknown fields in a request body are ignored; ignore unknown fields, codes and enum values in responses. In the body of a POST, null in an optional field that is not nullable has the same meaning as omitting it. Bodies are parsed as JSON whatever their \`Content-Type\`. Names and other single-line texts are normalised to Unicode NFC, so that names that look the same are the same.

## Errors
Every error has the body \`{"error": {"code", "message", "reason"}}\`. Decide by \`reason\`, and fall back to \`code\` if you do not know the reason. The wording of \`message\` may change. \`params\` has the values in the message, such as a limit. A 400 also has \`faults\`, with one entry and reason per invalid field. A 409 caused by another record, such as one with the same value or a run in progress, has its id in \`error.id\`. A 429 has the seconds to wait in \`error.retryAfter\` and in \`Retry-After\`. An unknown id in the path returns 404; an unknown id in a body returns 400. A request that is not valid HTTP is rejected with a status only, before it reaches the API.

## Scopes
The security requirement of an operation is the scope that a key needs. An empty one means that any key can use it.

## Rates
\`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\` are the requests per minute of your key. Rejected requests count too, including unknown paths and methods. Requests without a valid key count against their IP address.

## Retries
Every POST accepts an \`Idempotency-Key\` header. The first response is stored for 24 hours and returned again with \`Idempotent-Replay: true\`. Errors are stored too: a 409 stays a 409 for 24 hours even if its cause is gone, so use a new key for a new attempt. Responses with 429 or 5xx are not stored. If a response got lost after its change was made, a repeat returns the created record, or 409 with its \`id\` as \`answer_not_kept\`.

## Streaming
If an operation supports \`text/event-stream\`, send \`Accept: text/event-stream\`. The stream contains \`delta\` events with \`{"text"}\`, then one \`done\` with the JSON response, or one \`error\`. Every 20 seconds it contains a comment, a line that begins with a colon; ignore it. A repeated request returns only the final \`done\`, with \`Idempotent-Replay: true\`.

## Paging
A list has a field \`next\`. Pass it as \`before\` to get the next page. It is null on the last page.

## Events
\`GET /events\` returns the event log. Pass \`next\` as \`after\` in the next call, and \`wait\` for long polling. Ids are ordered by when events became visible, so no event is missed. An \`after\` that is no longer in the log returns 410; until the next pruning, it may still work. The schema \`Event\` describes the data of each type.`

export const tagDescriptions: Record<string, string> = {
  identity: 'The caller and its sites.',
  conversations: 'Visitor conversations: start, send, read, assign and close.',
  live: 'Live chat: availability and waiting visitors.',
  views: 'Saved views: named sets of filters of the inbox.',
  notes: 'Team notes on conversations and contacts.',
  labels: 'Labels on conversations.',
  cannedReplies: 'Texts that the team inserts by shortcut.',
  callbacks: "Visitors' callback requests.",
  leads: 'Contacts: people who left their details.',
  contactTags: 'Tags on contacts.',
  attributes: 'Custom fields of contacts and conversations.',
  jobs: 'Jobs in the stages of a pipeline.',
  bookings: 'How visitors book, and which times are free.',
  appointments: 'Appointments, and busy time of the synced calendar.',
  messages: 'Single messages and the traces of replies.',
  eventLog: 'The log of all events.',
  tools: 'What the assistant can call during a chat, and what it collects afterwards.',
  notifications: 'Email to the team.',
  integrations: 'Keys of calendar providers.',
  webhooks: 'Endpoints that receive events, signed and in order.',
  knowledge: 'Content learned from your website: pages, crawls and search.',
  facts: 'Business details such as address and opening hours.',
  manual: 'Manual knowledge entries.',
  files: 'Knowledge files.',
  gaps: 'Questions that the knowledge does not cover.',
  suggestions: 'Suggestions for team members who reply.',
  assistant: 'Test the assistant.',
  models: 'Models on the model server.',
  keys: 'API keys and their scopes.',
  accounts: 'Dashboard accounts.',
  settings: 'Settings of a site.',
  retention: 'How long data is stored.',
  prompt: "The assistant's instructions and their versions.",
  identitySecret: 'The secret that signs visitor identities.',
  agent: "The assistant's configuration as one file.",
  install: 'Checks whether the widget is on your website.',
  presence: 'Team members who are online, typing or viewing.',
  push: 'Push notifications for team members.',
  telegram: 'Answer live chats from Telegram.',
  overview: 'Metrics and current problems.',
  demo: 'Made-up conversations for a first look.',
  usage: 'Messages and AI usage per day.',
  audit: 'Who changed what, and when.',
  bulkChanges: 'Changes of many contacts, in the background.',
  version: 'The version of the server.',
  description: 'This document.',
}
