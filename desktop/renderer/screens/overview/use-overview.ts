import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OverviewDayName } from '../../../../shared/overview.ts'
import { useDesk } from '../../live/desk.tsx'
import { onEvent } from '../../live/event-listeners.ts'

/** Minimum time between refetches caused by events, and between automatic ones, in milliseconds. */
const soon = 5_000
const whole = 60_000

/** The live chat of one day. Events refetch it together with the figures of the days below. */
export function useOverviewDay(day: OverviewDayName) {
  const { client, site } = useDesk()
  return useQuery({
    queryKey: ['site', site.id, 'overview', 'day', day],
    queryFn: () => client.overview.day.query({ site: site.id, day }),
    staleTime: 0,
    refetchInterval: whole,
  })
}

/** The figures for these days. Cached ones are shown immediately, and refetched. */
export function useOverview(days: number, zone: string) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onEvent(() => {
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
