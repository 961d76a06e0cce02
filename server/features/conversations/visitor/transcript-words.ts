import { type LanguageCode, languageFor } from '../../assistant/phrases.ts'

/** What a transcript says beside the messages. */
export type TranscriptWords = {
  title(business: string): string
  times(zone: string): string
  earlier: string
  visitor: string
  team: string
}

const english: TranscriptWords = {
  title: (business) => `Chat with ${business}`,
  times: (zone) => `Times are those of ${zone}.`,
  earlier: 'Earlier messages are left out.',
  visitor: 'You',
  team: 'Our team',
}

const german: TranscriptWords = {
  title: (business) => `Chat mit ${business}`,
  times: (zone) => `Die Zeiten sind die von ${zone}.`,
  earlier: 'Frühere Nachrichten fehlen hier.',
  visitor: 'Sie',
  team: 'Unser Team',
}

const french: TranscriptWords = {
  title: (business) => `Conversation avec ${business}`,
  times: (zone) => `Les heures sont celles de ${zone}.`,
  earlier: 'Les messages précédents ne figurent pas ici.',
  visitor: 'Vous',
  team: 'Notre équipe',
}

const spanish: TranscriptWords = {
  title: (business) => `Chat con ${business}`,
  times: (zone) => `Las horas son las de ${zone}.`,
  earlier: 'Faltan los mensajes anteriores.',
  visitor: 'Usted',
  team: 'Nuestro equipo',
}

const languages: Record<LanguageCode, TranscriptWords> = { en: english, de: german, fr: french, es: spanish }

/** These words in the first of the locales that there are words for, else in English. */
export const transcriptWords = (...locales: (string | null)[]): TranscriptWords => languages[languageFor(...locales)]
