import { useId } from 'react'
import { focusAtFirst } from '../../ui/focus-at-first.ts'
import { useLaterWords } from '../../words/later-words.ts'

type Props = { value: string; change: (name: string) => void; isFirst?: boolean }

/** What somebody of the team is called; it may be left empty. The first field of a form has the focus at first. */
export function PersonNameField({ value, change, isFirst = false }: Props) {
  const { team: words } = useLaterWords()
  const hint = useId()
  return (
    <div className="settings-field">
      <label>
        {words.name}
        <input
          maxLength={100}
          dir="auto"
          autoComplete="off"
          aria-describedby={hint}
          value={value}
          onChange={({ target }) => change(target.value)}
          ref={isFirst ? focusAtFirst : undefined}
        />
      </label>
      <small id={hint}>{words.nameHint}</small>
    </div>
  )
}
