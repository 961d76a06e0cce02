import { isWebUrl } from '../../../../shared/origin.ts'

/** A link with which visitors book. `provider` is `website` for one that only its label shows. */
export type BookingLink = { url: string; provider: string }

// The whole host must match: `calendly.com.evil.example` belongs to somebody else.
const country = String.raw`(?:com|net|org|io|me|site|[a-z]{2}|com?\.[a-z]{2})`
const hosts: Record<string, RegExp> = {
  calendly: hostOf('calendly'),
  calcom: /^(?:app\.)?cal\.(?:com|eu)$/,
  acuity: hostOf('acuityscheduling|as\\.me|squarespacescheduling'),
  setmore: hostOf('setmore'),
  square: /^(?:book\.squareup\.com|squareup\.com|[a-z0-9-]+\.square\.site)$/,
  fresha: hostOf('fresha'),
  simplybook: hostOf('simplybook'),
  youcanbookme: /(?:^|\.)youcanbook\.me$/,
  google: /^calendar\.app\.google$/,
  doctolib: hostOf('doctolib'),
  treatwell: hostOf('treatwell'),
  booksy: hostOf('booksy'),
  opentable: hostOf('opentable'),
}

function hostOf(name: string): RegExp {
  return new RegExp(String.raw`(?:^|\.)(?:${name})\.${country}$`)
}

/** Words of a link or button in English, German, French and Spanish. */
const label =
  /\b(?:book(?: (?:now|online|here|an? \w+|your \w+))?$|book (?:now|online|an? (?:appointment|call|meeting|table|visit|slot))|(?:schedule|make) an appointment|(?:online[- ])?termin (?:buchen|vereinbaren|anfragen)|terminbuchung|jetzt buchen|online buchen|réserver|prendre (?:un )?(?:rendez-vous|rdv)|reservar|pedir cita|reserva (?:tu|una) cita)/iu

const link = /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()]{1,2000})\)/g
const maxLinks = 2_000

/** The link in a page's text with which visitors book: one of a known calendar first. Undefined if there is none. */
export function findBookingLink(markdown: string): BookingLink | undefined {
  let named: BookingLink | undefined
  let count = 0
  for (const [, text = '', url = ''] of markdown.matchAll(link)) {
    if (++count > maxLinks) break
    if (!isWebUrl(url)) continue
    const provider = providerOf(new URL(url))
    if (provider) return { url, provider }
    if (label.test(text.replace(/[#*_]/g, '').trim())) named ??= { url, provider: 'website' }
  }
  return named
}

function providerOf({ hostname, pathname }: URL): string | undefined {
  if (hostname === 'calendar.google.com') return pathname.includes('/appointments/') ? 'google' : undefined
  // A home page is an advertisement, not a calendar.
  const ownsHost = !/^(?:www\.)?[a-z]+\.[a-z]+$/.test(hostname)
  if (pathname === '/' && !ownsHost) return undefined
  return Object.entries(hosts).find(([, host]) => host.test(hostname))?.[0]
}
