import { useId } from 'react'
import { useWords } from '../../words/words.tsx'

type Props = { colors: string[]; value: string; choose: (color: string) => void }

/** The colours of the palette; one from elsewhere that is set stands beside them. */
export function ColorChoice({ colors, value, choose }: Props) {
  const { labels: words } = useWords()
  const group = useId()
  const all = colors.includes(value) ? colors : [...colors, value]
  return (
    <fieldset className="colors">
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
              onChange={() => choose(color)}
            />
            <span className="swatch" style={{ background: color }} />
          </label>
        )
      })}
    </fieldset>
  )
}
