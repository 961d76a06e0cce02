const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago something was, in few words, with the whole time for who rests on it. */
export function Ago({ what, at }: { what: string; at: number }) {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {what} {wordsFor(Date.now() - at, date)}
    </time>
  )
}

function wordsFor(passed: number, date: Date): string {
  if (passed < minute) return 'just now'
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`
  if (passed < day) return `${Math.floor(passed / hour)} h ago`
  return `on ${date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' })}`
}
