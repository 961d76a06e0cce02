import { lazy, Suspense, useEffect } from 'react'
import { Alerts } from '../../alerts/alerts.tsx'
import { KeyPresses } from '../../keys/key-presses.tsx'
import { KeySheet } from '../../keys/key-sheet.tsx'
import { found, Palette } from '../../keys/palette.tsx'
import { deleteNow } from '../../live/delete-later.ts'
import { useDesk } from '../../live/desk.tsx'
import { Inbox } from '../../screens/inbox/inbox.tsx'
import { useSeen } from '../../screens/inbox/list/away-since.ts'
import { lastList, navigate, useRoute } from '../../ui/route.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { Rail } from '../rail/rail.tsx'
import { readScreens } from '../read-screens.ts'
import { AppLinks } from './app-links.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import styles from './frame.module.css'
import { FrameCommands } from './frame-commands.tsx'

/** Rarely used, so it is loaded when the browser is idle. */
const Calendar = lazy(() => readScreens().then(({ Calendar }) => ({ default: Calendar })))
const Callbacks = lazy(() => readScreens().then(({ Callbacks }) => ({ default: Callbacks })))
const Contacts = lazy(() => readScreens().then(({ Contacts }) => ({ default: Contacts })))
const Jobs = lazy(() => readScreens().then(({ Jobs }) => ({ default: Jobs })))
const Knowledge = lazy(() => readScreens().then(({ Knowledge }) => ({ default: Knowledge })))
const Overview = lazy(() => readScreens().then(({ Overview }) => ({ default: Overview })))
const Settings = lazy(() => readScreens().then(({ Settings }) => ({ default: Settings })))
const soon = 2_000

/** The frame of a signed-in person: the rail, the connection bar, and the screen of the address. */
export function Frame({ isOut }: { isOut: boolean }) {
  const route = useRoute()
  const { site } = useDesk()
  // An unknown address leads to the last used list.
  useEffect(() => {
    if (!route) navigate({ page: 'inbox', list: lastList(), id: null }, { replace: true })
  }, [route])
  useEffect(found.begin, [])
  useSeen()
  useEffect(() => {
    addEventListener('pagehide', deleteNow)
    return () => removeEventListener('pagehide', deleteNow)
  }, [])
  useEffect(() => {
    // If it cannot be loaded now, it is loaded again when it is opened.
    const timer = setTimeout(() => void readScreens().catch(() => {}), soon)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.frame}>
      <title>{`${site.name} – Frontdesk`}</title>
      <Rail page={route?.page ?? 'inbox'} isOut={isOut} />
      <div className={styles.screen}>
        <ConnectionBar isOut={isOut} />
        {route?.page === 'inbox' && <Inbox list={route.list} id={route.id} />}
        <Suspense fallback={<main aria-busy="true" />}>
          {route?.page === 'contacts' && <Contacts id={route.id} query={route.query} />}
          {route?.page === 'jobs' && <Jobs id={route.id} query={route.query} />}
          {route?.page === 'calendar' && <Calendar query={route.query} />}
          {route?.page === 'callbacks' && <Callbacks list={route.list} query={route.query ?? ''} />}
          {route?.page === 'knowledge' && <Knowledge tab={route.tab} id={route.id} />}
          {route?.page === 'overview' && <Overview query={route.query} />}
          {route?.page === 'settings' && <Settings page={route.name} />}
        </Suspense>
      </div>
      <Toasts />
      <FrameCommands />
      <KeyPresses />
      <Palette />
      <KeySheet />
      <AppLinks />
      <Alerts />
    </div>
  )
}
