import { type LanguageCode, languageFor } from './phrases.ts'

/** What a visitor is told on the way to a person of the team and back. */
export type HandoverPhrases = {
  asked: string
  nobodyHere: string
  nobodyCame: string
  leaveNumber: string
  callbackKept: string
  /** With the first name, where it may be shown. */
  joined(name: string | null): string
  closed: string
  closedIdle: string
  handedBack(botName: string): string
}

const english: HandoverPhrases = {
  asked: 'I have asked the team, and somebody joins you here as soon as they can. If nobody can, I tell you here.',
  nobodyHere: 'Nobody of the team can join this chat at the moment.',
  nobodyCame: 'I am sorry, nobody of the team could join this chat in time.',
  leaveNumber: 'Leave us your number, and somebody of the team calls you back.',
  callbackKept: 'Thank you. The team has your request and will get back to you.',
  joined: (name) => `${name ?? 'Somebody of the team'} joined the chat.`,
  closed: 'The chat was closed. Write again whenever you like.',
  closedIdle: 'The chat was closed, as nobody wrote for a while. Write again whenever you like.',
  handedBack: (botName) => `${botName}, the automatic assistant, answers from here on.`,
}

const german: HandoverPhrases = {
  asked:
    'Ich habe das Team gefragt; sobald jemand kann, kommt er oder sie hierher. Falls niemand kann, sage ich es Ihnen hier.',
  nobodyHere: 'Zurzeit kann niemand aus dem Team in diesen Chat kommen.',
  nobodyCame: 'Es tut mir leid, aus dem Team konnte niemand rechtzeitig in diesen Chat kommen.',
  leaveNumber: 'Hinterlassen Sie uns Ihre Nummer, und jemand aus dem Team ruft Sie zurück.',
  callbackKept: 'Vielen Dank. Das Team hat Ihre Bitte erhalten und meldet sich bei Ihnen.',
  joined: (name) => `${name ?? 'Jemand aus dem Team'} ist jetzt im Chat.`,
  closed: 'Der Chat wurde geschlossen. Schreiben Sie gern jederzeit wieder.',
  closedIdle:
    'Der Chat wurde geschlossen, weil eine Weile niemand geschrieben hat. Schreiben Sie gern jederzeit wieder.',
  handedBack: (botName) => `Ab hier antwortet wieder ${botName}, der automatische Assistent.`,
}

const french: HandoverPhrases = {
  asked:
    'J’ai demandé à l’équipe : une personne vous rejoint ici dès que possible. Si personne ne peut venir, je vous le dirai ici.',
  nobodyHere: 'Personne de l’équipe ne peut rejoindre cette conversation pour le moment.',
  nobodyCame: 'Je suis désolé, personne de l’équipe n’a pu rejoindre cette conversation à temps.',
  leaveNumber: 'Laissez-nous votre numéro, et une personne de l’équipe vous rappellera.',
  callbackKept: 'Merci. L’équipe a bien reçu votre demande et reviendra vers vous.',
  joined: (name) => `${name ?? 'Une personne de l’équipe'} a rejoint la conversation.`,
  closed: 'La conversation a été fermée. Écrivez-nous quand vous voulez.',
  closedIdle: 'La conversation a été fermée, car personne n’a écrit depuis un moment. Écrivez-nous quand vous voulez.',
  handedBack: (botName) => `${botName}, l’assistant automatique, répond de nouveau à partir d’ici.`,
}

const spanish: HandoverPhrases = {
  asked: 'He avisado al equipo: alguien se unirá aquí en cuanto pueda. Si nadie puede venir, se lo diré aquí.',
  nobodyHere: 'En este momento nadie del equipo puede unirse a este chat.',
  nobodyCame: 'Lo siento, nadie del equipo ha podido unirse a este chat a tiempo.',
  leaveNumber: 'Déjenos su número y alguien del equipo le llamará.',
  callbackKept: 'Gracias. El equipo ha recibido su petición y se pondrá en contacto con usted.',
  joined: (name) => `${name ?? 'Alguien del equipo'} se ha unido al chat.`,
  closed: 'El chat se ha cerrado. Escriba de nuevo cuando quiera.',
  closedIdle: 'El chat se ha cerrado porque nadie ha escrito durante un rato. Escriba de nuevo cuando quiera.',
  handedBack: (botName) => `A partir de aquí responde de nuevo ${botName}, el asistente automático.`,
}

const languages: Record<LanguageCode, HandoverPhrases> = { en: english, de: german, fr: french, es: spanish }

/** These words in the first of the locales that there are words for, else in English. */
export const handoverPhrases = (...locales: (string | null)[]): HandoverPhrases => languages[languageFor(...locales)]
