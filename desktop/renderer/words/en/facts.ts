import type { Widen } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** The business details that the assistant uses. */
export const facts = {
  intro: 'The most asked details of your business. The assistant uses them before any page.',
  saved: 'The business details are saved.',
  takenBack: 'The business details were restored.',
  changed: (ago: string) => `changed ${ago}`,
  sections: { business: 'The business', reach: 'Contact', hours: 'Opening hours', offer: 'Services' },
  fields: {
    name: 'Name',
    description: 'About the business',
    phones: 'Telephone numbers',
    emails: 'Email addresses',
    address: 'Address',
    hours: 'Opening hours',
    areas: 'Service area',
    services: 'Services',
    links: 'Links',
    bookingUrl: 'Where an appointment is booked',
    prices: 'Prices',
  },
  descriptionHint: 'In one or two sentences.',
  areasHint: 'Towns, districts, countries.',
  pricesHint: 'In plain words. The assistant states only prices that it finds in a source.',
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
    hint: 'Searches the learned pages. Nothing is saved until you confirm.',
    look: 'Look on the pages',
    looking: 'Looking',
    failed: (why: string) => `The pages could not be looked through. ${why}`,
    nothing: 'The learned pages contain no business details.',
    nothingNew: 'The pages contain nothing new.',
    pages: 'Choose the pages to learn',
    replaces: (now: string) => `in place of ${now}`,
    none: 'nothing chosen',
    take: (count: number) => plural(count, { one: 'Take over # detail', other: 'Take over # details' }),
    leave: 'Leave it',
    taken: 'Added below. Check and save.',
    from: 'Found on',
  },
}

export type FactsWords = Widen<typeof facts>
