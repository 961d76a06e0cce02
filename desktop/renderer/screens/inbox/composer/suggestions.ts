import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { fillVariables, matchCanned } from '../../../live/canned.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import type { Mode } from './draft.ts'
import { matchEmoji } from './emoji.ts'
import { findTrigger, type Trigger } from './trigger.ts'

/** Something that can be put into the text: how it is shown, and what is put in. */
export type Suggestion = { key: string; name: string; detail: string; insert: string }

export type Suggestions = {
  trigger: Trigger
  list: Suggestion[]
  /** Which of them is marked. */
  at: number
}

const mostPeople = 8

/** What fits what stands before the caret: canned replies, people of the team, emoji. */
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
    /** Goes up or down, and round at the ends. */
    move: (by: number) =>
      trigger && setMarked({ typed: trigger.typed, at: (at + by + list.length) % Math.max(1, list.length) }),
    /** Closes it until another place in the text asks for it. */
    dismiss: () => dismiss(place),
  }
}

function useFound({ lead, conversation }: ConversationAnswer, trigger: Trigger | undefined): Suggestion[] {
  const { client, site, me } = useDesk()
  const canned = useQuery({
    queryKey: keys.canned(site.id),
    queryFn: () => client.cannedReplies.list.query({ site: site.id }),
    enabled: trigger?.kind === 'canned',
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
      // To a visitor who is not verified, no canned reply tells what is stored.
      const contact = conversation.lead_verified === false ? conversation.lead_claim : lead
      const visitor = { name: contact?.name ?? textOf(name), email: contact?.email ?? textOf(email) }
      const fillings = { visitor, agent: { name: me.name }, site: { name: site.name } }
      return matchCanned(canned.data?.items ?? [], typed).map(({ id, shortcut, title, text }) => ({
        key: id,
        name: `/${shortcut}`,
        detail: title || text,
        insert: fillVariables(text, fillings),
      }))
    }
    case 'person':
      return (status.data?.agents ?? [])
        .filter(({ email, name }) => `${name ?? ''} ${email}`.toLowerCase().includes(typed.toLowerCase()))
        .slice(0, mostPeople)
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
