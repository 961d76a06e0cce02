import { type VisitorLanguage, visitorLanguage } from './languages.ts'

/** What visitors read about their appointments. */
export type BookingPhrases = {
  booked: string
  moved: string
  /** Its place. */
  changed: string
  cancelled: string
  /** Above the calendar in the chat. */
  pick: string
  /** Above a link to a booking page. */
  book: string
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

const phrases: Record<VisitorLanguage, BookingPhrases> = {
  en: {
    booked: 'Booked:',
    moved: 'Moved:',
    changed: 'Changed:',
    cancelled: 'Cancelled:',
    pick: 'Choose a time for your appointment.',
    book: 'Here you can book an appointment:',
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
    changed: 'Geändert:',
    cancelled: 'Abgesagt:',
    pick: 'Wählen Sie eine Zeit für Ihren Termin.',
    book: 'Hier können Sie einen Termin buchen:',
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
    changed: 'Modifié :',
    cancelled: 'Annulé :',
    pick: 'Choisissez une heure pour votre rendez-vous.',
    book: 'Vous pouvez prendre rendez-vous ici :',
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
    changed: 'Modificado:',
    cancelled: 'Cancelado:',
    pick: 'Elija una hora para su cita.',
    book: 'Aquí puede reservar una cita:',
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
  it: {
    booked: 'Prenotato:',
    moved: 'Spostato:',
    changed: 'Modificato:',
    cancelled: 'Annullato:',
    pick: 'Scelga un orario per il suo appuntamento.',
    book: 'Qui può prenotare un appuntamento:',
    nothingFree: 'Al momento non ci sono orari liberi. Lasci il suo numero o la sua e-mail e la ricontatteremo.',
    emails: {
      confirmed: (business) => `Il suo appuntamento con ${business} è prenotato`,
      requested: (business) => `${business} ha ricevuto la sua richiesta di appuntamento`,
      changed: (business) => `Il suo appuntamento con ${business} è cambiato`,
      cancelled: (business) => `Il suo appuntamento con ${business} è stato annullato`,
      reminder: (business) => `Promemoria: il suo appuntamento con ${business}`,
    },
    what: 'Appuntamento',
    when: 'Orario',
    where: 'Luogo',
    addToCalendar: 'Aggiungi al calendario',
    changeOrCancel: 'Modifica o annulla',
    why: (business) =>
      `Riceve questa e-mail perché con questo indirizzo è stato prenotato un appuntamento con ${business}.`,
  },
  pt: {
    booked: 'Marcado:',
    moved: 'Remarcado:',
    changed: 'Alterado:',
    cancelled: 'Cancelado:',
    pick: 'Escolha um horário para o seu atendimento.',
    book: 'Aqui pode marcar um horário:',
    nothingFree: 'Não há horários livres no momento. Deixe seu número ou e-mail e entraremos em contato.',
    emails: {
      confirmed: (business) => `Seu horário com ${business} está marcado`,
      requested: (business) => `${business} recebeu seu pedido de horário`,
      changed: (business) => `Seu horário com ${business} mudou`,
      cancelled: (business) => `Seu horário com ${business} foi cancelado`,
      reminder: (business) => `Lembrete: seu horário com ${business}`,
    },
    what: 'Atendimento',
    when: 'Horário',
    where: 'Local',
    addToCalendar: 'Adicionar ao calendário',
    changeOrCancel: 'Alterar ou cancelar',
    why: (business) => `Você recebe este e-mail porque um horário com ${business} foi marcado com este endereço.`,
  },
  nl: {
    booked: 'Geboekt:',
    moved: 'Verplaatst:',
    changed: 'Gewijzigd:',
    cancelled: 'Geannuleerd:',
    pick: 'Kies een tijd voor uw afspraak.',
    book: 'Hier kunt u een afspraak maken:',
    nothingFree: 'Er is op dit moment geen tijd vrij. Laat uw nummer of e-mailadres achter, dan nemen we contact op.',
    emails: {
      confirmed: (business) => `Uw afspraak met ${business} is geboekt`,
      requested: (business) => `${business} heeft uw aanvraag voor een afspraak ontvangen`,
      changed: (business) => `Uw afspraak met ${business} is gewijzigd`,
      cancelled: (business) => `Uw afspraak met ${business} is geannuleerd`,
      reminder: (business) => `Herinnering: uw afspraak met ${business}`,
    },
    what: 'Afspraak',
    when: 'Tijd',
    where: 'Plaats',
    addToCalendar: 'Aan uw agenda toevoegen',
    changeOrCancel: 'Wijzigen of annuleren',
    why: (business) => `U krijgt deze e-mail omdat met dit adres een afspraak met ${business} is geboekt.`,
  },
  pl: {
    booked: 'Zarezerwowano:',
    moved: 'Przeniesiono:',
    changed: 'Zmieniono:',
    cancelled: 'Odwołano:',
    pick: 'Wybierz termin wizyty.',
    book: 'Tutaj można umówić wizytę:',
    nothingFree: 'Teraz nie ma wolnych terminów. Zostaw numer lub adres e-mail, a odezwiemy się.',
    emails: {
      confirmed: (business) => `Twoja wizyta jest zarezerwowana: ${business}`,
      requested: (business) => `Twoja prośba o wizytę dotarła: ${business}`,
      changed: (business) => `Twoja wizyta została zmieniona: ${business}`,
      cancelled: (business) => `Twoja wizyta została odwołana: ${business}`,
      reminder: (business) => `Przypomnienie o wizycie: ${business}`,
    },
    what: 'Wizyta',
    when: 'Czas',
    where: 'Miejsce',
    addToCalendar: 'Dodaj do kalendarza',
    changeOrCancel: 'Zmień lub odwołaj',
    why: (business) => `Otrzymujesz tę wiadomość, ponieważ na ten adres zarezerwowano wizytę: ${business}.`,
  },
  tr: {
    booked: 'Randevu alındı:',
    moved: 'Taşındı:',
    changed: 'Değişti:',
    cancelled: 'İptal edildi:',
    pick: 'Randevunuz için bir saat seçin.',
    book: 'Buradan randevu alabilirsiniz:',
    nothingFree: 'Şu anda boş saat yok. Numaranızı veya e-posta adresinizi bırakın, size dönelim.',
    emails: {
      confirmed: (business) => `${business} randevunuz alındı`,
      requested: (business) => `${business} randevu isteğinizi aldı`,
      changed: (business) => `${business} randevunuz değişti`,
      cancelled: (business) => `${business} randevunuz iptal edildi`,
      reminder: (business) => `Hatırlatma: ${business} randevunuz`,
    },
    what: 'Randevu',
    when: 'Saat',
    where: 'Yer',
    addToCalendar: 'Takviminize ekleyin',
    changeOrCancel: 'Değiştir veya iptal et',
    why: (business) => `Bu e-postayı, ${business} için bu adresle bir randevu alındığı için alıyorsunuz.`,
  },
  ar: {
    booked: 'تم الحجز:',
    moved: 'تم النقل:',
    changed: 'تم التغيير:',
    cancelled: 'تم الإلغاء:',
    pick: 'اختر وقتًا لموعدك.',
    book: 'يمكنك حجز موعد من هنا:',
    nothingFree: 'لا توجد أوقات متاحة حاليًا. اترك رقمك أو بريدك الإلكتروني وسنتواصل معك.',
    emails: {
      confirmed: (business) => `تم حجز موعدك مع ${business}`,
      requested: (business) => `استلمت ${business} طلب موعدك`,
      changed: (business) => `تغيّر موعدك مع ${business}`,
      cancelled: (business) => `أُلغي موعدك مع ${business}`,
      reminder: (business) => `تذكير بموعدك مع ${business}`,
    },
    what: 'الموعد',
    when: 'الوقت',
    where: 'المكان',
    addToCalendar: 'إضافة إلى التقويم',
    changeOrCancel: 'تغيير أو إلغاء',
    why: (business) => `تصلك هذه الرسالة لأن موعدًا مع ${business} حُجز بهذا العنوان.`,
  },
}

/** The phrases in the language of a chat, otherwise in that of the site. */
export const bookingPhrases = (locale: string | null, own: string): BookingPhrases =>
  phrases[visitorLanguage(locale, own)]
