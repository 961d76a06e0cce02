import { inWords } from '../../../live/custom-fields.ts'
import { Fact } from './fact.tsx'
import { Section } from './section.tsx'

type Props = {
  name: string
  title: string
  hint?: string
  of: Record<string, unknown> | null
  folded?: boolean
}

/** Names and values, whatever they are; nothing where there are none. */
export function Entries({ name, title, hint, of, folded = false }: Props) {
  const entries = Object.entries(of ?? {})
  if (entries.length === 0) return null
  return (
    <Section name={name} title={title} folded={folded}>
      {hint && <p className="muted">{hint}</p>}
      <dl>
        {entries.map(([key, value]) => (
          <Fact key={key} name={key} value={inWords(value)}>
            {typeof value === 'object' && value !== null ? <pre dir="ltr">{inWords(value)}</pre> : undefined}
          </Fact>
        ))}
      </dl>
    </Section>
  )
}
