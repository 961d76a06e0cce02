import { german } from './person/de.ts'
import { english } from './person/en.ts'
import { spanish } from './person/es.ts'
import { french } from './person/fr.ts'
import type { Wishes } from './person/pattern.ts'

const languages: readonly Wishes[] = [english, german, french, spanish]

const maxLength = 1_000
/** In longer ones, the wish is at the end. */
const maxSentence = 300

/**
 * Whether a visitor asks for a person, for a call, or not to be answered by a machine: `Can I speak to a human?`,
 * `Mitarbeiter bitte`, `Rappelez-moi`. In any of the four languages, whatever the chat's is. Questions that only contain
 * the words are none: `per person`, `Do I need to speak to someone before I book?`.
 */
export function asksForPerson(text: string): boolean {
  const sentences = plain(text.slice(0, maxLength)).split(/[.!?;:\n…¡¿]+/)
  return sentences.some((sentence) => languages.some((one) => isWish(one, sentence.trim().slice(-maxSentence))))
}

const isWish = ({ asks, asksNot }: Wishes, sentence: string): boolean =>
  sentence !== '' && asks.some((one) => one.test(sentence)) && !asksNot.some((one) => one.test(sentence))

/** In small letters without accents, quotation marks and emoji, and with the apostrophes that people leave out. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replaceAll('ß', 'ss')
    .replace(/["“”„«»*_~()]|\p{Extended_Pictographic}/gu, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\bquelqu ?un\b/g, "quelqu'un")
    .replace(/\bs ?il (?=(?:vous|te) plait)/g, "s'il ")
    .replace(/\bjai\b/g, "j'ai")
    .replace(/\bdun(?=e? )/g, "d'un")
    .replace(/\b([djl]) (?=[aeiouh])/g, "$1'")
    .replace(/\bdont (?=want|like|need)/g, "don't ")
    .replace(/\bid (?=like|rather|love|prefer)/g, "i'd ")
