import type { Facts } from '../../../shared/facts.ts'
import { isWebUrl } from '../../../shared/origin.ts'

type Link = Facts['links'][number]

const link = /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()]{1,2000})\)/g
const profiles =
  /(?:^|\.)(?:facebook|instagram|linkedin|youtube|tiktok|xing|pinterest|threads|mastodon|tripadvisor|yelp|trustpilot)\.[a-z.]+$/
const calendars =
  /(?:^|\.)(?:calendly\.com|cal\.com|doctolib\.[a-z]+|treatwell\.[a-z.]+|setmore\.com|acuityscheduling\.com|simplybook\.[a-z]+|booksy\.com|opentable\.[a-z.]+)$/
const booking =
  /\b(?:book (?:now|online|an? \w+)|termin (?:buchen|vereinbaren)|réserver|prendre rendez-vous|reservar)\b/i

/** The profiles of the business elsewhere, each address once. */
export const findProfiles = (markdown: string): Link[] => {
  const found = linksIn(markdown).filter(({ url }) => profiles.test(new URL(url).hostname))
  return [...new Map(found.map((one) => [one.url, one])).values()]
}

/** Where an appointment is booked. */
export const findBooking = (markdown: string): string | null =>
  linksIn(markdown).find(({ label, url }) => calendars.test(new URL(url).hostname) || booking.test(label))?.url ?? null

const linksIn = (markdown: string): Link[] =>
  [...markdown.matchAll(link)]
    .map(([, label = '', url = '']) => ({ label: label.replace(/[#*_]/g, '').trim() || url, url }))
    .filter(({ url }) => isWebUrl(url))
