import type { ToolList } from '../../../../../shared/tool.ts'
import { LinesField, NumberField, SelectField } from '../../../form/fields.tsx'
import { useTimes } from '../../../ui/format.ts'
import { useToolsWords } from '../../../words/screen-words.ts'
import { undeclaredArguments, unusedParameters } from './placeholders.ts'
import type { ToolDraft } from './tool-draft.ts'
import { ToolHeaders } from './tool-headers.tsx'
import { ToolTemplate } from './tool-template.tsx'
import { ValueList } from './tool-values.tsx'
import styles from './tools.module.css'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type Props = { draft: ToolDraft; list: ToolList }

/** The request of a tool that calls an API: parameters, method, URL, headers and body, and what is kept. */
export function RequestFields({ draft, list }: Props) {
  const words = useToolsWords()
  const { number } = useTimes()
  const { min, max } = list.limits.timeoutMs
  return (
    <>
      <div className="stack gap-1">
        <ValueList
          path="parameters"
          words={{
            ...{ legend: words.parameters, add: words.addParameter, one: words.parameter },
            hint: words.parametersHint,
          }}
        />
        <Warnings draft={draft} />
      </div>
      <SelectField label={words.method} path="method" choices={methods.map((method) => [method, method] as const)} />
      <ToolTemplate label={words.url} hint={words.urlHint} path="url" draft={draft} list={list} />
      {draft.method !== 'GET' && (
        <ToolTemplate label={words.body} hint={words.bodyHint} path="body" lines={7} draft={draft} list={list} />
      )}
      <ToolHeaders />
      <LinesField label={words.pick} hint={words.pickHint} path="pick" type="code" lines={3} />
      <NumberField
        label={words.timeout}
        hint={words.timeoutHint(number(min), number(max))}
        path="timeoutMs"
        min={min}
        max={max}
      />
    </>
  )
}

/** What may be a mistake: it can be saved. */
function Warnings({ draft }: { draft: ToolDraft }) {
  const { problems } = useToolsWords()
  const [unused, undeclared] = [unusedParameters(draft), undeclaredArguments(draft)]
  return (
    <div role="status" className={`stack gap-1 warning ${styles.warnings}`}>
      {unused.length > 0 && <p>{problems.unused(unused.join(', '))}</p>}
      {undeclared.length > 0 && <p>{problems.undeclared(undeclared.join(', '))}</p>}
    </div>
  )
}
