type Message = { role: string; content: string }

const common = new Set(
  'about also been does from have into only that their them then there they this what when where which will with your'.split(
    ' ',
  ),
)

const wordsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !common.has(word)))

const beforeQuestion = 'The visitor writes:\n\n'

/** What the visitor wrote, without what the product says before it in the same message. */
export const questionIn = (messages: readonly Message[]): string =>
  messages.at(-1)?.content.split(beforeQuestion).at(-1) ?? ''

/** The content of source delimiters in a prompt, if there are any; otherwise all of it. */
function passagesIn(text: string): string[] {
  const framed = [...text.matchAll(/<source\b[^>]*>(.*?)<\/source>/gs)].map((match) => match[1] ?? '')
  return framed.length > 0 || text.includes('<sources>') ? framed : [text]
}

/** What a model without imagination would answer: the sentences of the prompt that match the question best. */
export function quoteFrom(messages: Message[]): string {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const [before, question] = (messages[last]?.content ?? '').split(beforeQuestion)
  const asked = wordsOf(question ?? before ?? '')
  const sentences = messages
    .map((message, at) =>
      at === last ? { ...message, content: question === undefined ? '' : (before ?? '') } : message,
    )
    .filter(({ role, content }) => role !== 'assistant' && content !== '')
    .flatMap(({ content }) => passagesIn(content))
    .flatMap((passage) => passage.split(/\n+|(?<=[.!?])\s+/))
    .map((sentence) => sentence.replace(/<[^>]*>|^[#>*\-\s[\]\d.)]+/g, '').trim())
  const scored = [...new Set(sentences)].map((sentence) => {
    const words = wordsOf(sentence)
    const shared = [...asked].filter((word) => words.has(word)).length
    return { sentence, score: shared / Math.sqrt(words.size + 4) }
  })
  const best = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score)
  if (best.length === 0) return 'I found nothing about that.'
  return best
    .slice(0, 2)
    .map(({ sentence }) => sentence)
    .join(' ')
}

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

/** The simplest value that matches a JSON schema, with `text` for each string. */
export function fitSchema(schema: Schema, text: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return fitSchema(schema.anyOf[0], text)
  if (schema.type === 'object') {
    const entries = Object.entries(schema.properties ?? {})
    return Object.fromEntries(entries.map(([name, property]) => [name, fitSchema(property, text)]))
  }
  const plain: Record<string, unknown> = { string: text, array: [], boolean: false, number: 0, integer: 0 }
  return plain[schema.type ?? ''] ?? null
}

/** The schema with its properties in alphabetical order, in which a model then writes them. */
export function sortSchema(schema: Schema): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))
  const properties = Object.fromEntries(entries.map(([name, property]) => [name, sortSchema(property)]))
  return { ...schema, ...(schema.properties && { properties }) }
}
