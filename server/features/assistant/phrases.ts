/** What the assistant says in words of its own, where no model writes them. */
export type Phrases = {
  fromPage(title: string): string
  about(title: string): string
  foundNothing: string
  /** The model server does not answer. */
  unavailable: string
  fromWebsite: string
  /** Ends a sentence whose claim was held back. */
  unconfirmed: string
  leaveDetails: string
  hello: string
  howAreYou: string
  thanks: string
  bye: string
  whoAmI(name: string, business: string): string
  goOn: string
  noAnswer: string
  gotForm: string
  budgetUsed(time: string): string
  reachUs: string
  callback: { title: string; name: string; phone: string; email: string; message: string; submit: string }
  detailsTitle: string
  send: string
  trouble: string
  busy: string
}

const english: Phrases = {
  fromPage: (title) => `From our page **${title}**:`,
  about: (title) => `About **${title}**:`,
  unavailable: 'The assistant is unavailable right now.',
  fromWebsite: 'This is what our website says:',
  foundNothing: 'I found nothing about that in our information, and I would rather not guess.',
  unconfirmed: '(I found nothing that confirms this.)',
  leaveDetails: 'If you leave us your details, somebody of the team can get back to you.',
  hello: 'Hello! What would you like to know?',
  howAreYou: 'Thank you, all is well here. What would you like to know?',
  thanks: 'You are welcome! Is there anything else?',
  bye: 'Goodbye, and thank you for your visit!',
  whoAmI: (name, business) =>
    `I am ${name}, the automatic assistant of ${business}. Ask me something, and I look it up in our information.`,
  goOn: 'All right. What would you like to know?',
  noAnswer: 'No answer came to that. You can ask it in other words.',
  gotForm: 'Thank you, we have received your details.',
  budgetUsed: (time) => `The assistant has done what it can for today and is back at ${time}.`,
  reachUs: 'This is how you reach us:',
  callback: {
    title: 'Shall we call you back?',
    name: 'Name',
    phone: 'Phone',
    email: 'Email',
    message: 'What is it about?',
    submit: 'Ask for a call',
  },
  detailsTitle: 'Your details',
  send: 'Send',
  trouble: 'The assistant cannot answer at the moment. Please try again in a little while.',
  busy: 'Many visitors are being answered right now. Please try again in a little while.',
}

const german: Phrases = {
  fromPage: (title) => `Von unserer Seite **${title}**:`,
  about: (title) => `Zu **${title}**:`,
  unavailable: 'Der Assistent ist gerade nicht verfügbar.',
  fromWebsite: 'Das steht auf unserer Website:',
  foundNothing: 'Dazu habe ich in unseren Informationen nichts gefunden, und raten möchte ich nicht.',
  unconfirmed: '(Dafür habe ich keinen Beleg gefunden.)',
  leaveDetails: 'Wenn Sie uns Ihre Kontaktdaten hinterlassen, meldet sich jemand aus dem Team bei Ihnen.',
  hello: 'Guten Tag! Was möchten Sie wissen?',
  howAreYou: 'Danke, hier ist alles in Ordnung. Was möchten Sie wissen?',
  thanks: 'Gern geschehen! Kann ich sonst noch etwas nachsehen?',
  bye: 'Auf Wiedersehen und danke für Ihren Besuch!',
  whoAmI: (name, business) =>
    `Ich bin ${name}, der automatische Assistent von ${business}. Fragen Sie mich etwas, und ich sehe in unseren Informationen nach.`,
  goOn: 'In Ordnung. Was möchten Sie wissen?',
  noAnswer: 'Darauf kam keine Antwort. Sie können es mit anderen Worten fragen.',
  gotForm: 'Danke, wir haben Ihre Angaben erhalten.',
  budgetUsed: (time) => `Der Assistent hat für heute getan, was er kann, und ist um ${time} wieder da.`,
  reachUs: 'So erreichen Sie uns:',
  callback: {
    title: 'Sollen wir Sie zurückrufen?',
    name: 'Name',
    phone: 'Telefon',
    email: 'E-Mail',
    message: 'Worum geht es?',
    submit: 'Um Rückruf bitten',
  },
  detailsTitle: 'Ihre Kontaktdaten',
  send: 'Senden',
  trouble: 'Der Assistent kann gerade nicht antworten. Bitte versuchen Sie es in Kürze noch einmal.',
  busy: 'Gerade werden viele Besucher bedient. Bitte versuchen Sie es in Kürze noch einmal.',
}

const french: Phrases = {
  fromPage: (title) => `Sur notre page **${title}** :`,
  about: (title) => `À propos de **${title}** :`,
  unavailable: 'L’assistant est indisponible pour le moment.',
  fromWebsite: 'Voici ce que dit notre site :',
  foundNothing: 'Je n’ai rien trouvé à ce sujet dans nos informations, et je préfère ne rien inventer.',
  unconfirmed: '(Je n’ai rien trouvé qui le confirme.)',
  leaveDetails: 'Si vous nous laissez vos coordonnées, une personne de l’équipe vous répondra.',
  hello: 'Bonjour ! Que souhaitez-vous savoir ?',
  howAreYou: 'Merci, tout va bien ici. Que souhaitez-vous savoir ?',
  thanks: 'Je vous en prie ! Puis-je chercher autre chose ?',
  bye: 'Au revoir, et merci de votre visite !',
  whoAmI: (name, business) =>
    `Je suis ${name}, l’assistant automatique de ${business}. Posez-moi une question, et je la cherche dans nos informations.`,
  goOn: 'D’accord. Que souhaitez-vous savoir ?',
  noAnswer: 'Aucune réponse n’est venue. Vous pouvez poser la question autrement.',
  gotForm: 'Merci, nous avons bien reçu vos informations.',
  budgetUsed: (time) => `L’assistant a fait tout ce qu’il peut pour aujourd’hui ; il sera de retour à ${time}.`,
  reachUs: 'Voici comment nous joindre :',
  callback: {
    title: 'Souhaitez-vous être rappelé ?',
    name: 'Nom',
    phone: 'Téléphone',
    email: 'E-mail',
    message: 'De quoi s’agit-il ?',
    submit: 'Demander un rappel',
  },
  detailsTitle: 'Vos coordonnées',
  send: 'Envoyer',
  trouble: 'L’assistant ne peut pas répondre pour le moment. Veuillez réessayer dans un instant.',
  busy: 'Beaucoup de visiteurs posent des questions en ce moment. Veuillez réessayer dans un instant.',
}

const spanish: Phrases = {
  fromPage: (title) => `De nuestra página **${title}**:`,
  about: (title) => `Sobre **${title}**:`,
  unavailable: 'El asistente no está disponible en este momento.',
  fromWebsite: 'Esto es lo que dice nuestro sitio web:',
  foundNothing: 'No he encontrado nada sobre eso en nuestra información y prefiero no adivinar.',
  unconfirmed: '(No he encontrado nada que lo confirme.)',
  leaveDetails: 'Si nos deja sus datos, alguien del equipo se pondrá en contacto con usted.',
  hello: '¡Hola! ¿Qué le gustaría saber?',
  howAreYou: 'Gracias, aquí todo va bien. ¿Qué le gustaría saber?',
  thanks: '¡De nada! ¿Puedo buscar algo más?',
  bye: '¡Hasta pronto y gracias por su visita!',
  whoAmI: (name, business) =>
    `Soy ${name}, el asistente automático de ${business}. Pregúnteme algo y lo busco en nuestra información.`,
  goOn: 'De acuerdo. ¿Qué le gustaría saber?',
  noAnswer: 'No hubo respuesta. Puede preguntarlo con otras palabras.',
  gotForm: 'Gracias, hemos recibido sus datos.',
  budgetUsed: (time) => `El asistente ya ha hecho lo que podía por hoy y vuelve a las ${time}.`,
  reachUs: 'Así puede contactarnos:',
  callback: {
    title: '¿Le devolvemos la llamada?',
    name: 'Nombre',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    message: '¿De qué se trata?',
    submit: 'Pedir una llamada',
  },
  detailsTitle: 'Sus datos',
  send: 'Enviar',
  trouble: 'El asistente no puede responder en este momento. Inténtelo de nuevo en un rato.',
  busy: 'En este momento atendemos a muchos visitantes. Inténtelo de nuevo en un rato.',
}

export const languages = { en: english, de: german, fr: french, es: spanish }
export type LanguageCode = keyof typeof languages

const isKnown = (code: string): code is LanguageCode => Object.hasOwn(languages, code)

/** The first of these locales that the assistant has words for, such as `de` of `de-AT`; else English. */
export function languageFor(...locales: (string | null)[]): LanguageCode {
  const codes = locales.map((locale) => locale?.toLowerCase().split(/[-_]/)[0] ?? '')
  return codes.find(isKnown) ?? 'en'
}
