import { useOutbox } from '../../../live/outbox-context.tsx'
import type { Seen } from '../conversation/seen.ts'
import type { Mode } from './draft.ts'

/**
 * How what was written is sent: over the outbox, which keeps it until the server has it. With a reply goes the last message
 * that the writer saw, so that the server can hold it back where somebody wrote meanwhile.
 */
export function useSend(id: string, seen: Seen): (mode: Mode, text: string, close: boolean) => void {
  const outbox = useOutbox()
  return (mode, text, close) => {
    const lastSeenMessageId = mode === 'reply' ? seen.current : undefined
    outbox.add({ conversation: id, kind: mode, text, close, lastSeenMessageId })
  }
}
