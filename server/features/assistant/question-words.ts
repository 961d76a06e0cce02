import { everydayOf } from '../knowledge/everyday.ts'
import { kindsOf } from '../knowledge/kinds.ts'
import { readWords } from '../knowledge/words.ts'
import type { LanguageCode } from './phrases.ts'

/** How well a text carries a question: the words that it shares, other names of the same thing for less. */
export type QuestionWords = { score(text: string): number }

type Term = { word: string; others: string[] }

const configurations: Record<LanguageCode, string> = { en: 'english', de: 'german', fr: 'french', es: 'spanish' }
const otherName = 0.5

/** Reads what a question asks for, without the words that every question has. */
export function readQuestionWords(question: string, language: LanguageCode): QuestionWords {
  const { asking, same } = everydayOf(configurations[language])
  const empty = new Set(asking.split(/\s+/))
  const lines = same.split('\n').map((line) => line.split(',').map((name) => name.trim()))
  const { words, grams } = readWords(question)
  const asked = words.map((word) => word.text)
  const sentence = ` ${asked.join(' ')} `
  const terms: Term[] = asked
    .filter((word) => (word.length > 2 || /\d/.test(word)) && !empty.has(word))
    .map((word) => ({ word, others: lines.filter((names) => names.includes(word)).flat() }))
  const phrases: Term[] = lines
    .filter((names) => names.some((name) => (name.includes(' ') || empty.has(name)) && sentence.includes(` ${name} `)))
    .map((names) => ({ word: '', others: names }))
  return { score: (text) => scoreOf(text, [...terms, ...phrases], grams) }
}

function scoreOf(text: string, terms: readonly Term[], grams: readonly string[]): number {
  const read = readWords(text)
  const words = [...new Set(read.words.map((word) => word.text))]
  const kinds = new Set(kindsOf(text))
  const has = (wanted: string) =>
    wanted.startsWith('#') ? kinds.has(wanted) : words.some((word) => isSame(word, wanted))
  const ofTerms = terms.reduce((sum, { word, others }) => {
    if (word !== '' && has(word)) return sum + 1
    return others.some(has) ? sum + otherName : sum
  }, 0)
  const held = new Set(read.grams)
  return ofTerms + grams.filter((gram) => held.has(gram)).length
}

/** Whether two words are forms of one: `deliver` and `delivery`, `Rückgabe` and `Rückgaben`. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < 4) return false
  let common = 0
  while (common < short.length && short[common] === long[common]) common++
  return common === short.length || (common >= 5 && common >= long.length * 0.75)
}
