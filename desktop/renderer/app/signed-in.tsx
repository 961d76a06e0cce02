import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { MeAnswer } from '../../../shared/site.ts'
import { watchFocus } from '../alerts/windows.ts'
import { CommandsProvider } from '../keys/commands.tsx'
import { type Connection, isRefused, isSignedOut, signOut, wordsOf } from '../live/connection.ts'
import { type Desk, DeskProvider, useDesk } from '../live/desk.tsx'
import { followSite } from '../live/follow-site.ts'
import { newId } from '../live/new-id.ts'
import { OutboxProvider, useOutbox } from '../live/outbox-context.tsx'
import { createReadMarks } from '../live/read-marks.ts'
import { toast } from '../ui/toast.ts'
import { Frame } from './frame/frame.tsx'

const kept = 'frontdesk.site'
const windowId = newId()

type Props = { me: MeAnswer; connection: Connection; isOut: boolean; left: () => void }

/** The context of all screens of a signed-in person: the desk, the outbox, and the events of one site. */
export function SignedIn({ me, connection, isOut, left }: Props) {
  const [chosen, setChosen] = useState(() => localStorage.getItem(kept))
  const site = me.sites.find(({ id }) => id === chosen) ?? me.sites[0]
  const siteId = site?.id ?? ''
  const readMarks = useMemo(
    () =>
      createReadMarks({
        send: (id, messageId) => connection.client.conversations.read.mutate({ site: siteId, id, messageId }),
        isRefused,
      }),
    [connection, siteId],
  )
  const desk = useMemo<Desk | undefined>(
    () =>
      site && {
        client: connection.client,
        me: me.admin,
        mayManage: me.admin.owner || me.admin.role === 'admin',
        site,
        sites: me.sites,
        chooseSite(id) {
          localStorage.setItem(kept, id)
          setChosen(id)
        },
        window: windowId,
        readMarks,
        signOut: () => leave(left),
      },
    [connection, me, site, left, readMarks],
  )
  if (!desk) return null
  return (
    <DeskProvider desk={desk}>
      <OutboxProvider key={desk.site.id} online={connection.online}>
        <CommandsProvider>
          <Following connection={connection} email={me.admin.email} site={desk.site.id} />
          <Frame key={desk.site.id} isOut={isOut} />
        </CommandsProvider>
      </OutboxProvider>
    </DeskProvider>
  )
}

function leave(left: () => void): void {
  signOut().then(left, (error) => {
    if (isSignedOut(error)) left()
    else toast(wordsOf(error), { tone: 'danger' })
  })
}

/** Follows the site's events while it is shown. */
function Following({ connection, email, site }: { connection: Connection; email: string; site: string }) {
  const client = useQueryClient()
  const outbox = useOutbox()
  const { readMarks } = useDesk()
  useEffect(() => watchFocus((isFocused) => isFocused && readMarks.resend()), [readMarks])
  useEffect(
    () =>
      followSite({
        cache: { client, site, me: email },
        connection,
        window: windowId,
        caughtUp() {
          void outbox.flush()
          readMarks.resend()
        },
      }),
    [client, connection, email, site, outbox, readMarks],
  )
  return null
}
