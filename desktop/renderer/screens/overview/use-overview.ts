import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDesk } from '../../live/desk.tsx'
import { listen } from '../../live/heard.ts'

/** What happens moves figures; they are read anew so often at most, and so often without anything, in milliseconds. */
const soon = 5_000
const whole = 60_000

/** The answer for these days. What was read before is shown at once, and read anew behind it. */
export function useOverview(days: number, zone: string) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = listen(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: ['site', site.id, 'overview'] })
      }, soon)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [queries, site.id])
  return useQuery({
    queryKey: ['site', site.id, 'overview', days, zone],
    queryFn: () => client.overview.get.query({ site: site.id, days, tz: zone }),
    staleTime: 0,
    refetchInterval: whole,
    placeholderData: keepPreviousData,
  })
}
