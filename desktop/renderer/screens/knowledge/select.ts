import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { WebPage, WebPages } from '../../../../shared/crawl.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { toast } from '../../ui/toast.ts'

type ListData = InfiniteData<WebPages, string | undefined>

/**
 * Selects whether the next run learns a page. Shown immediately, and reverted with a toast if the server rejects it.
 */
export function useSelect(): (page: WebPage, selected: boolean) => Promise<void> {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  return useCallback(
    async ({ id, url }, selected) => {
      const show = (isSelected: boolean) =>
        queries.setQueriesData<ListData>(
          { queryKey: knowledgeKeys.allPages(site.id) },
          (data) => data && withSelected(data, id, isSelected),
        )
      // A running request may have an older answer.
      void queries.cancelQueries({ queryKey: knowledgeKeys.allPages(site.id) }, { revert: false })
      show(selected)
      try {
        await client.knowledge.select.mutate({ site: site.id, urls: [url], selected })
      } catch (error) {
        show(!selected)
        toast(wordsOf(error), { tone: 'danger' })
      }
      await queries.invalidateQueries({ queryKey: knowledgeKeys.allPages(site.id) })
    },
    [client, site.id, queries],
  )
}

const withSelected = (data: ListData, id: string, isSelected: boolean): ListData => ({
  ...data,
  pages: data.pages.map((part) => ({
    ...part,
    pages: part.pages.map((page) => (page.id === id ? { ...page, selected: isSelected ? 1 : 0 } : page)),
  })),
})
