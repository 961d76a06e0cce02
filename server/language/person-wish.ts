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
 * Whether a visitor asks for a person, for a call, or not to be answered by a machine, or calls the bot useless: `Can I
 * speak to a human?`, `Mitarbeiter bitte`, `Rappelez-moi`. In any of the four languages, whatever the chat's is.
 * Questions that only contain the words are none: `per person`, `Do I need to speak to someone before I book?`.
 */
export function asksForPerson(text: string): boolean {
  const sentences = plain(text.slice(0, maxLength)).split(/[.!?;:\n…¡¿]+/)
  return sentences.some((sentence) => languages.some((one) => isWish(one, sentence.trim().slice(-maxSentence))))
}

const isWish = ({ asks, asksNot }: Wishes, sentence: string): boolean =>
  sentence !== '' && asks.some((one) => one.test(sentence)) && !asksNot.some((one) => one.test(sentence))

/**
 * In small letters without accents, quotation marks and emoji, with the apostrophes that people leave out, and with
 * frequent misspellings of the words that decide corrected.
 */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replaceAll('ß', 'ss')
    .replace(/["“”„«»*_~()]|\p{Extended_Pictographic}/gu, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\b(?:quelqu ?un|qqn|qq1|qqun|quelqun|kelkun)\b/g, "quelqu'un")
    .replace(/\bs ?il (?=(?:vous|te) plait)/g, "s'il ")
    .replace(/\bjai\b/g, "j'ai")
    .replace(/\bdun(?=e? )/g, "d'un")
    .replace(/\b([djl]) (?=[aeiouh])/g, "$1'")
    .replace(/\by a[ -]?t[ -]?il\b/g, 'y a-t-il')
    .replace(/\b(puis|pourrais|dois) je\b/g, '$1-je')
    .replace(/\bdont (?=want|like|need)/g, "don't ")
    .replace(/\bid (?=like|rather|love|prefer)/g, "i'd ")
    .replace(/\b(?:some|sum)(?:1|body|one|bdy|1ne)\b|\bsombody\b/g, 'someone')
    .replace(/\bany1\b/g, 'anyone')
    .replace(/\bw(?:\/ ?(?!o\b)| (?=(?:an?|your|ur|the|some|any|human|person|agent|real|someone)\b))/g, 'with ')
    .replace(/\bcn\b/g, 'can')
    .replace(/\bt[ao]?lk\b/g, 'talk')
    .replace(/\bsp(?:e|ee|ae)k(?=ing\b|\b)/g, 'speak')
    .replace(/\b((?:speak|talk|chat)(?:ing)?) 2 (?=[a-z])/g, '$1 to ')
    .replace(/\b2 (?=(?:speak|talk|chat|call|contact|be|get)\b)/g, 'to ')
    .replace(/\bthru\b/g, 'through')
    .replace(/\b(gi|le)mme\b/g, (_, verb) => (verb === 'gi' ? 'give me' : 'let me'))
    .replace(/\b(can|could|will|would) (?:u|ya)\b/g, '$1 you')
    .replace(/\b(?:xfa|xfis|x favor|porfis)\b/g, 'por favor')
    .replace(/\bpe?r?s+[eiu]?n\b|\bperosn\b/g, 'person')
    .replace(/\bpe?rs[eiu]?na\b|\bperosna\b/g, 'persona')
    .replace(/\bpers+one\b/g, 'personne')
    .replace(/\bhum[eiou]n(?=s?\b)/g, 'human')
    .replace(/\bmit+a?r?be?i?te?r(?=in|n|s|\b)/g, 'mitarbeiter')
    .replace(/\bjm(?:n?d)(?=e[mn]\b|\b)/g, 'jemand')
    .replace(/\b[kq]u?iero\b/g, 'quiero')
    .replace(/\b[qk]\b/g, 'que')
    .replace(/\balgien\b/g, 'alguien')
    .replace(/\bne[sc]e[sc]ito\b/g, 'necesito')
    .replace(/\bh?abl(?:a?r|ra)\b/g, 'hablar')
    .replace(/\ba[cs]+e[cs]+or(?=as?\b|es\b|\b)/g, 'asesor')
