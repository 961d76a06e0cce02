/** The read position of each conversation, as reported to the server. */
export type ReadMarks = {
  /** Reads up to this message, and reports it immediately. */
  mark(conversation: string, messageId: string): void
  /** Reports what could not be sent. Called after reconnecting, and when the person returns to the window. */
  resend(): void
}

type Options = {
  send(conversation: string, messageId: string): Promise<unknown>
  /** Whether the server will always reject it. */
  isRefused(error: unknown): boolean
}

/**
 * Keeps each position until the server has it. Only the last of a conversation matters, and repeating one is harmless.
 */
export function createReadMarks({ send, isRefused }: Options): ReadMarks {
  const unsent = new Map<string, string>()
  const attempt = async (conversation: string, messageId: string) => {
    const isOver = await send(conversation, messageId).then(() => true, isRefused)
    if (isOver && unsent.get(conversation) === messageId) unsent.delete(conversation)
  }
  return {
    mark(conversation, messageId) {
      unsent.set(conversation, messageId)
      void attempt(conversation, messageId)
    },
    resend() {
      for (const [conversation, messageId] of unsent) void attempt(conversation, messageId)
    },
  }
}
