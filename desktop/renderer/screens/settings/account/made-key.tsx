import type { KeyCreated } from '../../../../../shared/key.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { focusAtFirst } from '../../../ui/focus.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import styles from './account.module.css'

/** A new key, and the prefix of the key that it replaces. */
export type Made = KeyCreated & { insteadOf: string | undefined }

/** Shows a new key, and what to do with it. */
export function MadeKey({ made, close }: { made: Made; close: () => void }) {
  const { keys: words } = useLaterWords().account
  const command = `curl ${location.origin}/api/v1/me -H 'Authorization: Bearer ${made.key}'`
  return (
    <section className={`stack gap-3 ${styles.made}`} aria-label={words.made} tabIndex={-1} ref={focusAtFirst}>
      <div className="row spread gap-3">
        <p role="status">
          <strong>
            <bdi>{made.name}</bdi> {words.isMade}
          </strong>{' '}
          {words.copyNow} {made.insteadOf !== undefined && words.thenRevoke(made.insteadOf)}
        </p>
        <button type="button" className="quiet" onClick={close}>
          {words.done}
        </button>
      </div>
      <Copyable label={words.key} text={made.key} />
      <Copyable label={words.tryIt} text={command} />
    </section>
  )
}
