import { type LanguageCode, languageCode } from './languages.ts'

/** The texts of emails to visitors, and of the page on which they unsubscribe. */
export type EmailPhrases = {
  /** The subject of all replies in a chat, so that mail programs show them together. */
  subject(business: string): string
  replied(name: string): string
  repliedTeam: string
  youWrote: string
  goOn: string
  transcript(business: string): string
  why(business: string): string
  unsubscribe: string
  unsubscribeAsk(address: string, business: string): string
  unsubscribed(address: string, business: string): string
  subscribe: string
  subscribed(address: string, business: string): string
  linkUnknown: string
}

const phrases: Record<LanguageCode, EmailPhrases> = {
  en: {
    subject: (business) => `Your chat with ${business}`,
    replied: (name) => `${name} replied`,
    repliedTeam: 'Our team replied',
    youWrote: 'You wrote',
    goOn: 'Continue the chat',
    transcript: (business) => `Your chat with ${business}`,
    why: (business) => `You get this email because you left this address in a chat with ${business}.`,
    unsubscribe: 'Unsubscribe',
    unsubscribeAsk: (address, business) => `Stop emails from ${business} about your chats to ${address}?`,
    unsubscribed: (address, business) => `${address} gets no more emails from ${business} about chats.`,
    subscribe: 'Subscribe again',
    subscribed: (address, business) => `${address} gets emails from ${business} about chats again.`,
    linkUnknown: 'This link is incomplete. Copy the whole link from the email.',
  },
  de: {
    subject: (business) => `Ihr Chat mit ${business}`,
    replied: (name) => `${name} hat geantwortet`,
    repliedTeam: 'Unser Team hat geantwortet',
    youWrote: 'Sie schrieben',
    goOn: 'Chat fortsetzen',
    transcript: (business) => `Ihr Chat mit ${business}`,
    why: (business) =>
      `Sie bekommen diese E-Mail, weil Sie diese Adresse in einem Chat mit ${business} hinterlassen haben.`,
    unsubscribe: 'Abmelden',
    unsubscribeAsk: (address, business) => `Keine E-Mails von ${business} zu Ihren Chats mehr an ${address} senden?`,
    unsubscribed: (address, business) => `${address} bekommt von ${business} keine E-Mails zu Chats mehr.`,
    subscribe: 'Wieder anmelden',
    subscribed: (address, business) => `${address} bekommt von ${business} wieder E-Mails zu Chats.`,
    linkUnknown: 'Dieser Link ist unvollständig. Kopieren Sie den ganzen Link aus der E-Mail.',
  },
  fr: {
    subject: (business) => `Votre conversation avec ${business}`,
    replied: (name) => `${name} a répondu`,
    repliedTeam: 'Notre équipe a répondu',
    youWrote: 'Vous avez écrit',
    goOn: 'Continuer la conversation',
    transcript: (business) => `Votre conversation avec ${business}`,
    why: (business) =>
      `Vous recevez cet e-mail parce que vous avez laissé cette adresse dans une conversation avec ${business}.`,
    unsubscribe: 'Se désabonner',
    unsubscribeAsk: (address, business) =>
      `Ne plus envoyer à ${address} d’e-mails de ${business} sur vos conversations ?`,
    unsubscribed: (address, business) => `${address} ne reçoit plus d’e-mails de ${business} sur les conversations.`,
    subscribe: 'Se réabonner',
    subscribed: (address, business) => `${address} reçoit de nouveau les e-mails de ${business} sur les conversations.`,
    linkUnknown: 'Ce lien est incomplet. Copiez le lien entier depuis l’e-mail.',
  },
  es: {
    subject: (business) => `Su conversación con ${business}`,
    replied: (name) => `${name} ha respondido`,
    repliedTeam: 'Nuestro equipo ha respondido',
    youWrote: 'Usted escribió',
    goOn: 'Continuar la conversación',
    transcript: (business) => `Su conversación con ${business}`,
    why: (business) => `Recibe este correo porque dejó esta dirección en una conversación con ${business}.`,
    unsubscribe: 'Darse de baja',
    unsubscribeAsk: (address, business) =>
      `¿Dejar de enviar a ${address} correos de ${business} sobre sus conversaciones?`,
    unsubscribed: (address, business) => `${address} ya no recibe correos de ${business} sobre conversaciones.`,
    subscribe: 'Suscribirse de nuevo',
    subscribed: (address, business) => `${address} vuelve a recibir correos de ${business} sobre conversaciones.`,
    linkUnknown: 'Este enlace está incompleto. Copie el enlace completo del correo.',
  },
}

/** The phrases in the first of these locales that is supported; otherwise in English. */
export const emailPhrases = (...locales: (string | null)[]): EmailPhrases => phrases[languageCode(...locales)]
