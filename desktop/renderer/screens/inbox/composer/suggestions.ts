import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CannedActions } from '../../../../../shared/canned-reply.ts'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { fillVariables, matchCanned } from '../../../live/canned.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import type { Mode } from './draft.ts'
import { matchEmoji } from './emoji.ts'

/** A suggestion: its label, and the text to insert. */
export type Suggestion = {
  key: string
  name: string
  detail: string
  insert: string
  /** What a canned reply does after it was sent. Its text and actions are shown before it is chosen. */
  actions?: CannedActions
}

export type Suggestions = {
  trigger: Trigger
  list: Suggestion[]
  /** The active one. */
  at: number
}

const maxPeople = 8

/** Suggestions for the text before the caret: canned replies, team members, emoji. */
export function useSuggestions(answer: ConversationAnswer, text: string, caret: number, mode: Mode) {
  const trigger = findTrigger(text, caret, mode)
  const place = trigger && `${trigger.kind} ${trigger.from}`
  const [dismissed, dismiss] = useState<string>()
  const [marked, setMarked] = useState({ typed: '', at: 0 })
  const list = useFound(answer, trigger)
  const isOpen = trigger !== undefined && place !== dismissed && (list.length > 0 || trigger.kind === 'canned')
  const at = marked.typed === trigger?.typed ? Math.min(marked.at, list.length - 1) : 0
  const suggestions: Suggestions | undefined = isOpen ? { trigger, list, at } : undefined
  return {
    suggestions,
    /** Moves up or down, and wraps around. */
    move: (by: number) =>
      trigger && setMarked({ typed: trigger.typed, at: (at + by + list.length) % Math.max(1, list.length) }),
    /** Closes the list until the caret is at another trigger. */
    dismiss: () => dismiss(place),
  }
}

function useFound({ lead, conversation }: ConversationAnswer, trigger: Trigger | undefined): Suggestion[] {
  const { client, site, me } = useDesk()
  // Loaded before the first slash, so that Enter right after it does not break the line.
  const canned = useQuery({
    queryKey: keys.canned(site.id),
    queryFn: () => client.cannedReplies.list.query({ site: site.id }),
  })
  const status = useQuery({
    queryKey: keys.status(site.id),
    queryFn: () => client.live.status.query({ site: site.id }),
    enabled: trigger?.kind === 'person',
  })
  if (!trigger) return []
  const { typed } = trigger
  switch (trigger.kind) {
    case 'canned': {
      const { name, email } = conversation.user ?? {}
      // Canned replies must not reveal stored data to an unverified visitor.
      const contact = conversation.lead_verified === false ? conversation.lead_claim : lead
      const visitor = { name: contact?.name ?? textOf(name), email: contact?.email ?? textOf(email) }
      const fillings = {
        visitor,
        agent: { name: me.name },
        business: { name: site.businessName },
        site: { name: site.name },
      }
      return matchCanned(canned.data?.items ?? [], typed).map(({ id, shortcut, title, text, actions }) => ({
        key: id,
        name: `/${shortcut}`,
        detail: title || text,
        insert: fillVariables(text, fillings),
        actions: { ...actions, note: fillVariables(actions.note, fillings).trim() },
      }))
    }
    case 'person':
      return (status.data?.agents ?? [])
        .filter(({ email, name }) => `${name ?? ''} ${email}`.toLowerCase().includes(typed.toLowerCase()))
        .slice(0, maxPeople)
        .map(({ email, name }) => ({ key: email, name: name ?? email, detail: email, insert: `@${name ?? email} ` }))
    case 'emoji':
      return matchEmoji(typed).map(([emoji, words]) => ({
        key: emoji,
        name: emoji,
        detail: words.split(' ')[0] ?? '',
        insert: `${emoji} `,
      }))
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** A typed trigger for suggestions, and its range in the text. */
type Trigger = { kind: 'canned' | 'person' | 'emoji'; typed: string; from: number; to: number }

const kinds = { '/': 'canned', '@': 'person', ':': 'emoji' } as const
const typing = /(?:^|[\s(])([/@:])([\p{L}\p{M}\p{N}_.+-]{0,40})$/u
const minForEmoji = 2

/**
 * The `/`, `@` or `:` at the beginning of the word before the caret.
 * @param mode canned replies are for replies, team members for notes, emoji for both
 */
export function findTrigger(text: string, caret: number, mode: 'reply' | 'note'): Trigger | undefined {
  const found = typing.exec(text.slice(0, caret).slice(-80))
  if (!found) return undefined
  const kind = kinds[found[1] as keyof typeof kinds]
  const typed = found[2] ?? ''
  if (kind === 'person' && mode !== 'note') return undefined
  if (kind === 'canned' && mode !== 'reply') return undefined
  if (kind === 'emoji' && typed.length < minForEmoji) return undefined
  return { kind, typed, from: caret - typed.length - 1, to: caret }
}

/** The text with a suggestion in place of the trigger, and the caret's new position. */
export function insertSuggestion(text: string, { from, to }: Trigger, what: string): { text: string; caret: number } {
  return { text: text.slice(0, from) + what + text.slice(to), caret: from + what.length }
}
