import { Choices, NumberField, Section, SelectField, TextField } from '../../../form/fields.tsx'
import { useField } from '../../../form/form.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useLaterWords } from '../../../words/later-words.ts'

/** The widget's icons for its button; anything else is shown as text. */
const icons = ['chat', 'message', 'question'] as const

/** The button that opens the widget. */
export function ButtonSection() {
  const { look: words } = useLaterWords()
  return (
    <Section title={words.button}>
      <div className="grid">
        <Choices
          legend={words.position}
          path="position"
          choices={[
            { value: 'right', label: words.right },
            { value: 'left', label: words.left },
          ]}
        />
        <Choices
          legend={words.shape}
          path="widget.launcher.shape"
          choices={[
            { value: 'circle', label: words.circle },
            { value: 'pill', label: words.pill },
          ]}
        />
      </div>
      <div className="grid">
        <IconField />
        <TextField label={words.label} hint={words.labelHint} path="widget.launcher.label" />
      </div>
      <NumberField label={words.offsetX} path="widget.launcher.offset.x" min={0} max={500} />
      <NumberField label={words.offsetY} path="widget.launcher.offset.y" min={0} max={500} />
      <h3>{words.hide}</h3>
      <TextList
        label={words.hide}
        one={words.hidePath}
        add={words.addPath}
        empty={words.hideNowhere}
        max={50}
        isFixed
        type="url"
        placeholder="/checkout/**"
        path="widget.launcher.hideOnPaths"
      />
      <small>{words.globHint}</small>
    </Section>
  )
}

function IconField() {
  const { look: words } = useLaterWords()
  const { value: icon = '', change } = useField<string>({ path: 'launcherIcon' })
  const isOwn = !(icons as readonly string[]).includes(icon)
  return (
    <div>
      <SelectField
        label={words.icon}
        value={isOwn ? 'own' : icon}
        change={(chosen) => change(chosen === 'own' ? '💬' : chosen)}
        choices={[...icons.map((name) => [name as string, words.icons[name]] as const), ['own', words.ownIcon]]}
      />
      {isOwn && <TextField label={words.sign} hint={words.signHint} path="launcherIcon" />}
    </div>
  )
}
