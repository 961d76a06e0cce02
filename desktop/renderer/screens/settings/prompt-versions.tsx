import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Prompt, PromptVersionSummary } from '../../../../shared/prompt.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { useTimes } from '../../ui/format.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { toast } from '../../ui/toast.ts'
import { useAssistantWords } from '../../words/screen-words.ts'
import styles from './prompt.module.css'

type Props = { prompt: Prompt; mayRestore: boolean; restored: () => Promise<void> }

/** The number of listed versions; older ones are available by number through the API. */
const maxShown = 50

/** The published versions, newest first. Each can be viewed and restored. */
export function PromptVersions({ prompt, mayRestore, restored }: Props) {
  const words = useAssistantWords()
  const { client, site } = useDesk()
  const restore = async (version: number) => {
    try {
      await client.prompt.restore.mutate({ site: site.id, version, baseVersion: prompt.version })
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
    }
    await restored()
  }
  if (prompt.version === 0) return <p className="muted">{words.none}</p>
  return (
    <details>
      <summary>
        {words.versions} <span className="muted">{words.published(prompt.version)}</span>
      </summary>
      <ul className={`stack ${styles.versions}`}>
        {prompt.versions.slice(0, maxShown).map((one) => (
          <Version
            key={one.version}
            one={one}
            {...(mayRestore && one.version !== prompt.version && { restore: () => void restore(one.version) })}
          />
        ))}
      </ul>
    </details>
  )
}

function Version({ one, restore }: { one: PromptVersionSummary; restore?: () => void }) {
  const words = useAssistantWords()
  const times = useTimes()
  const [isOpen, setOpen] = useState(false)
  const { version, author, note, restoredFrom, createdAt } = one
  const from = [author, times.whole(createdAt), restoredFrom !== null && words.restored(restoredFrom)]
  return (
    <li>
      <div className="settings-line">
        <p>
          <button type="button" className="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span className="unseen">{words.show(version)}</span>
            <span aria-hidden="true">{words.version(version)}</span>
          </button>{' '}
          <small>{from.filter(Boolean).join(' · ')}</small>
        </p>
        {restore && (
          <button type="button" className="quiet" aria-label={words.restoreOne(version)} onClick={restore}>
            {words.restore}
          </button>
        )}
      </div>
      {note && <p dir="auto">{note}</p>}
      {isOpen && <VersionText version={version} />}
    </li>
  )
}

function VersionText({ version }: { version: number }) {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: ['site', site.id, 'prompt', version],
    queryFn: () => client.prompt.version.query({ site: site.id, version }),
  })
  return (
    <QueryBoundary query={query}>
      {({ text }) => (
        <pre className={styles.text} dir="auto">
          {text}
        </pre>
      )}
    </QueryBoundary>
  )
}
