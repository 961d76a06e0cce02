import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { toast } from '../../ui/toast.ts'
import { usePagesWords } from '../../words/screen-words.ts'

/** Learns failed pages again: these, or all. */
export function useRetry(): (urls?: string[]) => Promise<void> {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { website: words } = usePagesWords()
  return useCallback(
    async (urls) => {
      try {
        await client.knowledge.retry.mutate({ site: site.id, ...(urls && { urls }) })
        toast(words.started)
      } catch (error) {
        toast(wordsOf(error), { tone: 'danger' })
      }
      await queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
    },
    [client, site.id, queries, words],
  )
}
