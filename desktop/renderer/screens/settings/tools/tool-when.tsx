import { LinesField, Switch, TextField } from '../../../form/fields.tsx'
import { useToolsWords } from '../../../words/screen-words.ts'
import type { ToolDraft } from './tool-draft.ts'
import styles from './tools.module.css'

/** When a tool runs besides in the chat, and its condition. */
export function WhenFields({ draft: { kind, after, when }, runsInChat }: { draft: ToolDraft; runsInChat: boolean }) {
  const words = useToolsWords()
  return (
    <fieldset className={`stack gap-3 ${styles.area}`}>
      <legend>{words.when}</legend>
      {runsInChat && <p className="muted">{words.inChat}</p>}
      {kind === 'http' && <Switch label={words.before} hint={words.beforeHint} path="before" />}
      <Switch label={words.after} hint={words.afterHint} path="after" />
      {after && (
        <TextField
          label={words.condition}
          hint={words.conditionHint}
          path="when.path"
          type="code"
          placeholder="labels.intent"
        />
      )}
      {after && when.path.trim() !== '' && (
        <LinesField label={words.values} hint={words.valuesHint} path="when.in" lines={3} />
      )}
    </fieldset>
  )
}
