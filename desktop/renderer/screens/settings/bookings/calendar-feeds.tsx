import { useRef, useState } from 'react'
import type { CalendarFeed } from '../../../../../shared/booking.ts'
import { Section } from '../../../form/fields.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { useCall } from '../../../ui/use-call.ts'
import { useBookingsWords } from '../../../words/screen-words.ts'

/** The addresses at which other calendars subscribe to appointments. */
export function CalendarFeeds() {
  const words = useBookingsWords()
  return (
    <Section title={words.feeds} hint={words.feedsHint}>
      <Feed of="me" />
      <Feed of="site" />
    </Section>
  )
}

/** Read only when asked for, because somebody may look over a shoulder. */
function Feed({ of }: { of: CalendarFeed['of'] }) {
  const words = useBookingsWords()
  const { client, site } = useDesk()
  const { busy, fault, call } = useCall()
  const [feed, setFeed] = useState<CalendarFeed>()
  const asking = useRef<HTMLDialogElement>(null)
  const given = { site: site.id, of }
  const show = () => call(async () => setFeed(await client.bookings.feed.query(given)))
  const renew = () => call(async () => setFeed(await client.bookings.renewFeed.mutate(given)))
  const name = words.feedNames[of]
  return (
    <div className="stack">
      <h3>{name}</h3>
      {feed && <Copyable label={words.feedAddress} text={feed.url} />}
      <div className="cluster">
        {feed ? (
          <button
            type="button"
            className="quiet"
            aria-label={words.renewNamed(name)}
            disabled={busy}
            onClick={() => asking.current?.showModal()}
          >
            {words.renew}
          </button>
        ) : (
          <button
            type="button"
            className="quiet"
            aria-label={words.showNamed(name)}
            disabled={busy}
            onClick={() => void show()}
          >
            {words.showAddress}
          </button>
        )}
      </div>
      <ConfirmDialog
        dialog={asking}
        title={words.renewTitle}
        text={words.renewText}
        cancel={words.keepAddress}
        confirm={words.renew}
        onConfirm={() => void renew()}
      />
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
