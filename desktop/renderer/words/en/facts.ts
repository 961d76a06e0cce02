import type { Widen } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** The details of the business that the assistant answers from. */
export const facts = {
  intro: 'What visitors ask most: the assistant answers from it at once, before any page.',
  saved: 'The business details are saved.',
  takenBack: 'The business details are as they were.',
  changed: (ago: string) => `changed ${ago}`,
  sections: { business: 'The business', reach: 'How it is reached', hours: 'Opening hours', offer: 'What it offers' },
  fields: {
    name: 'Name',
    description: 'About the business',
    phones: 'Telephone numbers',
    emails: 'Email addresses',
    address: 'Address',
    hours: 'Opening hours',
    areas: 'Where it works',
    services: 'Services',
    links: 'Links',
    bookingUrl: 'Where an appointment is booked',
    prices: 'Prices',
  },
  descriptionHint: 'In one or two sentences.',
  areasHint: 'Towns, districts, countries.',
  pricesHint: 'In plain words. The assistant names no price that stands nowhere.',
  bookingHint: 'A page that begins with https://',
  hoursKnown: 'There are fixed hours',
  hoursHint: 'Off: the assistant does not say when you are open.',
  one: { phones: 'Telephone number', emails: 'Email address', areas: 'Place', services: 'Service', links: 'Link' },
  add: {
    phones: 'Add a number',
    emails: 'Add an address',
    areas: 'Add a place',
    services: 'Add a service',
    links: 'Add a link',
  },
  label: 'Words of the link',
  url: 'Page',
  detect: {
    title: 'Found on your pages',
    hint: 'Looks in what was learned of the website. Nothing is saved before you say so.',
    look: 'Look on the pages',
    looking: 'Looking',
    failed: (why: string) => `The pages could not be looked through. ${why}`,
    nothing: 'The pages that were learned say nothing of the business.',
    nothingNew: 'The pages say nothing that does not stand here already.',
    pages: 'Choose the pages to learn',
    replaces: (now: string) => `in place of ${now}`,
    none: 'nothing chosen',
    take: (count: number) => plural(count, { one: 'Take over # detail', other: 'Take over # details' }),
    leave: 'Leave it',
    taken: 'Taken over below. Look it through, then save.',
    from: 'Found on',
  },
}

export type FactsWords = Widen<typeof facts>
