import type { Widen } from '../en.ts'

/** The filters of a list that an address names. */
export const found = {
  title: 'Only conversations that',
  all: 'Show all',
  empty: 'No conversation is like that',
  emptyHint: 'The overview also counts conversations that retention has deleted.',
  between: (from: string, to: string) => `began ${from} to ${to}`,
  on: (day: string) => `began ${day}`,
  since: (from: string) => `began since ${from}`,
  until: (to: string) => `began until ${to}`,
  status: { bot: 'the assistant has', live: 'are live chats', closed: 'are closed' } as Record<string, string>,
  outcome: (names: string) => `outcome: ${names}`,
  sentiment: (name: string) => `visitor: ${name}`,
  quality: { hot: 'hot leads', warm: 'warm leads', cold: 'cold leads', none: 'no leads' } as Record<string, string>,
  topic: (name: string) => `topic: ${name}`,
  handled: { assistant: 'the assistant alone had', person: 'a person has had' } as Record<string, string>,
  handover: {
    requested: 'asked for a person',
    answered: 'waited for a person who came',
    missed: 'waited in vain for a person',
  } as Record<string, string>,
  answeredBy: (name: string) => `were answered by ${name}`,
  asked: 'asked the same open question',
  hour: (from: string, to: string) => `began between ${from} and ${to}`,
  rated: { up: 'have a reply rated good', down: 'have a reply rated bad' } as Record<string, string>,
  page: (address: string) => `began on ${address}`,
  country: (name: string) => `came from ${name}`,
  visitor: { returning: 'a contact came again for', oneMessage: 'have one message of the visitor' } as Record<
    string,
    string
  >,
}
export type FoundWords = Widen<typeof found>
