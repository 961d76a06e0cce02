type Records = {
  conversation(): Promise<string>
  spoken(): Promise<{ id: string; messageId: string }>
  gap(): Promise<string>
  personal(): Promise<string>
}

/** Valid inputs of the operations that help the team to write and to teach. */
export const copilotExamples = {
  'conversations.draftAnswer': async ({ conversation }: Records) => ({ id: await conversation() }),
  'conversations.rewrite': async ({ conversation }: Records) => ({
    id: await conversation(),
    text: 'We open at nine.',
    how: 'friendlier',
  }),
  'conversations.translate': async ({ spoken }: Records) => {
    const { id, messageId } = await spoken()
    return { id, messageIds: [messageId], to: 'de' }
  },
  'messages.draftEntry': async ({ personal }: Records) => ({ id: await personal() }),
  'gaps.reject': async ({ gap }: Records) => ({ id: await gap() }),
}
