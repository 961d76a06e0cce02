import { type LanguageCode, languageFor } from '../phrases.ts'

type Phrases = {
  about(title: string): string
  /** Where nothing is known of the business: what visitors ask anywhere. */
  general: [string, string, string, string]
  links: string
  call: string
  write: string
}

const languages: Record<LanguageCode, Phrases> = {
  en: {
    about: (title) => `What should I know about “${title}”?`,
    general: ['What do you offer?', 'When are you open?', 'What does it cost?', 'How can I reach you?'],
    links: 'On our website',
    call: 'Call us',
    write: 'Write to us',
  },
  de: {
    about: (title) => `Was sollte ich über „${title}“ wissen?`,
    general: ['Was bieten Sie an?', 'Wann haben Sie geöffnet?', 'Was kostet es?', 'Wie erreiche ich Sie?'],
    links: 'Auf unserer Website',
    call: 'Anrufen',
    write: 'E-Mail schreiben',
  },
  fr: {
    about: (title) => `Que faut-il savoir sur « ${title} » ?`,
    general: ['Que proposez-vous ?', 'Quand êtes-vous ouverts ?', 'Combien ça coûte ?', 'Comment vous joindre ?'],
    links: 'Sur notre site',
    call: 'Appeler',
    write: 'Écrire un e-mail',
  },
  es: {
    about: (title) => `¿Qué debo saber sobre «${title}»?`,
    general: ['¿Qué ofrecen?', '¿Cuándo abren?', '¿Cuánto cuesta?', '¿Cómo puedo contactarles?'],
    links: 'En nuestra web',
    call: 'Llamar',
    write: 'Escribir un correo',
  },
}

/** These words in the language of this locale, else in English. */
export const suggestionPhrases = (locale: string): Phrases => languages[languageFor(locale)]
