import { RefreshCw, UserX, Wifi, WifiOff } from 'lucide-react'
import { useConnection } from '../../live/follow-site.ts'
import { useWords } from '../../words/words.tsx'

const icons = { live: Wifi, catching: RefreshCw, offline: WifiOff, out: UserX }

/** How it stands with the server, always there to be seen. What changes is said by the bar. */
export function ConnectionLight({ isOut }: { isOut: boolean }) {
  const { state: standing, events } = useConnection()
  const { connection } = useWords()
  const state = isOut ? 'out' : standing
  const said = { live: connection.live, catching: connection.catching(events), offline: connection.offline }
  const words = state === 'out' ? connection.out : said[state]
  const Icon = icons[state]
  return (
    <span className="connection-light" data-state={state} title={words}>
      <Icon size={16} role="img" aria-label={words} />
    </span>
  )
}
