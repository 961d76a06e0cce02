import type { Outcome } from '../../../../shared/summary.ts'
import { type LanguageCode, languageFor } from '../phrases.ts'

/** What a summary says that no model writes. */
export type SummaryWords = {
  asked(question: string): string
  left(details: string): string
  outcomes: Record<Outcome, string>
  callBack(who: string): string
  answer(question: string): string
  reply: string
}

const english: SummaryWords = {
  asked: (question) => `The visitor asked: “${question}”`,
  left: (details) => `Contact: ${details}.`,
  outcomes: {
    answered: 'They got an answer.',
    booked: 'An appointment was booked.',
    lead_captured: 'They left their details.',
    callback_requested: 'They asked to be called.',
    unanswered: 'Their question stayed open.',
    abandoned: 'The visitor wrote nothing.',
    pending: 'They asked for a person, and nobody has answered yet.',
  },
  callBack: (who) => (who ? `Call back: ${who}` : 'Call the visitor back.'),
  answer: (question) => `Answer: “${question}”`,
  reply: 'Reply to the visitor.',
}

const german: SummaryWords = {
  asked: (question) => `Der Besucher fragte: „${question}“`,
  left: (details) => `Kontakt: ${details}.`,
  outcomes: {
    answered: 'Er bekam eine Antwort.',
    booked: 'Ein Termin wurde gebucht.',
    lead_captured: 'Er hinterließ seine Kontaktdaten.',
    callback_requested: 'Er bat um einen Rückruf.',
    unanswered: 'Seine Frage blieb offen.',
    abandoned: 'Der Besucher schrieb nichts.',
    pending: 'Er wollte mit einem Menschen sprechen, und noch hat niemand geantwortet.',
  },
  callBack: (who) => (who ? `Zurückrufen: ${who}` : 'Den Besucher zurückrufen.'),
  answer: (question) => `Beantworten: „${question}“`,
  reply: 'Dem Besucher antworten.',
}

const french: SummaryWords = {
  asked: (question) => `Le visiteur a demandé : « ${question} »`,
  left: (details) => `Contact : ${details}.`,
  outcomes: {
    answered: 'Il a reçu une réponse.',
    booked: 'Un rendez-vous a été pris.',
    lead_captured: 'Il a laissé ses coordonnées.',
    callback_requested: 'Il a demandé à être rappelé.',
    unanswered: 'Sa question est restée ouverte.',
    abandoned: 'Le visiteur n’a rien écrit.',
    pending: 'Il a demandé à parler à une personne, et personne n’a encore répondu.',
  },
  callBack: (who) => (who ? `Rappeler : ${who}` : 'Rappeler le visiteur.'),
  answer: (question) => `Répondre à : « ${question} »`,
  reply: 'Répondre au visiteur.',
}

const spanish: SummaryWords = {
  asked: (question) => `El visitante preguntó: «${question}»`,
  left: (details) => `Contacto: ${details}.`,
  outcomes: {
    answered: 'Recibió una respuesta.',
    booked: 'Se reservó una cita.',
    lead_captured: 'Dejó sus datos.',
    callback_requested: 'Pidió que le llamen.',
    unanswered: 'Su pregunta quedó abierta.',
    abandoned: 'El visitante no escribió nada.',
    pending: 'Pidió hablar con una persona, y nadie ha respondido todavía.',
  },
  callBack: (who) => (who ? `Llamar a: ${who}` : 'Llamar al visitante.'),
  answer: (question) => `Responder a: «${question}»`,
  reply: 'Responder al visitante.',
}

const languages: Record<LanguageCode, SummaryWords> = { en: english, de: german, fr: french, es: spanish }

/** These words in the team's language. */
export const summaryWords = (locale: string): SummaryWords => languages[languageFor(locale)]
