import { Field, useField } from '../../../form/form.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import styles from './widget.module.css'

/** The colour for a colour input: `#abc` with six digits, black if it is invalid. */
const picked = (color: string) => {
  const whole = /^#[0-9a-f]{3}$/i.test(color) ? color.replace(/[0-9a-f]/gi, '$&$&') : color
  return /^#[0-9a-f]{6}$/i.test(whole) ? whole : '#000000'
}

/** A colour, picked or typed. */
export function ColorField(field: { label: string; hint: string; path: string }) {
  const { look: words } = useLaterWords()
  const { value = '', change } = useField<string>(field)
  return (
    <Field {...field}>
      {(control) => (
        <div className={`row ${styles.colorField}`}>
          <input
            type="color"
            aria-label={words.pick}
            value={picked(value)}
            onChange={(event) => change(event.target.value)}
          />
          <input
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={(event) => change(event.target.value)}
            {...control}
          />
        </div>
      )}
    </Field>
  )
}
