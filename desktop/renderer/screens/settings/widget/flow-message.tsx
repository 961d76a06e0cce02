import type { Flow } from '../../../../../shared/widget.ts'
import { TemplateField } from '../../../form/template-field.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { composed, unknownFields, unusedFields } from './flow.ts'

/** The message that a flow's answers make, with a preview. */
export function FlowMessage({ flow, path }: { flow: Flow; path: string }) {
  const { flows: words } = useLaterWords()
  return (
    <TemplateField
      label={words.template}
      hint={words.templateHint}
      lines={3}
      path={path}
      variables={flow.steps.map(({ field }) => ({ text: `{${field}}` }))}
    >
      <Preview flow={flow} />
    </TemplateField>
  )
}

function Preview({ flow }: { flow: Flow }) {
  const { flows: words } = useLaterWords()
  const answers = Object.fromEntries(flow.steps.map(({ field, choices }) => [field, choices?.[0] || words.example]))
  const unknown = unknownFields(flow)
  const unused = unusedFields(flow)
  return (
    <section className="stack gap-1 preview" aria-label={words.preview}>
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
