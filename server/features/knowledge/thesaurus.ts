import type { Sql } from '../../core/sql.ts'
import { everydayOf } from './everyday.ts'
import { type Language, lexemesOfWords } from './lexemes.ts'
import { readWords } from './words.ts'

/** The everyday words of a language as lexemes. */
export type Thesaurus = {
  asking: Set<string>
  /** Other names of the same thing, for each lexeme that has any. */
  same: Map<string, Set<string>>
  /** Phrases of a question, as the words between single spaces, with the lexemes that mean the same. */
  phrases: { words: string; lexemes: string[] }[]
}

const held = new WeakMap<Sql, Map<Language, Promise<Thesaurus>>>()

/** Reads the everyday words of a language once for each database, as its version decides how words are reduced. */
export function thesaurusOf(sql: Sql, language: Language): Promise<Thesaurus> {
  const languages = held.get(sql) ?? new Map<Language, Promise<Thesaurus>>()
  held.set(sql, languages)
  const known = languages.get(language)
  if (known) return known
  const reading = readThesaurus(sql, language)
  languages.set(language, reading)
  reading.catch(() => languages.delete(language))
  return reading
}

async function readThesaurus(sql: Sql, language: Language): Promise<Thesaurus> {
  const { asking, same } = everydayOf(language)
  const lines = same.split('\n').map((line) => line.split(',').map((name) => name.trim()))
  const names = lines.map((line) => line.map(readName))
  const all = [...readWords(asking).words.map((word) => word.text), ...names.flat().flatMap(({ single }) => single)]
  const words = [...new Set(all)]
  const reduced = await lexemesOfWords(sql, language, words)
  const lexemes = new Map(words.map((word, at) => [word, reduced[at] ?? []]))
  const groups = names.map((line) => ({
    phrases: line.flatMap(({ phrase }) => phrase),
    lexemes: [
      ...new Set(line.flatMap(({ single, kind }) => [...single.flatMap((word) => lexemes.get(word) ?? []), ...kind])),
    ],
  }))
  return {
    asking: new Set(readWords(asking).words.flatMap((word) => lexemes.get(word.text) ?? [])),
    same: namesOfEach(groups.map((group) => group.lexemes)),
    phrases: groups.flatMap((group) => group.phrases.map((words) => ({ words, lexemes: group.lexemes }))),
  }
}

/** A name is one word, a phrase, or what stands for something that a text shows without a word. */
function readName(name: string): { single: string[]; phrase: string[]; kind: string[] } {
  if (name.startsWith('#')) return { single: [], phrase: [], kind: [name] }
  const words = readWords(name).words.map((word) => word.text)
  return words.length === 1
    ? { single: words, phrase: [], kind: [] }
    : { single: [], phrase: [words.join(' ')], kind: [] }
}

function namesOfEach(groups: string[][]): Map<string, Set<string>> {
  const same = new Map<string, Set<string>>()
  for (const group of groups) {
    for (const lexeme of group) {
      const names = same.get(lexeme) ?? new Set()
      for (const other of group) if (other !== lexeme) names.add(other)
      same.set(lexeme, names)
    }
  }
  return same
}
