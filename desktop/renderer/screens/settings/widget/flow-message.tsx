import { useRef } from 'react'
import type { Flow } from '../../../../../shared/widget.ts'
import { TextField } from '../../../form/text-field.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { composed, unknownFields, unusedFields } from './flow.ts'

type Props = { flow: Flow; change: (flow: Flow) => void; path: string }

/** The message that the answers make, with what it will look like. */
export function FlowMessage({ flow, change, path }: Props) {
  const { flows: words } = useLaterWords()
  const part = useRef<HTMLDivElement>(null)
  const write = (template: string) => change({ ...flow, submit: { ...flow.submit, template } })
  const { template } = flow.submit
  const put = (field: string) => {
    const area = part.current?.querySelector('textarea')
    const { selectionStart: from, selectionEnd: to } = area ?? {
      selectionStart: template.length,
      selectionEnd: template.length,
    }
    write(`${template.slice(0, from)}{${field}}${template.slice(to)}`)
    area?.focus()
  }
  return (
    <div className="field-list" ref={part}>
      <TextField
        label={words.template}
        hint={words.templateHint}
        lines={3}
        path={path}
        value={template}
        change={write}
      />
      <ul className="variables">
        {flow.steps.map(({ field }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same field while they are written
          <li key={place}>
            <button type="button" className="quiet" onClick={() => put(field)}>
              <code>{`{${field}}`}</code>
            </button>
          </li>
        ))}
      </ul>
      <Told flow={flow} />
    </div>
  )
}

function Told({ flow }: { flow: Flow }) {
  const { flows: words } = useLaterWords()
  const answers = Object.fromEntries(flow.steps.map(({ field, choices }) => [field, choices?.[0] || words.example]))
  const unknown = unknownFields(flow)
  const unused = unusedFields(flow)
  return (
    <section className="preview" aria-label={words.preview}>
      <h3>{words.preview}</h3>
      <p dir="auto">{composed(flow.submit.template, answers)}</p>
      <div role="status">
        {unknown.length > 0 && (
          <p className="warning">{words.unknown(unknown.map((name) => `{${name}}`).join(', '))}</p>
        )}
        {unused.length > 0 && <p className="warning">{words.unused(unused.map((name) => `{${name}}`).join(', '))}</p>}
      </div>
    </section>
  )
}
