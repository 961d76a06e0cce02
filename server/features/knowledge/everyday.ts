import { german } from './everyday-de.ts'
import { english } from './everyday-en.ts'
import { spanish } from './everyday-es.ts'
import { french } from './everyday-fr.ts'
import type { Everyday } from './everyday-language.ts'

const everyday: Record<string, Everyday> = { english, german, french, spanish }
const none: Everyday = { asking: '', same: '' }

/** By the name of the text search configuration; empty for a language that nobody wrote down yet. */
export const everydayOf = (language: string): Everyday => everyday[language] ?? none
