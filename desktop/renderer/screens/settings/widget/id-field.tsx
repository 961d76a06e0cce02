import { TextField } from '../../../form/fields.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { nameFrom } from './names.ts'

type Props = {
  title: string
  fallback: string
  /** The path of the form or flow. */
  path: string
  /** The shortcuts that open it, in words. */
  shortcuts: string[]
}

/** The id of a form or flow. An empty one is derived from the title when it is saved. */
export function IdField({ title, fallback, path, shortcuts }: Props) {
  const { forms: words } = useLaterWords()
  return (
    <TextField
      label={words.id}
      hint={shortcuts.length > 0 ? words.usedBy(shortcuts.map((label) => `“${label}”`).join(', ')) : words.idHint}
      placeholder={nameFrom(title, fallback)}
      type="url"
      path={`${path}.id`}
    />
  )
}
