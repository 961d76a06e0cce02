import type { Parts } from '../../../core/context.ts'
import { helperFaults } from './state.ts'
import { countVectors } from './vectors.ts'

/** How the knowledge can be searched, in plain words. */
export async function searchHealth(parts: Parts): Promise<{ ok: boolean; detail: string; [name: string]: unknown }> {
  const counts = await countVectors(parts.database.sql)
  const faults = helperFaults(parts).map(({ message }) => message)
  return { ok: faults.length === 0, detail: [inWords(parts, counts), ...faults].join(' '), ...counts }
}

function inWords({ database, config }: Parts, { passages, vectors }: { passages: number; vectors: number }): string {
  if (!database.vectors) return 'The knowledge is searched by words alone: the database has no pgvector.'
  if (config.ai.provider === 'none') return 'The knowledge is searched by words alone: no model is configured.'
  if (vectors === 0) return 'The knowledge is searched by words alone: nothing was embedded yet.'
  return `The knowledge is searched by words and by meaning: ${vectors} of ${passages} passages have a vector.`
}
