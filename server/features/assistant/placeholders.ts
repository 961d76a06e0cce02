import { asLine } from './prompt-data.ts'
import type { Turn } from './turn.ts'

const longestValue = 500
const placeholder = /\{\{\s*(user|lead|prechat)\.([^{}]{1,64}?)\s*\}\}/g

/**
 * Fills `{{user.*}}`, `{{lead.*}}` and `{{prechat.*}}` of the business's own instructions. Only these are ever filled, and
 * only once: whatever a value or a visitor writes between braces stays as it is. A value stands in the frame of what a
 * visitor said, which nothing in it can end: it is no part of the instructions.
 */
export function fillPlaceholders(instructions: string, { conversation, lead }: Pick<Turn, 'conversation' | 'lead'>) {
  const contact = lead && { ...lead.more, name: lead.name, email: lead.email, phone: lead.phone }
  const known = { user: conversation.user, lead: contact, prechat: conversation.prechat }
  return instructions.replace(placeholder, (_, kind: keyof typeof known, name: string) => {
    const values: Record<string, unknown> = { ...known[kind] }
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    const text = ['string', 'number', 'boolean'].includes(typeof value) ? asLine(String(value), longestValue) : ''
    return text === '' ? '' : `<visitor>${text}</visitor>`
  })
}
