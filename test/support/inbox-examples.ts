type Records = {
  conversation(): Promise<string>
  closed(): Promise<string>
  visit(): Promise<string>
  claim(): Promise<string>
  view(): Promise<string>
}

/** Valid inputs of the inbox's operations on a conversation, and of its views. */
export const inboxExamples = {
  'conversations.undo': async ({ closed }: Records) => ({ id: await closed() }),
  'conversations.delete': async ({ conversation }: Records) => ({ id: await conversation() }),
  'conversations.block': async ({ visit }: Records) => ({ id: await visit(), blocked: true }),
  'conversations.missed': async ({ visit }: Records) => ({ id: await visit(), open: false }),
  'conversations.snooze': async ({ visit }: Records) => ({ id: await visit(), until: 'tomorrow' }),
  'conversations.verify': async ({ claim }: Records) => ({ id: await claim() }),
  'views.list': () => ({}),
  'views.create': () => ({ name: 'Closed', query: 'status=closed', shared: true }),
  'views.delete': async ({ view }: Records) => ({ id: await view() }),
}
