import type { Parts } from '../../../core/context.ts'

const day = 86_400_000
/** As long as somebody may still want to block a visitor. */
const keptDays = 7

/** Forgets where visitors wrote from, some days after their conversations began. */
export async function forgetAddresses({ database, clock }: Pick<Parts, 'database' | 'clock'>): Promise<void> {
  await database.sql`
    update conversations set address = null
    where address is not null and started_at < ${clock.now() - keptDays * day}`
}
