import type { Flow } from '../../../../../shared/widget.ts'
import { freeName, nameFrom } from './names.ts'

export type Step = Flow['steps'][number]

const placeholder = /\{([^{}]*)\}/g

/** The names in the template that no step asks for. */
export function unknownFields({ steps, submit }: Pick<Flow, 'steps' | 'submit'>): string[] {
  const asked = steps.map(({ field }) => field)
  const written = [...submit.template.matchAll(placeholder)].map(([, name = '']) => name)
  return [...new Set(written.filter((name) => !asked.includes(name)))]
}

/** The answers that the template does not use. */
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

/** A changed step. If it was renamed, its name in the message changes too. */
export function putStep({ steps, submit, ...flow }: Flow, place: number, step: Step): Flow {
  const before = `{${steps[place]?.field}}`
  const template = submit.template.replaceAll(before, `{${step.field}}`)
  return { ...flow, steps: steps.with(place, step), submit: { ...submit, template } }
}

type Named = { id: string; title?: string | undefined }

/** Names flows or forms without an id after their titles. */
export function identified<T extends Named>(all: readonly T[], fallback: string): T[] {
  const taken = all.map(({ id }) => id).filter(Boolean)
  return all.map((one) => {
    if (one.id !== '') return one
    const id = freeName(nameFrom(one.title ?? '', fallback), taken)
    taken.push(id)
    return { ...one, id }
  })
}
