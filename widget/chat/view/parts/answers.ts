import type { FormField } from '../../../../shared/form.ts'
import type { LaterWords } from '../../words/later/en.ts'

const email = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const phone = /^[+(]?[\d\s()/.-]{3,40}$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** The key of the text that describes a fault in an answer; undefined if it is valid. */
export function faultOf(field: Pick<FormField, 'type' | 'required'>, answer: string): keyof LaterWords | undefined {
  if (answer === '') {
    if (!field.required) return undefined
    if (field.type === 'checkbox') return 'notTicked'
    return field.type === 'select' ? 'choose' : 'missing'
  }
  if (field.type === 'email' && !email.test(answer)) return 'notEmail'
  if (field.type === 'tel' && !phone.test(answer)) return 'notPhone'
  if (field.type === 'number' && !Number.isFinite(Number(answer))) return 'notNumber'
  if (field.type === 'date' && !day.test(answer)) return 'notDate'
  return undefined
}

/**
 * An answer as it is sent and stored: a tick is `true`, a number has a decimal point, and empty values are dropped
 * later.
 */
export function readAnswer({ type }: Pick<FormField, 'type'>, value: string): string {
  const trimmed = value.trim()
  if (type === 'email') return trimmed.toLowerCase()
  return type === 'number' ? trimmed.replace(',', '.') : trimmed
}

/** Answers as contact details. A field counts as email or phone by its name or, failing that, its type. */
export function contactOf(fields: readonly FormField[], answers: Record<string, string>): Record<string, string> {
  const names = new Set(fields.map(({ name }) => name))
  const kinds: Partial<Record<FormField['type'], string>> = { email: 'email', tel: 'phone' }
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const kind = kinds[type]
      const answer = answers[name]
      return answer ? [[kind && !names.has(kind) ? kind : name, answer]] : []
    }),
  )
}
