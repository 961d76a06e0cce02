import { type ESTree, parseSync, Visitor } from 'vite'
import type { TreeFile } from './architecture/tree.ts'

/** Fields in which the server sends sentences. */
const sentenceFields = new Set(['error', 'detail', 'message', 'lastError', 'warning', 'why'])
/** Methods of a text that compare it with another. */
const comparing = new Set(['startsWith', 'endsWith', 'includes', 'indexOf', 'match', 'matchAll', 'search', 'replace'])
const patternMethods = new Set(['test', 'exec'])

/** Two words with a space between them, also in a pattern. */
const hasWords = (text: string) => /[a-z]{2,} [a-z]{2,}/i.test(text.replace(/\\s[+*]?|\[ \]/g, ' '))

/**
 * Where a client decides by an English sentence of the server: patterns and comparisons with words, and comparisons of
 * a field in which the server sends sentences. Each with its line.
 */
export function findSentenceChecks({ path, text }: TreeFile): string[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const found = new Set<number>()
  const note = ({ start }: { start: number }) => void found.add(text.slice(0, start).split('\n').length)
  const wordsIn = (node: ESTree.Node) => hasWords(literalOf(node))
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex && hasWords(node.regex.pattern)) note(node)
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp' && given[0] && wordsIn(given[0])) note(callee)
    },
    CallExpression({ callee, arguments: [given] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !given) return
      const { name } = callee.property
      const isOfPattern = patternMethods.has(name) && isSentenceField(given)
      if (isOfPattern || (comparing.has(name) && (wordsIn(given) || isSentenceField(callee.object)))) note(callee)
    },
    BinaryExpression(node) {
      const { left, right } = node
      if (/^[!=]==?$/.test(node.operator) && (wordsIn(left) || wordsIn(right))) note(node)
    },
    SwitchCase(node) {
      if (node.test && wordsIn(node.test)) note(node)
    },
    Property({ key, computed }) {
      if (!computed && key.type === 'Literal' && /^[A-Z]/.test(literalOf(key)) && wordsIn(key)) note(key)
    },
  }).visit(program)
  const lines = text.split('\n')
  return [...found].sort((one, other) => one - other).map((line) => `${path}:${line}: ${lines[line - 1]?.trim()}`)
}

/** The fixed text of a string or template; empty for everything else. */
function literalOf(node: ESTree.Node): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join('…') : ''
}

/** Whether it is such a field, such as `run.error` or `error`, perhaps with a fallback. */
function isSentenceField(node: ESTree.Node): boolean {
  if (node.type === 'Identifier') return sentenceFields.has(node.name)
  if (node.type === 'ChainExpression') return isSentenceField(node.expression)
  if (node.type === 'LogicalExpression') return isSentenceField(node.left)
  return (
    node.type === 'MemberExpression' && node.property.type === 'Identifier' && sentenceFields.has(node.property.name)
  )
}
