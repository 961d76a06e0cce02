import type { Action } from '../../../../shared/action.ts'
import { actionTarget } from '../../../../shared/action.ts'
import type { MessageContent } from '../../../../shared/message.ts'
import type { Context } from '../../../core/context.ts'
import type { Phrases } from '../../../language/language.ts'

/** Telephone number and email of the business, from its home screen or its details. */
export function contactLines(ctx: Context): string[] {
  const actions: Action[] = ctx.site.settings.home.shortcuts.map(({ action }) => action)
  const reachable = actions.filter(({ kind }) => kind === 'tel' || kind === 'email')
  if (reachable.length > 0) return reachable.map((action) => `- ${action.label}: ${actionTarget(action)}`)
  const { phones = [], emails = [] } = ctx.site.facts ?? {}
  return [...phones, ...emails].map((one) => `- ${one}`)
}

/** The form for a visitor's details, if the site wants them. */
export function detailsForm(ctx: Context, phrases: Phrases): MessageContent | undefined {
  const { enabled, fields } = ctx.site.settings.leads
  if (!enabled || fields.length === 0) return undefined
  return { type: 'form', title: phrases.detailsTitle, fields, submitLabel: phrases.send }
}

/** The form for an answer later: a call, or an email if it has only an address. */
export function callbackForm({ callback }: Phrases): MessageContent {
  const field = (name: string, label: string, type: 'text' | 'tel' | 'email' | 'textarea', required: boolean) => ({
    name,
    label,
    type,
    required,
  })
  const fields = [
    field('name', callback.name, 'text', true),
    field('phone', callback.phone, 'tel', false),
    field('email', callback.email, 'email', false),
    field('message', callback.message, 'textarea', false),
  ]
  return { type: 'form', title: callback.title, fields, submitLabel: callback.submit, purpose: 'callback' }
}

/** Whether the team can contact somebody with these details. */
export const isReachable = (known: { email?: string | null; phone?: string | null } | null | undefined): boolean =>
  Boolean(known?.email || known?.phone)
