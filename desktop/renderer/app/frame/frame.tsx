import { lazy, Suspense, useEffect } from 'react'
import { Alerts } from '../../alerts/alerts.tsx'
import { KeyPresses } from '../../keys/key-presses.tsx'
import { KeySheet } from '../../keys/key-sheet.tsx'
import { found, Palette } from '../../keys/palette.tsx'
import { useDesk } from '../../live/desk.tsx'
import { Inbox } from '../../screens/inbox/inbox.tsx'
import { Rail } from '../rail/rail.tsx'
import { AppLinks } from './app-links.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { FrameCommands } from './frame-commands.tsx'
import './frame.css'
import { Toasts } from '../../ui/toasts.tsx'
import { lastList } from '../last-list.ts'
import { readScreens } from '../read-screens.ts'
import { go, useRoute } from '../route.ts'

/** Few go there on a day, and nobody at first: they are read once there is time for it. */
const Callbacks = lazy(() => readScreens().then(({ Callbacks }) => ({ default: Callbacks })))
const Contacts = lazy(() => readScreens().then(({ Contacts }) => ({ default: Contacts })))
const Knowledge = lazy(() => readScreens().then(({ Knowledge }) => ({ default: Knowledge })))
const Overview = lazy(() => readScreens().then(({ Overview }) => ({ default: Overview })))
const Settings = lazy(() => readScreens().then(({ Settings }) => ({ default: Settings })))
const soon = 2_000

/** Everything that a signed-in person sees: the rail, the bar about the connection, and what the address names. */
export function Frame({ isOut }: { isOut: boolean }) {
  const route = useRoute()
  const { site } = useDesk()
  // An address that names nothing leads to where the person was last.
  useEffect(() => {
    if (!route) go({ page: 'inbox', list: lastList(), id: null }, { replace: true })
  }, [route])
  useEffect(found.begin, [])
  useEffect(() => {
    // Should it not come, it is asked for again when somebody goes there.
    const timer = setTimeout(() => void readScreens().catch(() => {}), soon)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="frame">
      <title>{`${site.name} – Frontdesk`}</title>
      <Rail page={route?.page ?? 'inbox'} isOut={isOut} />
      <div className="screen">
        <ConnectionBar isOut={isOut} />
        {route?.page === 'inbox' && <Inbox list={route.list} id={route.id} />}
        <Suspense fallback={<main aria-busy="true" />}>
          {route?.page === 'contacts' && <Contacts id={route.id} query={route.query} />}
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
