import type { Shortcut } from '../../../../../shared/home.ts'
import type { SettingsAnswer } from '../../../../../shared/settings.ts'
import { SelectField } from '../../../form/select-field.tsx'
import { TextField } from '../../../form/text-field.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { actionTo, type Kind, kinds, labelled, targetField, targetOf } from './home.ts'
import { shortcutIcons } from './icons.ts'

type Openable = Pick<SettingsAnswer, 'forms' | 'flows'>
type Props = Openable & { shortcut: Shortcut; change: (shortcut: Shortcut) => void; path: string }

/** A shortcut: what it says, and what it does. */
export function ShortcutFields({ shortcut, change, path, forms, flows }: Props) {
  const { homeScreen: words } = useLaterWords()
  const { label, description = '', icon } = shortcut
  return (
    <>
      <div className="settings-pair">
        <TextField
          label={words.label}
          path={`${path}.label`}
          value={label}
          change={(next) => change(labelled(shortcut, next))}
        />
        <SelectField
          label={words.icon}
          path={`${path}.icon`}
          value={icon}
          choices={[['', words.noIcon], ...shortcutIcons.map((name) => [name as string, words.icons[name]] as const)]}
          choose={(next) => change({ ...shortcut, icon: next })}
        />
      </div>
      <TextField
        label={words.description}
        path={`${path}.description`}
        value={description}
        change={(next) => change({ ...shortcut, description: next })}
      />
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
  const choose = (kind: Kind) => lead(kind, first(kind))
  return (
    <div className="settings-pair">
      <SelectField
        label={words.does}
        path={`${path}.action.kind`}
        value={action.kind}
        choices={kinds.map((kind) => [kind, words.kinds[kind]] as const)}
        choose={choose}
      />
      {action.kind === 'form' || action.kind === 'flow' ? (
        <Opened
          kind={action.kind}
          all={openable[action.kind]}
          path={`${path}.action.${action.kind}`}
          value={targetOf(action)}
          choose={(target) => lead(action.kind, target)}
        />
      ) : (
        <TextField
          label={words.targets[action.kind]}
          type={({ reply: 'text', url: 'url', tel: 'tel', email: 'email' } as const)[action.kind]}
          path={`${path}.action.${targetField[action.kind]}`}
          value={targetOf(action)}
          change={(target) => lead(action.kind, target)}
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
  choose: (id: string) => void
}

/** Which form or flow it opens; one that is gone is told. */
function Opened({ kind, all, path, value, choose }: OpenedProps) {
  const { homeScreen: words } = useLaterWords()
  const isGone = !all.some(({ id }) => id === value)
  if (all.length === 0) return <p className="muted">{words.none[kind]}</p>
  return (
    <div>
      <SelectField
        label={words.targets[kind]}
        path={path}
        value={value}
        choices={all.map(({ id, title }) => [id, title] as const)}
        choose={choose}
      />
      {isGone && value !== '' && <p className="error">{words.gone[kind](value)}</p>}
    </div>
  )
}
