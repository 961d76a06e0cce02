import { useId } from 'react'
import { useField } from '../../form/form.tsx'
import { useWords } from '../../words/words.tsx'
import styles from './color-choice.module.css'

/** Selects a colour of the palette, or keeps a different one set elsewhere. */
export function ColorChoice({ colors }: { colors: string[] }) {
  const { labels: words } = useWords()
  const { value = '', change } = useField<string>({ path: 'color' })
  const group = useId()
  const all = colors.includes(value) ? colors : [...colors, value]
  return (
    <fieldset className={`cluster ${styles.colors}`}>
      <legend>{words.color}</legend>
      {all.map((color, place) => {
        const name = (place < colors.length && words.colors[place]) || color
        return (
          <label key={color} title={name}>
            <input
              type="radio"
              name={group}
              value={color}
              aria-label={name}
              checked={color === value}
              onChange={() => change(color)}
            />
            <span className={styles.swatch} style={{ background: color }} />
          </label>
        )
      })}
    </fieldset>
  )
}
