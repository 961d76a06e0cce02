/** What the description says before its operations; Markdown. */
export const apiIntroduction = `Everything that the widget and the dashboard do, over HTTPS with JSON. The API sends no CORS headers: it is for servers.

## Values
Times are milliseconds since the epoch. Unknown fields in a body are ignored; ignore fields, codes and enum values that you do not know. In the body of a POST, null in an optional field that takes no null means the same as leaving it out. A body is read as JSON whatever its \`Content-Type\`. Names and other single lines are kept in Unicode's form NFC, so two ways to write é are one name.

## Errors
Every error has the body \`{"error": {"code", "message", "reason"}}\`. Decide by \`reason\`, or by \`code\` where you do not know the reason: the wording of \`message\` may change. What the message names, such as a limit, is in \`params\` too. A 400 also has \`faults\`, which names each field at fault with a reason of its own; a 409 because of another record (it has the value, or is the run that is not over) names that record in \`error.id\`; a 429 says in \`error.retryAfter\` and in \`Retry-After\` how long to wait. An unknown id in the path is 404, an unknown id in a body is 400. A request that is not valid HTTP is refused before it reaches the API, with a status alone.

## Scopes
The security requirement of an operation names the scope that a key needs; none means that any key will do.

## Rates
\`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\` give the requests a minute of your key. Refused requests count too, unknown paths and wrong methods included. Requests without a valid key count against their address.

## Retries
Every POST takes an \`Idempotency-Key\` header. Its first answer is kept for 24 hours and given again, with \`Idempotent-Replay: true\`. A refusal is kept too: a 409 stays a 409 for 24 hours, although its reason may be gone, so use a new key for a new attempt. Answers with 429 and from 500 are not kept.

## Streaming
Where an operation answers \`text/event-stream\`, send \`Accept: text/event-stream\`. The stream holds \`delta\` events with \`{"text"}\`, then one \`done\` with the body of the JSON answer, or one \`error\`. Every 20 seconds it holds a comment, a line that begins with a colon: ignore it. A repeat of the request is a stream of the final \`done\` alone, with \`Idempotent-Replay: true\`.

## Paging
A list answers \`next\`: pass it as \`before\` for the next page. It is null on the last one.

## Events
\`GET /events\` reads the event log. Pass \`next\` as \`after\` on the next call, and \`wait\` to hold an empty answer back. Ids grow in the order in which events became visible, so no event is missed. An \`after\` that is older than the log keeps is 410 once its event was pruned; until the next pruning it may still be answered. The schema \`Event\` has the data of each type.`

export const tagDescriptions: Record<string, string> = {
  identity: 'Who you are, and which sites you work on.',
  conversations: 'Chats of visitors: start, send, read, assign and close them.',
  live: 'Live chat: who is available and who waits.',
  notes: 'Notes of the team on conversations and contacts.',
  labels: 'Labels of conversations.',
  cannedReplies: 'Texts that the team inserts by a shortcut.',
  callbacks: 'Callback requests of visitors.',
  leads: 'Contacts: people who left their details.',
  contactTags: 'Tags of contacts.',
  attributes: 'Custom fields of contacts and conversations.',
  messages: 'Single messages, and how a reply came about.',
  eventLog: 'The log of everything that happened.',
  knowledge: 'What the assistant has learned from your website: pages, crawls and search.',
  facts: 'Business details such as address and opening hours.',
  manual: 'Knowledge entries written by hand.',
  files: 'Files that the assistant learns from.',
  gaps: 'Questions that the knowledge does not answer.',
  suggestions: 'Suggestions for the person who replies.',
  assistant: 'Try the assistant.',
  models: 'Models on the model server.',
  keys: 'API keys and their scopes.',
  accounts: 'People who sign in to the dashboard.',
  settings: 'Settings of a site.',
  retention: 'How long data is kept.',
  prompt: 'The instructions of the assistant, with their versions.',
  identitySecret: 'The secret that signs who a visitor is.',
  agent: 'Everything about the assistant of a site in one file.',
  install: 'Whether the widget is on your website.',
  presence: 'Who of the team is there, types and looks at what.',
  push: 'Push notifications for people of the team.',
  telegram: 'Reply to live chats from Telegram.',
  overview: 'Figures, and what fails now.',
  demo: 'Made-up conversations for a first look.',
  usage: 'Messages and AI usage of each day.',
  audit: 'Who changed what, and when.',
  version: 'The version of the server.',
  description: 'This description.',
}
