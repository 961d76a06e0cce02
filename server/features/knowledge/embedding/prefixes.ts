/** What models were taught to read before a question and before a passage: without it they find clearly worse. */
const taught: { model: RegExp; question: string; passage: string }[] = [
  { model: /nomic-embed/i, question: 'search_query: ', passage: 'search_document: ' },
  { model: /\be5-(?:small|base|large)|multilingual-e5(?!.*instruct)/i, question: 'query: ', passage: 'passage: ' },
  {
    model: /bge-(?:small|base|large)-en|mxbai-embed|snowflake-arctic-embed(?!2)/i,
    question: 'Represent this sentence for searching relevant passages: ',
    passage: '',
  },
]

/** Longer texts say no more to a model than their beginning, and may be refused. */
const longest = 8_000

const prefixesOf = (model: string) => taught.find((one) => one.model.test(model))

/** A question as the model of this name is to read it. */
export const questionFor = (model: string, question: string): string =>
  `${prefixesOf(model)?.question ?? ''}${question}`.slice(0, longest).toWellFormed()

type Passage = { title: string; heading_path: string; content: string }

/** A passage as the model of this name is to read it: what stands above it belongs to what it says. */
export const passageFor = (model: string, { title, heading_path, content }: Passage): string =>
  [(prefixesOf(model)?.passage ?? '') + title, heading_path, content]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, longest)
    .toWellFormed()
