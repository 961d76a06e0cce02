/** How far this person has read each conversation, as the server is told. */
export type ReadMarks = {
  /** Read up to this message: told at once. */
  mark(conversation: string, messageId: string): void
  /** Tells what could not be told: called when the connection is back, and when the person comes back to the window. */
  tellAgain(): void
}

type Options = {
  tell(conversation: string, messageId: string): Promise<unknown>
  /** Whether the server will say no to it every time. */
  isRefused(error: unknown): boolean
}

/** Keeps each mark until the server has it. Only the last of a conversation matters, and one that comes twice does no harm. */
export function createReadMarks({ tell, isRefused }: Options): ReadMarks {
  const untold = new Map<string, string>()
  const send = async (conversation: string, messageId: string) => {
    const isOver = await tell(conversation, messageId).then(() => true, isRefused)
    if (isOver && untold.get(conversation) === messageId) untold.delete(conversation)
  }
  return {
    mark(conversation, messageId) {
      untold.set(conversation, messageId)
      void send(conversation, messageId)
    },
    tellAgain() {
      for (const [conversation, messageId] of untold) void send(conversation, messageId)
    },
  }
}
