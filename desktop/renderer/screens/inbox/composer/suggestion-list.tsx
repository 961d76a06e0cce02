import { useEffect, useRef } from 'react'
import type { CannedActions } from '../../../../../shared/canned-reply.ts'
import { ActionChips } from '../../../ui/action-chips.tsx'
import { useWords } from '../../../words/words.tsx'
import styles from './composer.module.css'
import type { Suggestion, Suggestions } from './suggestions.ts'

type Props = { id: string; suggestions: Suggestions; choose: (suggestion: Suggestion) => void }

/** Suggestions to insert at the caret, above the text. The field keeps the focus and handles the keys. */
export function SuggestionList({ id, suggestions: { trigger, list, at }, choose }: Props) {
  const words = useWords().composer
  const marked = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time another one is active
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const name = { canned: words.canned, person: words.people, emoji: words.emoji }[trigger.kind]
  if (list.length === 0)
    return (
      <p className={`${styles.suggestions} muted`} role="status">
        {words.cannedNone(trigger.typed)}
      </p>
    )
  const active = list[at]
  const options = (
    <div className={styles.options} id={id} role="listbox" aria-label={name}>
      {list.map((suggestion, place) => (
        // The field keeps the focus, handles the keys, and names the active option by id.
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          className="row gap-3"
          key={suggestion.key}
          id={`${id}-${place}`}
          ref={place === at ? marked : undefined}
          role="option"
          aria-selected={place === at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(suggestion)}
        >
          <bdi className={`truncate ${styles.name}`}>{suggestion.name}</bdi>
          <bdi className={`truncate ${styles.detail}`}>{suggestion.detail}</bdi>
        </div>
      ))}
    </div>
  )
  return (
    <div className={styles.suggestions}>
      {options}
      {active?.actions && <Preview suggestion={active} actions={active.actions} />}
    </div>
  )
}

/** The whole text of a canned reply, and what it does. */
const Preview = ({ suggestion: { insert }, actions }: { suggestion: Suggestion; actions: CannedActions }) => (
  <section className={`stack gap-1 ${styles.preview}`} aria-label={useWords().canned.preview}>
    <p dir="auto">{insert}</p>
    <ActionChips actions={actions} />
  </section>
)
