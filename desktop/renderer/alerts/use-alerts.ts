import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { availability } from '../live/availability.ts'
import { findRow } from '../live/cache.ts'
import type { Client } from '../live/connection.ts'
import { useDesk } from '../live/desk.tsx'
import { connectionState } from '../live/follow-site.ts'
import { navigate, useRoute } from '../ui/route.ts'
import { wordsNow } from '../words/words.tsx'
import { createBadge } from './badge.ts'
import { followServer } from './follow.ts'
import { noticesFor } from './notice-words.ts'
import { createNotices } from './notices.ts'
import { preferences } from './preferences.ts'
import { type Runtime, startAlerts } from './runtime.ts'
import { soundState } from './sound.ts'
import { watchFocus } from './windows.ts'

/** Runs the alerts of this window while the person is on this site. */
export function useAlerts(): void {
  const { client, site, me, window } = useDesk()
  const queries = useQueryClient()
  const route = useRoute()
  const shows = route?.page === 'inbox' ? route.id : null
  const shown = useRef(shows)
  const running = useRef<Runtime>(undefined)
  const { email, name } = me
  const siteId = site.id
  // The account may be refetched at any time, which alone must not reset the alerts.
  useEffect(() => {
    const { runtime, end } = start({ client, queries, site: siteId, window, me: { email, name } })
    running.current = runtime
    const endFocus = watchFocus((isFocused) => runtime.setViewed(isFocused ? shown.current : null))
    return () => {
      endFocus()
      end()
    }
  }, [client, queries, siteId, window, email, name])
  useEffect(() => {
    shown.current = shows
    running.current?.setViewed(document.hasFocus() ? shows : null)
  }, [shows])
}

type Options = {
  client: Client
  queries: QueryClient
  site: string
  window: string
  me: { email: string; name: string | null }
}

function start({ client, queries, site, window, me }: Options): { runtime: Runtime; end: () => void } {
  const cache = { client: queries, site, me: me.email }
  const know = (id: string) => {
    const row = findRow(cache, id)
    return { name: row?.leadName ?? row?.leadEmail ?? null, text: row?.lastRole === 'user' ? row.lastMessage : null }
  }
  const notices = createNotices((id) => navigate({ page: 'inbox', list: 'all', id }))
  const badge = createBadge()
  const runtime = startAlerts({
    site,
    window,
    isAvailable: availability.get,
    isOnline: () => ['live', 'catching'].includes(connectionState.get().state),
    show: (notice) => void notices.show(notice),
    close: notices.close,
    count: badge.set,
    noticesOf: (alerts) =>
      noticesFor(alerts, { words: wordsNow().alerts.notice, preview: preferences.get().preview, know }),
  })
  const listenForSound = () => runtime.mayPlay(soundState.get() === 'ready')
  const ends = [
    followServer({ client, site, me }, runtime),
    preferences.subscribe(runtime.update),
    availability.subscribe(runtime.update),
    connectionState.subscribe(runtime.update),
    soundState.subscribe(listenForSound),
    runtime.close,
    notices.closeAll,
    badge.end,
  ]
  listenForSound()
  const endAll = () => {
    for (const end of ends) end()
  }
  return { runtime, end: endAll }
}
