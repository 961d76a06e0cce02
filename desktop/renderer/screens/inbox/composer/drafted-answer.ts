import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { DraftedAnswer } from '../../../../../shared/copilot.ts'
import type { StoredMessage } from '../../../../../shared/message.ts'
import { httpClient } from '../../../app/http-client.ts'
import { useCommand } from '../../../keys/commands.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { useUnsent } from '../../../live/outbox.ts'
import { useOutbox } from '../../../live/outbox-context.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useCopilotWords } from '../../../words/screen-words.ts'
import { useWords } from '../../../words/words.tsx'
import { insertText } from './insert-text.ts'
import type { Writing } from './writing.ts'

/** The answer that the assistant drafted for the visitor's open question, and what to do with it. */
export type Drafted = {
  /** Undefined if there is none, or the person writes their own. */
  offer: DraftedAnswer | undefined
  /** Whether it has been taking long enough to say so. */
  isSlow: boolean
  insert(): void
  /** Also stops one that is still being written. */
  dismiss(): void
}

/** Progress is shown after this many milliseconds. */
const soon = 1_000

/**
 * Drafts an answer in a chat of this person, while the reply box is empty. The draft belongs to one message of one
 * conversation, so it never appears anywhere else, and it is never inserted or sent by itself.
 */
export function useDraftedAnswer({ conversation, messages }: ConversationAnswer, writing: Writing): Drafted {
  const { site, me } = useDesk()
  const queries = useQueryClient()
  const { id, status, assigned_to } = conversation
  const isSending = useUnsent(useOutbox(), id).length > 0
  const asked = openMessage(messages)
  const isMine = status === 'live' && assigned_to === me.email
  const isFree = isMine && !isSending && writing.mode === 'reply' && writing.text.trim() === ''
  const key = keys.drafted(site.id, id, asked ?? '')
  const { data, isFetching } = useQuery<DraftedAnswer | null>({
    queryKey: key,
    queryFn: ({ signal }) => httpClient().conversations.draftAnswer.mutate({ site: site.id, id }, { signal }),
    enabled: asked !== undefined && isFree,
    retry: false,
  })
  const cancel = () => queries.cancelQueries({ queryKey: key })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the person begins to write
  useEffect(() => {
    if (!isFree) void cancel()
  }, [isFree])
  const isSlow = useDebounced(isFetching, soon) && isFetching && isFree
  const offer = data && data.text !== '' && isFree ? data : undefined
  const dismiss = () => void cancel().then(() => queries.setQueryData(key, null))
  const insert = () => {
    if (!offer) return
    const { current: field } = writing.field
    const at = field?.selectionStart ?? 0
    insertText(field, offer.text, at, at)
    queries.setQueryData(key, null)
  }
  const isShown = offer !== undefined || isSlow
  useEffect(() => {
    writing.onEscape.current = isShown ? dismiss : undefined
  })
  useDraftKeys({ insert, dismiss }, isShown)
  return { offer, isSlow, insert, dismiss }
}

function useDraftKeys({ insert, dismiss }: Pick<Drafted, 'insert' | 'dismiss'>, isShown: boolean): void {
  const { group } = useWords().composer
  const { draft } = useCopilotWords()
  const both = { group, inFields: true }
  useCommand({ id: 'composer.insertDraft', words: draft.insertLong, ...both, keys: 'alt+enter', run: insert })
  useCommand({ id: 'composer.dismissDraft', words: draft.dismissLong, ...both, keys: 'escape', run: dismiss }, isShown)
}

/** The id of the visitor's latest message; undefined once a person has written after it. */
function openMessage(messages: readonly StoredMessage[]): string | undefined {
  const last = messages.findLast(({ role, author }) => role === 'user' || author !== null)
  return last?.role === 'user' ? last.id : undefined
}
