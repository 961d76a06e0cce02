import type { Connection } from '../../live/connection-state.ts'
import { useConnection } from '../../live/follow-site.ts'
import { useOutbox } from '../../live/outbox-context.tsx'
import { useStore } from '../../live/store.ts'
import type { Words } from '../../words/en.ts'
import { useWords } from '../../words/words.tsx'
import styles from './connection-bar.module.css'

/** Shows problems of the connection. A live region, so that screen readers announce them. */
export function ConnectionBar({ isOut }: { isOut: boolean }) {
  const state = useConnection()
  const { connection: words } = useWords()
  const unsent = useStore(useOutbox().unsent, (entries) => entries)
  const count = unsent.filter((entry) => entry.state !== 'held').length
  const [tone, text] = isOut ? (['out', words.out] as const) : barOf(state, count, words)
  return (
    <p className={styles.connectionBar} data-tone={tone} role="status">
      {text}
    </p>
  )
}

function barOf({ state, events, back }: Connection, unsent: number, words: Words['connection']) {
  switch (state) {
    case 'offline':
      return ['offline', unsent > 0 ? words.offlineUnsent(unsent) : words.offline] as const
    case 'catching':
      return ['catching', words.catching(events)] as const
    case 'live':
      return ['back', back === 'complete' ? words.back : back === 'reloaded' ? words.backReloaded : ''] as const
  }
}
