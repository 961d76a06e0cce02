import { z } from 'zod'
import { Email, WebUrl } from './address.ts'
import { Milliseconds } from './page.ts'
import { line, text } from './text.ts'
import { Hours } from './time.ts'

const Phone = line(40, 1).refine((value) => /\d\D*\d\D*\d/.test(value), 'Must be a phone number.')
const Link = z.object({ label: line(200, 1), url: WebUrl })

const lists = {
  phones: z.array(Phone).max(20),
  emails: z.array(Email).max(20),
  areas: z.array(line(200, 1)).max(100).describe('Areas served: towns, districts, countries.'),
  services: z.array(line(200, 1)).max(100),
  links: z.array(Link).max(50),
}

const single = {
  name: line(200),
  description: text(2000),
  address: text(500),
  hours: Hours,
  bookingUrl: z.union([WebUrl, z.literal('')]),
  prices: text(5000).describe('As plain text.'),
}

export const Facts = z
  .object({
    name: single.name.nullable(),
    description: single.description.nullable(),
    phones: lists.phones,
    emails: lists.emails,
    address: single.address.nullable(),
    hours: single.hours.nullable().describe('Null if unknown. A missing day is closed.'),
    areas: lists.areas,
    services: lists.services,
    links: lists.links,
    bookingUrl: z.string().nullable(),
    prices: single.prices.nullable(),
  })
  .meta({
    id: 'Facts',
    description: 'Facts about the business, as entered by the owner. The assistant answers from them.',
  })
export type Facts = z.infer<typeof Facts>

export const noFacts: Facts = {
  name: null,
  description: null,
  phones: [],
  emails: [],
  address: null,
  hours: null,
  areas: [],
  services: [],
  links: [],
  bookingUrl: null,
  prices: null,
}

export const FactsPatch = z
  .object({
    name: single.name.nullish(),
    description: single.description.nullish(),
    phones: lists.phones.nullish(),
    emails: lists.emails.nullish(),
    address: single.address.nullish(),
    hours: single.hours.nullish(),
    areas: lists.areas.nullish(),
    services: lists.services.nullish(),
    links: lists.links.nullish(),
    bookingUrl: single.bookingUrl.nullish(),
    prices: single.prices.nullish(),
  })
  .meta({ id: 'FactsPatch', description: 'The fields to change. Null clears a field; lists are replaced.' })
export type FactsPatch = z.infer<typeof FactsPatch>

export const PutFacts = z.object({ facts: FactsPatch }).meta({ id: 'PutFacts' })
export type PutFacts = z.infer<typeof PutFacts>

export const FactsAnswer = z
  .object({
    site: z.string(),
    facts: Facts,
    updatedAt: Milliseconds.nullable().describe('Null if nothing was saved yet.'),
    updatedBy: z.string().nullable().describe('An email or `key:<key_id>`.'),
  })
  .meta({ id: 'FactsAnswer' })
export type FactsAnswer = z.infer<typeof FactsAnswer>

export const DetectedFacts = z
  .object({
    facts: Facts.describe('What the pages say. Nothing is saved.'),
    pages: z.array(z.object({ url: z.string(), title: z.string() })).describe('The pages on which it was found.'),
    neurons: z.number().describe('Cost of calling the model; 0 if none was called.'),
  })
  .meta({ id: 'DetectedFacts' })
export type DetectedFacts = z.infer<typeof DetectedFacts>
