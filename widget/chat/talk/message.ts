import type { Message } from '../../../shared/message.ts'

/** A stored message, with fields from the visitor's history. */
export type Known = Message & { clientMessageId?: string; feedback?: 1 | -1; seenAt?: number }

type Plain = Record<string, unknown>

const isText = (value: unknown): value is string => typeof value === 'string'

/** The key of a message here: the visitor's own keep the id under which they were sent. */
export const keyOf = ({ id, clientMessageId }: Known): string => clientMessageId ?? id

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The elements that are objects whose named fields are strings. */
const listOf = (value: unknown, ...texts: string[]): Plain[] =>
  (Array.isArray(value) ? value : []).filter((item) => isPlain(item) && texts.every((name) => isText(item[name])))

/** Without fields that are not strings, because views rely on it. */
function onlyTexts(given: Plain, ...names: string[]): Plain {
  const kept = { ...given }
  for (const name of names) if (!isText(kept[name])) delete kept[name]
  return kept
}

function readCard(given: Plain): Plain {
  const card = onlyTexts(given, 'title', 'body', 'text')
  const image = isPlain(given.image) && isText(given.image.src) ? { image: onlyTexts(given.image, 'alt') } : undefined
  delete card.image
  return { ...card, ...image, actions: listOf(given.actions, 'id', 'label', 'kind') }
}

const readField = (given: Plain): Plain => ({
  ...onlyTexts(given, 'placeholder'),
  ...('options' in given ? { options: listOf(given.options, 'label', 'value') } : {}),
})

/** Validates the content of each type. Undefined if it cannot be shown as that type. */
const contents: Record<string, (given: Plain) => Plain | undefined> = {
  notice: (given) => (isText(given.text) ? given : undefined),
  options: (given) => filled(onlyTexts(given, 'text'), 'options', listOf(given.options, 'label', 'value')),
  card: (given) => (isText(given.title) ? readCard(given) : undefined),
  carousel: (given) => filled(given, 'cards', listOf(given.cards, 'title').map(readCard)),
  links: (given) => filled(onlyTexts(given, 'title'), 'links', listOf(given.links, 'label', 'url')),
  form: (given) =>
    filled(
      onlyTexts(given, 'title', 'submitLabel'),
      'fields',
      listOf(given.fields, 'name', 'label', 'type').map(readField),
    ),
}

const filled = (given: Plain, name: string, list: Plain[]) => (list.length > 0 ? { ...given, [name]: list } : undefined)

/** Parses a message of the server or the storage. Unknown types become text. */
export function readMessage(given: unknown): Known | undefined {
  if (!isPlain(given) || !isText(given.id) || !isText(given.role)) return undefined
  const { id, role, type, meta, sources, file, clientMessageId, feedback, seenAt } = given
  const content = isText(type) && Object.hasOwn(contents, type) ? contents[type]?.(given) : undefined
  const words = isText(given.text) ? { type: 'text', text: given.text } : undefined
  const shown = content ?? words
  if (!shown) return undefined
  const ts = typeof given.ts === 'number' ? given.ts : 0
  return {
    ...shown,
    id,
    ts,
    role: role === 'user' || role === 'system' ? role : 'agent',
    meta: isPlain(meta) ? onlyTexts(meta, 'agentName') : undefined,
    sources: sources === undefined ? undefined : listOf(sources, 'title'),
    file: isPlain(file) && isText(file.id) && isText(file.name) && isText(file.type) ? file : undefined,
    clientMessageId: isText(clientMessageId) ? clientMessageId : undefined,
    feedback: feedback === 1 || feedback === -1 ? feedback : undefined,
    seenAt: typeof seenAt === 'number' ? seenAt : undefined,
  } as Known
}

export const readMessages = (given: unknown): Known[] =>
  (Array.isArray(given) ? given : []).flatMap((message) => readMessage(message) ?? [])
