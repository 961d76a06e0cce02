import { z } from 'zod'

/** All scopes of keys and team members, with the description that `GET /keys` returns. */
export const scopes = {
  chat: 'Chat with the assistant as a visitor: start conversations, send messages, end conversations. With leads:read, `user` proves who the visitor is',
  'conversations:read': 'Read conversations and messages',
  'conversations:write': 'Summarise, delete, label, reply, take over, assign, close, hand back, add notes',
  'leads:read': 'Read and export contacts',
  'leads:write': 'Create, update and delete contacts, add notes',
  'callbacks:read': 'Read callback requests',
  'callbacks:write': 'Mark callback requests done or dismissed',
  'knowledge:read': 'Read pages, files and facts, search',
  'knowledge:write': 'Crawl, upload, add knowledge, correct facts',
  'prompt:read': 'Read the prompt, its versions, tools and the agent file',
  'prompt:write': 'Publish and restore the prompt, change tools, import an agent file',
  'settings:read': 'Read settings and integrations',
  'settings:write': 'Change settings, labels, contact tags, integrations and the live chat channel',
  'webhooks:read': 'Read webhook endpoints and the email service',
  'webhooks:write': 'Add, change, test and remove webhook endpoints and the email service',
  'analytics:read': 'Read the overview, usage and the running version',
  'team:read': 'Read dashboard accounts',
  'team:write': 'Add, change and remove dashboard accounts, make sign-in links (equal to dashboard access)',
  'keys:read': 'Read API keys',
  'keys:write': 'Create and revoke API keys (equal to dashboard access)',
  'audit:read': 'Read the audit log',
  'jobs:read': 'Read jobs and appointments',
  'jobs:write': 'Change jobs and appointments',
} as const

export const Scope = z.enum(Object.keys(scopes) as [keyof typeof scopes])
export type Scope = z.infer<typeof Scope>

export const allScopes = Object.keys(scopes) as Scope[]

const readAndWrite = (...areas: ('conversations' | 'leads' | 'callbacks' | 'jobs')[]): Scope[] =>
  areas.flatMap((area): Scope[] => [`${area}:read`, `${area}:write`])

/** The scopes of a dashboard account with the role `member`. */
export const memberScopes = readAndWrite('conversations', 'leads', 'callbacks', 'jobs')

export const presets = [
  { id: 'chat', label: 'Chat only', scopes: ['chat'] as Scope[] },
  { id: 'crm', label: 'CRM', scopes: memberScopes },
  { id: 'read', label: 'Read-only', scopes: allScopes.filter((scope) => scope.endsWith(':read')) },
  { id: 'full', label: 'Full access', scopes: allScopes },
] as const

/** Whether these scopes include `wanted`. `x:write` includes `x:read`. */
export function covers(held: Iterable<string>, wanted: Scope): boolean {
  const set = held instanceof Set ? held : new Set(held)
  return set.has(wanted) || (wanted.endsWith(':read') && set.has(wanted.replace(/:read$/, ':write')))
}
