import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import { useEffect } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { StoredMessage } from '../../../../../shared/message.ts'
import { httpClient } from '../../../app/http-client.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { showTranslations } from '../../../live/translating.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useCopilotWords } from '../../../words/screen-words.ts'
import { useLanguage } from '../../../words/words.tsx'
import styles from './translation.module.css'

/** Earlier messages are not translated. */
const maxMessages = 30
/** Progress is shown after this many milliseconds. */
const soon = 1_000

/** Translates the visitor's messages into the reader's language while it is shown, and says if that is slow or failed. */
export function Translating({ answer: { conversation, messages } }: { answer: ConversationAnswer }) {
  const words = useCopilotWords().translation
  const { language } = useLanguage()
  const { data, isFetching, isError } = useTranslations(conversation.id, messages, language)
  useEffect(() => showTranslations(new Map(Object.entries(data ?? {}))), [data])
  useEffect(() => () => showTranslations(new Map()), [])
  const isSlow = useDebounced(isFetching, soon) && isFetching
  const text = isSlow ? words.busy : isError ? words.failed : ''
  if (text === '') return null
  return (
    <p className={`row gap-1 ${styles.state}`} role="status">
      <Languages size={14} aria-hidden />
      {text}
    </p>
  )
}

type Texts = Readonly<Record<string, string>>

/** Translates the messages that are new; the rest is kept. */
function useTranslations(id: string, messages: readonly StoredMessage[], to: string) {
  const { site } = useDesk()
  const queries = useQueryClient()
  const wanted = messages.filter(isTranslatable).slice(-maxMessages)
  const kept = keys.translated(site.id, id, to)
  return useQuery({
    queryKey: [...kept, wanted.at(-1)?.id ?? ''],
    queryFn: async ({ signal }): Promise<Texts> => {
      const known = queries.getQueryData<Texts>(kept) ?? {}
      const messageIds = wanted.map((message) => message.id).filter((one) => known[one] === undefined)
      if (messageIds.length === 0) return known
      const input = { site: site.id, id, messageIds, to }
      const { messages: written } = await httpClient().conversations.translate.mutate(input, { signal })
      if (written.length === 0) throw new Error('The model gave no translation.')
      const texts = { ...known, ...Object.fromEntries(written.map((one) => [one.id, one.text])) }
      queries.setQueryData(kept, texts)
      return texts
    },
    enabled: wanted.length > 0,
    retry: false,
    placeholderData: (before) => before,
  })
}

const isTranslatable = ({ role, type, text = '' }: StoredMessage) =>
  role === 'user' && type === 'text' && /\p{L}{2}/u.test(text) && !text.startsWith('{')
