import type { Shortcut } from '../../../../../shared/home.ts'
import type { SettingsAnswer } from '../../../../../shared/settings.ts'
import { SelectField, TextField } from '../../../form/fields.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { actionTo, type Kind, kinds, labelled, targetField, targetOf } from './home.ts'

type Openable = Pick<SettingsAnswer, 'forms' | 'flows'>
type Props = Openable & { shortcut: Shortcut; change: (shortcut: Shortcut) => void; path: string }

/** A shortcut: its label and action. */
export function ShortcutFields({ shortcut, change, path, forms, flows }: Props) {
  const { homeScreen: words } = useLaterWords()
  return (
    <>
      <div className="grid">
        <TextField label={words.label} path={`${path}.label`} change={(label) => change(labelled(shortcut, label))} />
        <SelectField
          label={words.icon}
          path={`${path}.icon`}
          choices={[['', words.noIcon], ...shortcutIcons.map((name) => [name as string, words.icons[name]] as const)]}
        />
      </div>
      <TextField label={words.description} path={`${path}.description`} />
      <ActionFields {...{ shortcut, change, path, forms, flows }} />
    </>
  )
}

function ActionFields({ shortcut, change, path, forms, flows }: Props) {
  const { homeScreen: words } = useLaterWords()
  const { action } = shortcut
  const openable = { form: forms, flow: flows }
  const lead = (kind: Kind, target: string) => change({ ...shortcut, action: actionTo(kind, action, target) })
  const first = (kind: Kind) => {
    if (kind === 'form' || kind === 'flow') return openable[kind][0]?.id ?? ''
    return kind === 'reply' ? shortcut.label : ''
  }
  return (
    <div className="grid">
      <SelectField
        label={words.does}
        path={`${path}.action.kind`}
        change={(kind) => lead(kind, first(kind))}
        choices={kinds.map((kind) => [kind, words.kinds[kind]] as const)}
      />
      {action.kind === 'form' || action.kind === 'flow' ? (
        <Opened
          kind={action.kind}
          all={openable[action.kind]}
          path={`${path}.action.${action.kind}`}
          value={targetOf(action)}
        />
      ) : (
        <TextField
          label={words.targets[action.kind]}
          type={({ reply: 'text', url: 'url', tel: 'tel', email: 'email' } as const)[action.kind]}
          path={`${path}.action.${targetField[action.kind]}`}
        />
      )}
    </div>
  )
}

type OpenedProps = {
  kind: 'form' | 'flow'
  all: SettingsAnswer['forms']
  path: string
  value: string
}

/** The form or flow that it opens. Shows if it no longer exists. */
function Opened({ kind, all, path, value }: OpenedProps) {
  const { homeScreen: words } = useLaterWords()
  const isGone = !all.some(({ id }) => id === value)
  if (all.length === 0) return <p className="muted">{words.none[kind]}</p>
  return (
    <div>
      <SelectField label={words.targets[kind]} path={path} choices={all.map(({ id, title }) => [id, title] as const)} />
      {isGone && value !== '' && <p className="error">{words.gone[kind](value)}</p>}
    </div>
  )
}

/** The widget's icons for shortcuts. */
const shortcutIcons = ['chat', 'help', 'phone', 'mail', 'calendar', 'document', 'person', 'box'] as const
