import { TextField } from '../../../form/text-field.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { nameFrom } from './names.ts'

type Props = {
  id: string
  title: string
  fallback: string
  change: (id: string) => void
  path: string
  /** What opens it on the home screen, in words. */
  shortcuts: string[]
}

/** What a form or flow is known by. Empty, it is named after its title once it is saved. */
export function IdField({ id, title, fallback, change, path, shortcuts }: Props) {
  const { forms: words } = useLaterWords()
  return (
    <TextField
      label={words.id}
      hint={shortcuts.length > 0 ? words.usedBy(shortcuts.map((label) => `“${label}”`).join(', ')) : words.idHint}
      placeholder={nameFrom(title, fallback)}
      type="url"
      path={`${path}.id`}
      value={id}
      change={change}
    />
  )
}
