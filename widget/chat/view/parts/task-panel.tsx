/** @jsxImportSource preact */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { answerWords } from '../../../../shared/form-words.ts'
import type { InlineForm } from '../../../../shared/widget.ts'
import { usePartChat } from '../chat-context.tsx'
import { PrivacyLink } from '../external-link.tsx'
import { asksConsent, asksFirst, type Stage } from '../stage.ts'
import { contactOf } from './answers.ts'
import { BookingPart } from './booking-part.tsx'
import { ChallengePanel } from './challenge-panel.tsx'
import { FlowSteps } from './flow-steps.tsx'
import { Form } from './form.tsx'

/** A guided task that replaces the message box. */
export function TaskPanel() {
  const { shown, state } = usePartChat()
  const { task, challenge } = shown
  const asks = asksFirst(state)
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that something else is asked
  useLayoutEffect(() => {
    // The challenge usually completes itself, so the visitor should not be kept from writing.
    // The calendar has its own focus.
    if (!challenge && task?.kind !== 'booking')
      panel.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [task, asks, challenge])
  if (!task && !asks && !challenge) return null
  return (
    <div class="task" ref={panel}>
      {asks && <BeforeStart />}
      {challenge && <ChallengePanel challenge={challenge} />}
      {!asks && task?.kind === 'flow' && <FlowSteps flow={task.flow} />}
      {task?.kind === 'booking' && <BookingPart part="Picker" key={task.moves} moves={task.moves} quiet={task.quiet} />}
      {!asks && task?.kind === 'form' && <FilledForm form={task.form} />}
    </div>
  )
}

const leave = (stage: Stage) => stage.change({ task: null })

/** A form of the site. Its answers are a message of the visitor, and contact details if the chat begins with it. */
function FilledForm({ form: { title, fields, submitLabel } }: { form: InlineForm }) {
  const { stage, words } = usePartChat()
  const submit = (answers: Record<string, string>) => {
    const lines = answerWords(fields, answers, words.yes)
    if (stage.talk.state.asksDetails) stage.talk.giveDetails(contactOf(fields, answers))
    stage.begin(() => stage.talk.send([title, lines].filter(Boolean).join('\n') || words.form))
  }
  return (
    <Form
      title={title ?? words.form}
      fields={fields}
      submitLabel={submitLabel ?? words.submit}
      submit={submit}
      cancel={() => leave(stage)}
    />
  )
}

/** What the first message waits for: consent, and the details that the site asks for. */
function BeforeStart() {
  const { stage, state, words } = usePartChat()
  const { talk } = stage
  const agrees = asksConsent(state)
  const submit = (answers: Record<string, string>) => {
    if (state.asksDetails) talk.giveDetails(answers)
    if (agrees) talk.consent()
  }
  const takeBack = () => {
    const written = state.entries.findLast(({ sending }) => sending)
    talk.reset()
    if (written?.type === 'text') talk.setDraft(written.text)
    stage.change({ screen: 'home', task: null })
  }
  return (
    <Form
      title={words.beforeStart}
      fields={state.asksDetails ? state.site.form.fields : []}
      submitLabel={agrees ? words.agreeAndSend : words.submit}
      submit={submit}
      cancel={takeBack}
    >
      {agrees && (
        <p class="small">
          {words.agree} <PrivacyLink />
        </p>
      )}
    </Form>
  )
}
