import { useQuery } from '@tanstack/react-query'
import type { Source, StoredMessage } from '../../../../../shared/message.ts'
import { useDesk } from '../../../live/desk.tsx'
import { traceQuery } from '../../../live/queries.ts'
import { Away } from '../../../ui/external-link.tsx'
import styles from '../../../ui/message/message.module.css'
import { Popup } from '../../../ui/popup.tsx'
import { shortAddress } from '../../../ui/web-address.ts'
import { useWords } from '../../../words/words.tsx'

/** A reply's sources: a numbered chip for each passage, which opens its title, heading and page. */
export function Sources({ message }: { message: StoredMessage }) {
  const words = useWords().conversation.message
  const { sources = [] } = message
  if (sources.length === 0) return null
  return (
    <ul className={styles.sources} aria-label={words.sources}>
      {sources.map((source, at) => (
        <li key={source.passageId}>
          <Popup label={words.source(at + 1, source.title)} className={styles.chip} button={at + 1}>
            {() => <Passage source={source} message={message} />}
          </Popup>
        </li>
      ))}
    </ul>
  )
}

function Passage({ source, message }: { source: Source; message: StoredMessage }) {
  const words = useWords().conversation.message
  const { data } = useQuery({ ...traceQuery(useDesk(), message.id), enabled: message.traceId !== undefined })
  const heading = data?.passages.find((passage) => passage.passageId === source.passageId)?.headingPath
  return (
    <div className={`stack gap-1 ${styles.passage}`}>
      <p className={styles.heading} dir="auto">
        {source.title}
      </p>
      {heading && (
        <p className="muted" dir="auto">
          {heading}
        </p>
      )}
      {source.url ? (
        <Away address={source.url}>{shortAddress(source.url)}</Away>
      ) : (
        <p className="muted">{words.noPage}</p>
      )}
    </div>
  )
}
