/** @jsxImportSource preact */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Flow } from '../../../../shared/widget.ts'
import { fill } from '../../words/words.ts'
import { usePartChat } from '../chat-context.tsx'
import { Choice } from './options.tsx'

type Step = Flow['steps'][number]

/** A flow's questions, one after the other, without the assistant. The answers make one message of the visitor. */
export function FlowSteps({ flow: { id, title, steps, submit } }: { flow: Flow }) {
  const { stage, state, words } = usePartChat()
  const [answers, setAnswers] = useState<string[]>([])
  const at = answers.length
  const step = steps[at]
  const named = (given: string[]) => Object.fromEntries(steps.map(({ field }, index) => [field, given[index] ?? '']))
  const filled = (given: string[]) => fill(submit.template, named(given))
  const take = (answer: string) => {
    const given = [...answers, answer]
    if (given.length < steps.length) return setAnswers(given)
    const quote = { id: `flow:${id}`, value: stage.mounting.natives.stringify(named(given)), words: filled(given) }
    stage.begin(() => (submit.job ? stage.talk.act(quote) : stage.talk.send(quote.words)))
  }
  if (!step) return null
  return (
    <section class="flow" aria-label={title ?? words.form}>
      {steps.slice(0, at).map((past, index) => (
        <Past key={past.field} ask={past.ask} answer={answers[index] as string} />
      ))}
      <p class="aside">{fill(words.step, { at: at + 1, count: steps.length })}</p>
      <Question key={at} step={step} maxLength={state.site.maxMessageLength - filled(answers).length} take={take} />
      <div class="buttons">
        {at > 0 && (
          <button type="button" class="quiet" onClick={() => setAnswers(answers.slice(0, -1))}>
            {words.previous}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => stage.change({ task: null })}>
          {words.cancel}
        </button>
      </div>
    </section>
  )
}

function Past({ ask, answer }: { ask: string; answer: string }) {
  return (
    <>
      <p class="ask" dir="auto">
        {ask}
      </p>
      <div class="entry user">
        <p class="bubble" dir="auto">
          {answer}
        </p>
      </div>
    </>
  )
}

type QuestionProps = { step: Step; maxLength: number; take: (answer: string) => void }

function Question({ step: { ask, input, choices = [] }, maxLength, take }: QuestionProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    root.current?.querySelector<HTMLElement>('button, input')?.focus()
    root.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is one question, and its words are no legend
    <div ref={root} class="question" role="group" aria-labelledby={id}>
      <p class="ask" id={id} dir="auto">
        {ask}
      </p>
      {input === 'choice' ? (
        <div class="chips">
          {choices.map((choice) => (
            <Choice key={choice} label={choice} choose={() => take(choice)} />
          ))}
        </div>
      ) : (
        <WrittenAnswer labelledBy={id} maxLength={maxLength} take={take} />
      )}
    </div>
  )
}

function WrittenAnswer({
  labelledBy,
  maxLength,
  take,
}: { labelledBy: string } & Pick<QuestionProps, 'maxLength' | 'take'>) {
  const { words } = usePartChat()
  const [isMissing, setMissing] = useState(false)
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const field = (event.currentTarget as HTMLFormElement).querySelector('input')!
    const answer = field.value.trim()
    if (answer) return take(answer)
    setMissing(true)
    field.focus()
  }
  return (
    <form class="field" noValidate onSubmit={send}>
      <div class="beside">
        <input
          dir="auto"
          maxLength={Math.max(1, maxLength)}
          placeholder={words.answer}
          aria-labelledby={labelledBy}
          aria-invalid={isMissing}
          aria-describedby={`${labelledBy}-fault`}
          onInput={() => setMissing(false)}
        />
        <button type="submit" class="primary">
          {words.nextStep}
        </button>
      </div>
      <p id={`${labelledBy}-fault`} class="fault">
        {isMissing && words.missing}
      </p>
    </form>
  )
}
