import type { LeadFilter, LeadListItem } from '../../../shared/lead.ts'
import type { Context } from '../../core/context.ts'
import { badRequest, unavailable } from '../../core/error.ts'
import type { Download } from '../../core/operation.ts'
import { createThread } from '../knowledge/reading/thread.ts'
import { readAll, tableColumns } from './csv.ts'
import type { Sheet, Written } from './workbook-worker.ts'

/** A workbook is made as a whole in memory, unlike a CSV file. */
const maxContacts = 20_000
const limits = { milliseconds: 120_000, cpuMilliseconds: 60_000, heapMb: 512, growthMb: 1_500 }
const program = new URL('./workbook-worker.ts', import.meta.url)

/** The contacts that match the filter, newest first, as an Excel workbook. 400 if there are more than 20,000. */
export async function exportWorkbook(ctx: Context, filter: LeadFilter): Promise<Download> {
  const rows: Sheet['rows'] = []
  for await (const leads of readAll(ctx, filter)) {
    rows.push(...leads.map(rowOf))
    if (rows.length > maxContacts)
      throw badRequest(
        `More than ${maxContacts} contacts match. Filter them, or export them as CSV.`,
        'too_many_contacts',
        { max: maxContacts },
      )
  }
  const thread = createThread<Sheet, Written>(ctx.services.clock, program, limits)
  try {
    const sheet = { name: 'Contacts', headings: Object.keys(tableColumns), rows }
    const outcome = await thread.ask(sheet, { signal: ctx.signal })
    if ('failed' in outcome || 'failed' in outcome.answer) throw tooMuch()
    const { bytes } = outcome.answer
    return {
      name: 'contacts.xlsx',
      parts: (async function* () {
        yield bytes
      })(),
    }
  } finally {
    await thread.close()
  }
}

const tooMuch = () =>
  unavailable('The workbook could not be made. Filter the contacts, or export them as CSV.', 'workbook_failed')

const rowOf = (lead: LeadListItem): Sheet['rows'][number] => [
  ...Object.entries(tableColumns).map(([name, cell]) =>
    name === 'createdAt' || name === 'updatedAt' ? new Date(lead[name]) : cell(lead),
  ),
]
