import type { SignInLink } from '../../../../shared/account.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { useTimes } from '../../ui/format.ts'
import { useLaterWords } from '../../words/later-words.ts'

type Props = { link: SignInLink & { name: string }; close: () => void }

/** A sign-in link that was just made: it is shown this once. */
export function NewLink({ link: { url, expiresAt, name }, close }: Props) {
  const { team: words } = useLaterWords()
  const times = useTimes()
  return (
    <section className="settings-card made-link" aria-label={words.link}>
      <p role="status">
        <strong dir="auto">{words.linkFor(name)}</strong> {words.linkHint(times.whole(expiresAt))}
      </p>
      <Copyable label={words.link} text={url} />
      <div className="settings-actions">
        <button type="button" className="quiet" onClick={close}>
          {words.done}
        </button>
      </div>
    </section>
  )
}
