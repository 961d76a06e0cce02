import type { Flow } from '../../../../../shared/widget.ts'
import { Choices, TextField } from '../../../form/fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { newStep, putStep, type Step } from './flow.ts'

type Props = { flow: Flow; change: (flow: Flow) => void; path: string }

/** The questions of a flow, in their order. */
export function FlowSteps({ flow, change, path }: Props) {
  const { flows: words } = useLaterWords()
  return (
    <div className="stack">
      <h3>{words.steps}</h3>
      <OrderedList<Step>
        label={words.steps}
        path={path}
        nameOf={({ ask, field }, place) => ask || field || words.step(place + 1)}
        add={{ words: words.addStep, make: () => newStep(flow.steps) }}
        max={20}
      >
        {({ item, path, place }) => (
          <StepFields step={item} change={(step) => change(putStep(flow, place, step))} path={path} />
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
      <TextField label={words.ask} lines={2} path={`${path}.ask`} />
      <Choices
        legend={words.input}
        path={`${path}.input`}
        change={(input) => change({ ...step, input, ...(input === 'choice' ? { choices: first } : {}) })}
        choices={[
          { value: 'text', label: words.inputText },
          { value: 'choice', label: words.inputChoice },
        ]}
      />
      {step.input === 'choice' && (
        <div className="stack">
          <h3>{words.choices}</h3>
          <TextList label={words.choices} one={words.choice} add={words.addChoice} max={20} path={`${path}.choices`} />
        </div>
      )}
      <TextField
        label={words.field}
        hint={words.fieldHint}
        type="url"
        path={`${path}.field`}
        change={(field) => change({ ...step, field })}
      />
    </>
  )
}
