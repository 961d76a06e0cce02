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
  /** Titles of emails. */
  emails: Record<'confirmed' | 'requested' | 'changed' | 'cancelled' | 'reminder', (business: string) => string>
  what: string
  when: string
  where: string
  addToCalendar: string
  changeOrCancel: string
  why(business: string): string
}

const phrases: Record<LanguageCode, BookingPhrases> = {
  en: {
    booked: 'Booked:',
    moved: 'Moved:',
    cancelled: 'Cancelled:',
    pick: 'Choose a time for your appointment.',
    nothingFree: 'There is no free time at the moment. Leave your number or email and we will get back to you.',
    emails: {
      confirmed: (business) => `Your appointment with ${business} is booked`,
      requested: (business) => `${business} received your request for an appointment`,
      changed: (business) => `Your appointment with ${business} has changed`,
      cancelled: (business) => `Your appointment with ${business} was cancelled`,
      reminder: (business) => `Reminder: your appointment with ${business}`,
    },
    what: 'Appointment',
    when: 'Time',
    where: 'Place',
    addToCalendar: 'Add to your calendar',
    changeOrCancel: 'Change or cancel',
    why: (business) => `You get this email because an appointment with ${business} was booked with this address.`,
  },
  de: {
    booked: 'Gebucht:',
    moved: 'Verschoben:',
    cancelled: 'Abgesagt:',
    pick: 'Wählen Sie eine Zeit für Ihren Termin.',
    nothingFree:
      'Zurzeit ist kein Termin frei. Hinterlassen Sie Ihre Nummer oder E-Mail-Adresse, dann melden wir uns bei Ihnen.',
    emails: {
      confirmed: (business) => `Ihr Termin bei ${business} ist gebucht`,
      requested: (business) => `${business} hat Ihre Terminanfrage erhalten`,
      changed: (business) => `Ihr Termin bei ${business} wurde geändert`,
      cancelled: (business) => `Ihr Termin bei ${business} wurde abgesagt`,
      reminder: (business) => `Erinnerung: Ihr Termin bei ${business}`,
    },
    what: 'Termin',
    when: 'Zeit',
    where: 'Ort',
    addToCalendar: 'In den Kalender eintragen',
    changeOrCancel: 'Ändern oder absagen',
    why: (business) => `Sie bekommen diese E-Mail, weil mit dieser Adresse ein Termin bei ${business} gebucht wurde.`,
  },
  fr: {
    booked: 'Réservé :',
    moved: 'Déplacé :',
    cancelled: 'Annulé :',
    pick: 'Choisissez une heure pour votre rendez-vous.',
    nothingFree:
      "Aucun créneau n'est libre pour le moment. Laissez votre numéro ou votre e-mail et nous vous recontacterons.",
    emails: {
      confirmed: (business) => `Votre rendez-vous avec ${business} est réservé`,
      requested: (business) => `${business} a reçu votre demande de rendez-vous`,
      changed: (business) => `Votre rendez-vous avec ${business} a changé`,
      cancelled: (business) => `Votre rendez-vous avec ${business} a été annulé`,
      reminder: (business) => `Rappel : votre rendez-vous avec ${business}`,
    },
    what: 'Rendez-vous',
    when: 'Heure',
    where: 'Lieu',
    addToCalendar: 'Ajouter à votre agenda',
    changeOrCancel: 'Modifier ou annuler',
    why: (business) =>
      `Vous recevez cet e-mail parce qu’un rendez-vous avec ${business} a été réservé avec cette adresse.`,
  },
  es: {
    booked: 'Reservado:',
    moved: 'Cambiado:',
    cancelled: 'Cancelado:',
    pick: 'Elija una hora para su cita.',
    nothingFree: 'Ahora no hay horas libres. Deje su número o su correo y nos pondremos en contacto con usted.',
    emails: {
      confirmed: (business) => `Su cita con ${business} está reservada`,
      requested: (business) => `${business} ha recibido su solicitud de cita`,
      changed: (business) => `Su cita con ${business} ha cambiado`,
      cancelled: (business) => `Su cita con ${business} se ha cancelado`,
      reminder: (business) => `Recordatorio: su cita con ${business}`,
    },
    what: 'Cita',
    when: 'Hora',
    where: 'Lugar',
    addToCalendar: 'Añadir a su calendario',
    changeOrCancel: 'Cambiar o cancelar',
    why: (business) => `Recibe este correo porque se reservó una cita con ${business} con esta dirección.`,
  },
}

/** The phrases in the language of a chat, otherwise in that of the site. */
export const bookingPhrases = (locale: string | null, own: string): BookingPhrases => phrases[languageCode(locale, own)]
