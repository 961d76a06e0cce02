import { asLine } from './prompt-data.ts'
import type { Turn } from './turn.ts'

const longestValue = 500
const placeholder = /\{\{\s*(user|lead|prechat)\.([^{}]{1,64}?)\s*\}\}/g

/**
 * Fills `{{user.*}}`, `{{lead.*}}` and `{{prechat.*}}` of the business's own instructions. Only these are ever filled, and
 * only once: whatever a value or a visitor writes between braces stays as it is.
 */
export function fillPlaceholders(instructions: string, { conversation, lead }: Pick<Turn, 'conversation' | 'lead'>) {
  const known = { user: conversation.user, lead, prechat: conversation.prechat }
  return instructions.replace(placeholder, (_, kind: keyof typeof known, name: string) => {
    const values: Record<string, unknown> = { ...known[kind] }
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return ['string', 'number', 'boolean'].includes(typeof value) ? asLine(String(value), longestValue) : ''
  })
}
