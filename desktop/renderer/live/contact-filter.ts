import type { LeadFilter, LeadStatus } from '../../../shared/lead.ts'
import { type Period, periodIn } from '../ui/period.ts'

/** In the order in which a contact goes through them. */
export const statuses: readonly LeadStatus[] = ['new', 'contacted', 'qualified', 'won', 'lost']

/** Which contacts are shown. */
export type ContactFilter = {
  q: string
  status: LeadStatus | ''
  /** The id of a tag, or `untagged`. */
  tag: string
  /** When they were made. */
  made: Period
}

export const noFilter: ContactFilter = { q: '', status: '', tag: '', made: {} }

/** The server takes no more. */
export const longestSearch = 200

/** Reads what stands behind the `?` of an address, which anybody may have written: what is no filter is left out. */
export function parseFilter(query: string): ContactFilter {
  const given = new URLSearchParams(query)
  const status = given.get('status') ?? ''
  const tag = given.get('tag') ?? ''
  return {
    q: [...(given.get('q') ?? '').trim()].slice(0, longestSearch).join(''),
    status: statuses.find((one) => one === status) ?? '',
    tag: /^\w{1,64}$/.test(tag) ? tag : '',
    made: periodIn(given),
  }
}

/** A filter as an address has it, without the `?`. */
export const writeFilter = (filter: ContactFilter): string => new URLSearchParams(textsOf(filter)).toString()

/** A filter as the server is asked for it. */
export function askedOf({ q, status, tag, made }: ContactFilter): LeadFilter {
  return { ...(q !== '' && { q }), ...(status !== '' && { status }), ...(tag !== '' && { tag }), ...made }
}

const textsOf = (filter: ContactFilter) => Object.entries(askedOf(filter)).map(([name, value]) => [name, String(value)])

/** The address of the table with the contacts of a filter. */
export const tableAddress = (site: string, filter: ContactFilter): string =>
  `/api/v1/leads.csv?${new URLSearchParams([['site', site], ...textsOf(filter)])}`

/** The address of the archive with everything about a contact. */
export const archiveAddress = (site: string, id: string): string =>
  `/api/v1/leads/${encodeURIComponent(id)}/archive?${new URLSearchParams({ site })}`
