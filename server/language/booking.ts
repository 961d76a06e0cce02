import { type LanguageCode, languageCode } from './languages.ts'

/** What visitors read about their appointments. */
export type BookingPhrases = {
  booked: string
  moved: string
  cancelled: string
  /** Above the calendar in the chat. */
  pick: string
  /** Nothing can be booked at present. */
  nothingFree: string
}

const phrases: Record<LanguageCode, BookingPhrases> = {
  en: {
    booked: 'Booked:',
    moved: 'Moved:',
    cancelled: 'Cancelled:',
    pick: 'Choose a time for your appointment.',
    nothingFree: 'There is no free time at the moment. Leave your number or email and we will get back to you.',
  },
  de: {
    booked: 'Gebucht:',
    moved: 'Verschoben:',
    cancelled: 'Abgesagt:',
    pick: 'Wählen Sie eine Zeit für Ihren Termin.',
    nothingFree:
      'Zurzeit ist kein Termin frei. Hinterlassen Sie Ihre Nummer oder E-Mail-Adresse, dann melden wir uns bei Ihnen.',
  },
  fr: {
    booked: 'Réservé :',
    moved: 'Déplacé :',
    cancelled: 'Annulé :',
    pick: 'Choisissez une heure pour votre rendez-vous.',
    nothingFree:
      "Aucun créneau n'est libre pour le moment. Laissez votre numéro ou votre e-mail et nous vous recontacterons.",
  },
  es: {
    booked: 'Reservado:',
    moved: 'Cambiado:',
    cancelled: 'Cancelado:',
    pick: 'Elija una hora para su cita.',
    nothingFree: 'Ahora no hay horas libres. Deje su número o su correo y nos pondremos en contacto con usted.',
  },
}

/** The phrases in the language of a chat, otherwise in that of the site. */
export const bookingPhrases = (locale: string | null, own: string): BookingPhrases => phrases[languageCode(locale, own)]
