import type { LeadFilter, LeadStatus } from '../../../shared/lead.ts'
import { type Period, periodIn } from '../ui/period.ts'

/** In the order of a contact's lifecycle. */
export const statuses: readonly LeadStatus[] = ['new', 'contacted', 'qualified', 'won', 'lost']

/** Which contacts are shown. */
export type ContactFilter = {
  q: string
  status: LeadStatus | ''
  /** The id of a tag, or `untagged`. */
  tag: string
  /** When they were created. */
  made: Period
}

export const noFilter: ContactFilter = { q: '', status: '', tag: '', made: {} }

/** The server's maximum. */
export const maxSearchLength = 200

/** Parses the part of an address after the `?`, which anybody may have written: invalid filters are ignored. */
export function parseFilter(query: string): ContactFilter {
  const given = new URLSearchParams(query)
  const status = given.get('status') ?? ''
  const tag = given.get('tag') ?? ''
  return {
    q: [...(given.get('q') ?? '').trim()].slice(0, maxSearchLength).join(''),
    status: statuses.find((one) => one === status) ?? '',
    tag: /^\w{1,64}$/.test(tag) ? tag : '',
    made: periodIn(given),
  }
}

/** Formats a filter for an address, without the `?`. */
export const writeFilter = (filter: ContactFilter): string => new URLSearchParams(textsOf(filter)).toString()

/** A filter as the server expects it. */
export function filterQuery({ q, status, tag, made }: ContactFilter): LeadFilter {
  return { ...(q !== '' && { q }), ...(status !== '' && { status }), ...(tag !== '' && { tag }), ...made }
}

const textsOf = (filter: ContactFilter) =>
  Object.entries(filterQuery(filter)).map(([name, value]) => [name, String(value)])

/** The address of the table with a filter's contacts. */
export const tableAddress = (site: string, filter: ContactFilter, type: 'csv' | 'xlsx'): string =>
  `/api/v1/leads.${type}?${new URLSearchParams([['site', site], ...textsOf(filter)])}`

/** The address of the archive with all data of a contact. */
export const archiveAddress = (site: string, id: string): string =>
  `/api/v1/leads/${encodeURIComponent(id)}/archive?${new URLSearchParams({ site })}`
