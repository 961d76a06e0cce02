import type { Flow } from '../../../../../shared/widget.ts'
import { Choices } from '../../../form/fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { TextField } from '../../../form/text-field.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { newStep, putStep, type Step } from './flow.ts'

type Props = { flow: Flow; change: (flow: Flow) => void; path: string }

/** What a flow asks, in its order. */
export function FlowSteps({ flow, change, path }: Props) {
  const { flows: words } = useLaterWords()
  return (
    <div className="field-list">
      <h3>{words.steps}</h3>
      <OrderedList
        label={words.steps}
        path={path}
        items={flow.steps}
        change={(steps) => change({ ...flow, steps })}
        nameOf={({ ask, field }, place) => ask || field || words.step(place + 1)}
        add={{ words: words.addStep, make: () => newStep(flow.steps) }}
        most={20}
      >
        {(row) => (
          <StepFields step={row.item} change={(step) => change(putStep(flow, row.place, step))} path={row.path} />
        )}
      </OrderedList>
    </div>
  )
}

function StepFields({ step, change, path }: { step: Step; change: (step: Step) => void; path: string }) {
  const { flows: words } = useLaterWords()
  const first = step.choices ?? ['', '']
  return (
    <>
      <TextField
        label={words.ask}
        lines={2}
        path={`${path}.ask`}
        value={step.ask}
        change={(ask) => change({ ...step, ask })}
      />
      <Choices
        legend={words.input}
        value={step.input}
        choose={(input) => change({ ...step, input, ...(input === 'choice' ? { choices: first } : {}) })}
        choices={[
          { value: 'text', label: words.inputText },
          { value: 'choice', label: words.inputChoice },
        ]}
      />
      {step.input === 'choice' && (
        <div className="field-list">
          <h3>{words.choices}</h3>
          <TextList
            label={words.choices}
            one={words.choice}
            add={words.addChoice}
            most={20}
            path={`${path}.choices`}
            items={step.choices ?? []}
            change={(choices) => change({ ...step, choices })}
          />
        </div>
      )}
      <TextField
        label={words.field}
        hint={words.fieldHint}
        type="url"
        path={`${path}.field`}
        value={step.field}
        change={(field) => change({ ...step, field })}
      />
    </>
  )
}
