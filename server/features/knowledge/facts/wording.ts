import { type Facts, noFacts } from '../../../../shared/facts.ts'
import type { Hours } from '../../../../shared/time.ts'

/** How the details are called, and the days from Monday on. */
type Words = {
  title: string
  about: string
  phones: string
  emails: string
  address: string
  hours: string
  areas: string
  services: string
  links: string
  booking: string
  prices: string
  closed: string
  days: string
}

const english: Words = {
  title: 'Business details',
  about: 'About us',
  phones: 'Telephone number',
  emails: 'Email address',
  address: 'Address',
  hours: 'Opening hours',
  areas: 'Where we work',
  services: 'Services',
  links: 'Links',
  booking: 'Book an appointment',
  prices: 'Prices',
  closed: 'closed',
  days: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
}

const words: Record<string, Words> = {
  en: english,
  de: {
    title: 'Angaben zum Unternehmen',
    about: 'Über uns',
    phones: 'Telefonnummer',
    emails: 'E-Mail-Adresse',
    address: 'Adresse',
    hours: 'Öffnungszeiten',
    areas: 'Wo wir arbeiten',
    services: 'Leistungen',
    links: 'Links',
    booking: 'Termin buchen',
    prices: 'Preise',
    closed: 'geschlossen',
    days: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag',
  },
  fr: {
    title: 'Informations sur l’entreprise',
    about: 'À propos de nous',
    phones: 'Numéro de téléphone',
    emails: 'Adresse e-mail',
    address: 'Adresse',
    hours: 'Horaires d’ouverture',
    areas: 'Où nous travaillons',
    services: 'Prestations',
    links: 'Liens',
    booking: 'Prendre rendez-vous',
    prices: 'Prix',
    closed: 'fermé',
    days: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
  },
  es: {
    title: 'Datos de la empresa',
    about: 'Quiénes somos',
    phones: 'Número de teléfono',
    emails: 'Correo electrónico',
    address: 'Dirección',
    hours: 'Horario de apertura',
    areas: 'Dónde trabajamos',
    services: 'Servicios',
    links: 'Enlaces',
    booking: 'Reservar una cita',
    prices: 'Precios',
    closed: 'cerrado',
    days: 'lunes martes miércoles jueves viernes sábado domingo',
  },
}

const wordsFor = (locale: string): Words => words[locale.toLowerCase().split(/[-_]/)[0] ?? ''] ?? english

/** What the details are called as a source, in the language of the locale. */
export const titleOfFacts = (locale: string): string => wordsFor(locale).title

/** The details as Markdown, a section for each; empty where there are none. */
export function factsAsMarkdown(facts: Facts, locale: string): string {
  const said = wordsFor(locale)
  const sections: [heading: string, body: string][] = [
    [said.about, [facts.name, facts.description].filter(Boolean).join('\n\n')],
    [said.phones, listOf(facts.phones)],
    [said.emails, listOf(facts.emails)],
    [said.address, facts.address ?? ''],
    [said.hours, facts.hours ? hoursAsList(facts.hours, said) : ''],
    [said.areas, listOf(facts.areas)],
    [said.services, listOf(facts.services)],
    [said.prices, facts.prices ?? ''],
    [said.booking, facts.bookingUrl ?? ''],
    [said.links, listOf(facts.links.map(({ label, url }) => `${label}: ${url}`))],
  ]
  return sections
    .filter(([, body]) => body !== '')
    .map(([heading, body]) => `## ${heading}\n\n${body}`)
    .join('\n\n')
}

export const areKnown = (facts: Facts): boolean => JSON.stringify(facts) !== JSON.stringify(noFacts)

const listOf = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

function hoursAsList({ mon, tue, wed, thu, fri, sat, sun }: Hours, { days, closed }: Words): string {
  const names = days.split(' ')
  const week = [mon, tue, wed, thu, fri, sat, sun]
  return listOf(week.map((ranges, day) => `${names[day]}: ${ranges.join(', ').replaceAll('-', '–') || closed}`))
}
