import { type VisitorLanguage, visitorLanguage } from './languages.ts'

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

const phrases: Record<VisitorLanguage, EmailPhrases> = {
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
  it: {
    subject: (business) => `La sua chat con ${business}`,
    replied: (name) => `${name} ha risposto`,
    repliedTeam: 'Il nostro team ha risposto',
    youWrote: 'Lei ha scritto',
    goOn: 'Continua la chat',
    transcript: (business) => `La sua chat con ${business}`,
    why: (business) => `Riceve questa e-mail perché ha lasciato questo indirizzo in una chat con ${business}.`,
    unsubscribe: 'Annulla l’iscrizione',
    unsubscribeAsk: (address, business) => `Non inviare più a ${address} e-mail di ${business} sulle sue chat?`,
    unsubscribed: (address, business) => `${address} non riceve più e-mail di ${business} sulle chat.`,
    subscribe: 'Iscriviti di nuovo',
    subscribed: (address, business) => `${address} riceve di nuovo le e-mail di ${business} sulle chat.`,
    linkUnknown: 'Questo link è incompleto. Copi l’intero link dall’e-mail.',
  },
  pt: {
    subject: (business) => `Sua conversa com ${business}`,
    replied: (name) => `${name} respondeu`,
    repliedTeam: 'Nossa equipe respondeu',
    youWrote: 'Você escreveu',
    goOn: 'Continuar a conversa',
    transcript: (business) => `Sua conversa com ${business}`,
    why: (business) => `Você recebe este e-mail porque deixou este endereço em uma conversa com ${business}.`,
    unsubscribe: 'Cancelar inscrição',
    unsubscribeAsk: (address, business) => `Parar de enviar a ${address} e-mails de ${business} sobre suas conversas?`,
    unsubscribed: (address, business) => `${address} não recebe mais e-mails de ${business} sobre conversas.`,
    subscribe: 'Inscrever-se de novo',
    subscribed: (address, business) => `${address} volta a receber e-mails de ${business} sobre conversas.`,
    linkUnknown: 'Este link está incompleto. Copie o link inteiro do e-mail.',
  },
  nl: {
    subject: (business) => `Uw chat met ${business}`,
    replied: (name) => `${name} heeft geantwoord`,
    repliedTeam: 'Ons team heeft geantwoord',
    youWrote: 'U schreef',
    goOn: 'Verder met de chat',
    transcript: (business) => `Uw chat met ${business}`,
    why: (business) => `U krijgt deze e-mail omdat u dit adres in een chat met ${business} hebt achtergelaten.`,
    unsubscribe: 'Afmelden',
    unsubscribeAsk: (address, business) => `Geen e-mails van ${business} over uw chats meer sturen naar ${address}?`,
    unsubscribed: (address, business) => `${address} krijgt geen e-mails van ${business} over chats meer.`,
    subscribe: 'Weer aanmelden',
    subscribed: (address, business) => `${address} krijgt weer e-mails van ${business} over chats.`,
    linkUnknown: 'Deze link is niet volledig. Kopieer de hele link uit de e-mail.',
  },
  pl: {
    subject: (business) => `Twój czat: ${business}`,
    replied: (name) => `Odpowiedź: ${name}`,
    repliedTeam: 'Nasz zespół odpowiedział',
    youWrote: 'Twoja wiadomość',
    goOn: 'Kontynuuj czat',
    transcript: (business) => `Twój czat: ${business}`,
    why: (business) => `Otrzymujesz tę wiadomość, ponieważ ten adres podano na czacie: ${business}.`,
    unsubscribe: 'Wypisz się',
    unsubscribeAsk: (address, business) => `Nie wysyłać więcej na ${address} wiadomości o czatach (${business})?`,
    unsubscribed: (address, business) => `${address} nie otrzymuje już wiadomości o czatach (${business}).`,
    subscribe: 'Zapisz się ponownie',
    subscribed: (address, business) => `${address} znów otrzymuje wiadomości o czatach (${business}).`,
    linkUnknown: 'Ten link jest niepełny. Skopiuj cały link z wiadomości.',
  },
  tr: {
    subject: (business) => `${business} ile sohbetiniz`,
    replied: (name) => `${name} yanıtladı`,
    repliedTeam: 'Ekibimiz yanıtladı',
    youWrote: 'Yazdığınız',
    goOn: 'Sohbete devam et',
    transcript: (business) => `${business} ile sohbetiniz`,
    why: (business) => `Bu e-postayı, ${business} ile bir sohbette bu adresi bıraktığınız için alıyorsunuz.`,
    unsubscribe: 'E-postaları durdur',
    unsubscribeAsk: (address, business) =>
      `${business} sohbetleriniz hakkındaki e-postalar ${address} adresine artık gönderilmesin mi?`,
    unsubscribed: (address, business) => `${address} artık ${business} sohbetleri hakkında e-posta almıyor.`,
    subscribe: 'Yeniden abone ol',
    subscribed: (address, business) => `${address} yeniden ${business} sohbetleri hakkında e-posta alıyor.`,
    linkUnknown: 'Bu bağlantı eksik. E-postadaki bağlantının tamamını kopyalayın.',
  },
  ar: {
    subject: (business) => `محادثتك مع ${business}`,
    replied: (name) => `رد ${name}`,
    repliedTeam: 'رد فريقنا',
    youWrote: 'كتبت',
    goOn: 'متابعة المحادثة',
    transcript: (business) => `محادثتك مع ${business}`,
    why: (business) => `تصلك هذه الرسالة لأنك تركت هذا العنوان في محادثة مع ${business}.`,
    unsubscribe: 'إلغاء الاشتراك',
    unsubscribeAsk: (address, business) => `هل تريد إيقاف رسائل ${business} عن محادثاتك إلى ${address}؟`,
    unsubscribed: (address, business) => `لن تصل إلى ${address} رسائل ${business} عن المحادثات بعد الآن.`,
    subscribe: 'الاشتراك من جديد',
    subscribed: (address, business) => `تصل إلى ${address} رسائل ${business} عن المحادثات من جديد.`,
    linkUnknown: 'هذا الرابط غير مكتمل. انسخ الرابط كاملًا من الرسالة.',
  },
}

/** The phrases in the first of these locales that is supported; otherwise in English. */
export const emailPhrases = (...locales: (string | null)[]): EmailPhrases => phrases[visitorLanguage(...locales)]
