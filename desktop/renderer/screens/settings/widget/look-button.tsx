import { Choices, NumberField, Section } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { TextField } from '../../../form/text-field.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import type { LookProps } from './look-sections.tsx'

/** The icons that the widget has for its button; anything else is shown as it is. */
const icons = ['chat', 'message', 'question'] as const

/** The button that opens the widget. */
export function ButtonSection({ look, change }: LookProps) {
  const { look: words } = useLaterWords()
  return (
    <Section title={words.button}>
      <div className="settings-pair">
        <Choices
          legend={words.position}
          value={look.position}
          choose={(position) => change({ position })}
          choices={[
            { value: 'right', label: words.right },
            { value: 'left', label: words.left },
          ]}
        />
        <Choices
          legend={words.shape}
          value={look.shape}
          choose={(shape) => change({ shape })}
          choices={[
            { value: 'circle', label: words.circle },
            { value: 'pill', label: words.pill },
          ]}
        />
      </div>
      <div className="settings-pair">
        <IconField look={look} change={change} />
        <TextField
          label={words.label}
          hint={words.labelHint}
          path="widget.launcher.label"
          value={look.label}
          change={(label) => change({ label })}
        />
      </div>
      <Offsets look={look} change={change} />
      <h3>{words.hide}</h3>
      <TextList
        label={words.hide}
        one={words.hidePath}
        add={words.addPath}
        empty={words.hideNowhere}
        most={50}
        isFixed
        type="url"
        placeholder="/checkout/**"
        path="widget.launcher.hideOnPaths"
        items={look.hideOnPaths}
        change={(hideOnPaths) => change({ hideOnPaths })}
      />
      <small>{words.globHint}</small>
    </Section>
  )
}

function Offsets({ look, change }: LookProps) {
  const { look: words } = useLaterWords()
  return (
    <>
      <NumberField
        label={words.offsetX}
        path="widget.launcher.offset.x"
        value={look.offsetX}
        least={0}
        most={500}
        change={(offsetX) => change({ offsetX })}
      />
      <NumberField
        label={words.offsetY}
        path="widget.launcher.offset.y"
        value={look.offsetY}
        least={0}
        most={500}
        change={(offsetY) => change({ offsetY })}
      />
    </>
  )
}

function IconField({ look: { launcherIcon }, change }: LookProps) {
  const { look: words } = useLaterWords()
  const isOwn = !(icons as readonly string[]).includes(launcherIcon)
  return (
    <div>
      <SelectField
        label={words.icon}
        path=""
        value={isOwn ? 'own' : launcherIcon}
        choices={[...icons.map((icon) => [icon as string, words.icons[icon]] as const), ['own', words.ownIcon]]}
        choose={(chosen) => change({ launcherIcon: chosen === 'own' ? '💬' : chosen })}
      />
      {isOwn && (
        <TextField
          label={words.sign}
          hint={words.signHint}
          path="launcherIcon"
          value={launcherIcon}
          change={(sign) => change({ launcherIcon: sign })}
        />
      )}
    </div>
  )
}
