import type { Facts } from '../../../../../shared/facts.ts'
import { isWebUrl } from '../../../../../shared/origin.ts'

type Link = Facts['links'][number]

const link = /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()]{1,2000})\)/g
// One that only begins like these, such as `facebook.com.evil.example`, is somebody else's.
const ending = String.raw`\.(?:com|net|org|[a-z]{2}|com?\.[a-z]{2})$`
const profiles = new RegExp(
  String.raw`(?:^|\.)(?:facebook|instagram|linkedin|youtube|tiktok|xing|pinterest|threads|mastodon|tripadvisor|yelp|trustpilot)${ending}`,
)
const calendars = new RegExp(
  String.raw`(?:^|\.)(?:calendly|cal|doctolib|treatwell|setmore|acuityscheduling|simplybook|booksy|opentable)${ending}`,
)
const booking =
  /\b(?:book (?:now|online|an? \w+)|termin (?:buchen|vereinbaren)|réserver|prendre rendez-vous|reservar)\b/i

/** The profiles of the business elsewhere, each address once. */
export const findProfiles = (markdown: string): Link[] => {
  const found = linksIn(markdown).filter(({ url }) => profiles.test(new URL(url).hostname))
  // The first of those with one address names it.
  return [...new Map(found.toReversed().map((one) => [one.url, one])).values()].toReversed()
}

/** Where an appointment is booked. */
export const findBooking = (markdown: string): string | null =>
  linksIn(markdown).find(({ label, url }) => calendars.test(new URL(url).hostname) || booking.test(label))?.url ?? null

const linksIn = (markdown: string): Link[] =>
  [...markdown.matchAll(link)]
    .map(([, label = '', url = '']) => ({ label: label.replace(/[#*_]/g, '').trim() || url, url }))
    .filter(({ url }) => isWebUrl(url))
