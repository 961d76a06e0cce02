import type { Flow } from '../../../../../shared/widget.ts'
import { filled } from './filled.ts'
import { freeName, nameFrom } from './names.ts'

export type Step = Flow['steps'][number]

const placeholder = /\{([^{}]*)\}/g

/** What the template names and no step asks for. */
export function unknownFields({ steps, submit }: Pick<Flow, 'steps' | 'submit'>): string[] {
  const asked = steps.map(({ field }) => field)
  const written = [...submit.template.matchAll(placeholder)].map(([, name = '']) => name)
  return [...new Set(written.filter((name) => !asked.includes(name)))]
}

/** What is asked for and does not come into the message. */
export const unusedFields = ({ steps, submit }: Pick<Flow, 'steps' | 'submit'>): string[] =>
  steps.map(({ field }) => field).filter((field) => field !== '' && !submit.template.includes(`{${field}}`))

/** The message that these answers make. */
export const composed = (template: string, answers: Record<string, string>): string =>
  template.replace(placeholder, (whole, name: string) => (Object.hasOwn(answers, name) ? answers[name]! : whole))

export const newStep = (steps: readonly Step[]): Step => ({
  field: freeName(
    'answer',
    steps.map(({ field }) => field),
  ),
  ask: '',
  input: 'text',
})

export const newFlow = (): Flow => ({
  id: '',
  title: '',
  steps: [newStep([])],
  submit: { as: 'message', template: '{answer}' },
})

/** The step changed; under another name, the message goes on to name it. */
export function putStep({ steps, submit, ...flow }: Flow, place: number, step: Step): Flow {
  const before = `{${steps[place]?.field}}`
  const template = submit.template.replaceAll(before, `{${step.field}}`)
  return { ...flow, steps: steps.with(place, step), submit: { ...submit, template } }
}

type Named = { id: string; title?: string | undefined }

/** The flows or forms, those without an id named after their title. */
export function identified<T extends Named>(all: readonly T[], fallback: string): T[] {
  const taken = all.map(({ id }) => id).filter(Boolean)
  return all.map((one) => {
    if (one.id !== '') return one
    const id = freeName(nameFrom(one.title ?? '', fallback), taken)
    taken.push(id)
    return { ...one, id }
  })
}

/** The flows as they are kept: choices only where there is a choice. */
export const flowsOf = (flows: readonly Flow[]): Flow[] =>
  identified(flows, 'flow').map(({ title, steps, ...flow }) => ({
    ...flow,
    ...filled({ title }),
    steps: steps.map(({ choices, ...step }) => ({
      ...step,
      ...(step.input === 'choice' && choices?.length ? { choices } : {}),
    })),
  }))
