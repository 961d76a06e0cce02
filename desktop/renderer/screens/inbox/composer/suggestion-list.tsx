import { useEffect, useRef } from 'react'
import { useWords } from '../../../words/words.tsx'
import type { Suggestion, Suggestions } from './suggestions.ts'

type Props = { id: string; suggestions: Suggestions; choose: (suggestion: Suggestion) => void }

/** What can be put in at the caret, above the text. The keys stay with the text field. */
export function SuggestionList({ id, suggestions: { trigger, list, at }, choose }: Props) {
  const words = useWords().composer
  const marked = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that another one is marked
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const name = { canned: words.canned, person: words.people, emoji: words.emoji }[trigger.kind]
  if (list.length === 0)
    return (
      <p className="suggestions muted" role="status">
        {words.cannedNone(trigger.typed)}
      </p>
    )
  return (
    <div className="suggestions" id={id} role="listbox" aria-label={name}>
      {list.map((suggestion, place) => (
        // The field keeps the focus and has the keys: it names the marked one by its id.
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={suggestion.key}
          id={`${id}-${place}`}
          ref={place === at ? marked : undefined}
          role="option"
          aria-selected={place === at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(suggestion)}
        >
          <bdi className="name">{suggestion.name}</bdi>
          <bdi className="detail">{suggestion.detail}</bdi>
        </div>
      ))}
    </div>
  )
}
