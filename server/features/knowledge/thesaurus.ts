import type { Sql } from '../../database/database.ts'
import { allLanguages } from '../../language/languages.ts'
import { type Language, lexemesOfWords } from './lexemes.ts'
import { readWords } from './words.ts'

/** The everyday words of a language as lexemes. */
export type Thesaurus = {
  asking: Set<string>
  /** Synonyms and broader terms of a lexeme. */
  same: Map<string, Set<string>>
  /** Phrases of a question, as words between single spaces, with lexemes of the same meaning. */
  phrases: { words: string; lexemes: string[] }[]
}

const held = new WeakMap<Sql, Map<Language, Promise<Thesaurus>>>()

/**
 * Loads the everyday words of a language once per database, because the version of the database determines stemming.
 */
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

/** Of a language that nobody wrote down yet. */
const none = { asking: '', same: '' }

async function readThesaurus(sql: Sql, language: Language): Promise<Thesaurus> {
  const { asking: questionWords, same } = allLanguages.find(({ name }) => name === language) ?? none
  const asking = readWords(questionWords).words.map((word) => word.text)
  const lines = same.split('\n').map(readLine)
  const named = lines.flatMap((line) => [...line.names, ...line.kinds]).flatMap(({ single }) => single)
  const words = [...new Set([...asking, ...named])]
  const reduced = await lexemesOfWords(sql, language, words)
  const lexemes = new Map(words.map((word, at) => [word, reduced[at] ?? []]))
  const lexemesOf = (names: Name[]) => [
    ...new Set(names.flatMap(({ single, shown }) => [...single.flatMap((word) => lexemes.get(word) ?? []), ...shown])),
  ]
  const groups = lines.map(({ names, kinds }) => ({
    phrases: [...names, ...kinds].flatMap(({ phrase }) => phrase),
    names: lexemesOf(names),
    kinds: lexemesOf(kinds),
  }))
  return {
    asking: new Set(asking.flatMap((word) => lexemes.get(word) ?? [])),
    same: namesOfEach(groups),
    phrases: groups.flatMap((group) => group.phrases.map((words) => ({ words, lexemes: group.names }))),
  }
}

/** A name is one word, a phrase, or a symbol for patterns that a text shows without a word. */
type Name = { single: string[]; phrase: string[]; shown: string[] }

function readLine(line: string): { names: Name[]; kinds: Name[] } {
  const [names = [], kinds = []] = line.split('<').map((side) => side.split(',').map((name) => readName(name.trim())))
  return { names, kinds }
}

function readName(name: string): Name {
  if (name.startsWith('#')) return { single: [], phrase: [], shown: [name] }
  const words = readWords(name).words.map((word) => word.text)
  return words.length === 1
    ? { single: words, phrase: [], shown: [] }
    : { single: [], phrase: [words.join(' ')], shown: [] }
}

function namesOfEach(groups: { names: string[]; kinds: string[] }[]): Map<string, Set<string>> {
  const same = new Map<string, Set<string>>()
  for (const { names, kinds } of groups) {
    for (const lexeme of [...names, ...kinds]) {
      const others = same.get(lexeme) ?? new Set()
      for (const other of names) if (other !== lexeme) others.add(other)
      same.set(lexeme, others)
    }
  }
  return same
}
