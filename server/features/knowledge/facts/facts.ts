import { z } from 'zod'
import { Facts, FactsAnswer, type FactsPatch, noFacts, PutFacts } from '../../../../shared/facts.ts'
import type { Context, Tx } from '../../../core/context.ts'
import { get, put } from '../../../core/operation.ts'
import { deleteDocument, lockKnowledge, storeDocument } from '../documents.ts'
import { languageOf } from '../lexemes.ts'
import { areKnown, factsAsMarkdown, titleOfFacts } from './wording.ts'

type Row = { facts: Facts; updated_at: number; updated_by: string }

/** The saved business details. */
async function getFacts({ sql, site }: Context): Promise<FactsAnswer> {
  const [row] = await sql<Row[]>`select facts, updated_at, updated_by from facts where site = ${site.id}`
  return answer(site.id, row)
}

/** Changes the given fields and indexes the result, so that questions find it. */
async function putFacts(ctx: Context, { facts: patch }: PutFacts): Promise<FactsAnswer> {
  return await ctx.tx(async (tx) => {
    await lockKnowledge(tx)
    const { sql, site } = tx
    const [saved] = await sql<Row[]>`select facts, updated_at, updated_by from facts where site = ${site.id}`
    const facts = withPatch(saved?.facts ?? noFacts, patch)
    const row: Row = { facts, updated_at: tx.now(), updated_by: tx.actor.id }
    await sql`
      insert into facts (site, facts, updated_at, updated_by)
      values (${site.id}, ${sql.json(facts)}, ${row.updated_at}, ${row.updated_by})
      on conflict (site) do update
      set facts = excluded.facts, updated_at = excluded.updated_at, updated_by = excluded.updated_by`
    await learn(tx, facts)
    tx.emit('facts.changed', { at: row.updated_at })
    return answer(site.id, row)
  })
}

/** An empty string clears a field like null does. */
function withPatch(saved: Facts, patch: FactsPatch): Facts {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  const cleared = given.map(([name, value]) => [name, value || noFacts[name as keyof Facts]])
  return Facts.parse({ ...noFacts, ...saved, ...Object.fromEntries(cleared) })
}

async function learn(tx: Tx, facts: Facts): Promise<void> {
  const id = `facts_${tx.site.id}`
  const { locale } = tx.site.settings.assistant
  if (!areKnown(facts)) {
    await deleteDocument(tx, 'facts', id)
    return
  }
  await storeDocument(tx, {
    id,
    kind: 'facts',
    title: titleOfFacts(locale),
    url: null,
    category: null,
    language: languageOf(locale),
    content: factsAsMarkdown(facts, locale),
    updatedBy: tx.actor.id,
  })
}

const answer = (site: string, row: Row | undefined): FactsAnswer => ({
  site,
  facts: { ...noFacts, ...row?.facts },
  updatedAt: row?.updated_at ?? null,
  updatedBy: row?.updated_by ?? null,
})

export const factOperations = {
  get: get('/knowledge/facts', {
    summary: 'Retrieve the business details',
    scope: 'knowledge:read',
    input: z.object({}),
    output: FactsAnswer,
    run: getFacts,
  }),
  put: put('/knowledge/facts', {
    summary: 'Update the business details',
    description:
      'Send any fields. Null clears a field; lists are replaced. The assistant uses the changes immediately on this server and ' +
      'within a second on others.',
    scope: 'knowledge:write',
    input: PutFacts,
    output: FactsAnswer,
    run: putFacts,
  }),
}
