import type { Writable } from 'node:stream'
import type { Parts } from './core/context.ts'
import { ensureOwner } from './features/accounts/accounts.ts'
import { createSignInLink } from './features/accounts/sessions.ts'

const linkFor = 15 * 60_000

/**
 * Says on standard output that requests are accepted: one line for programs, the rest for the person at the terminal.
 * @param address where the server listens, as this machine reaches it; links are built from BASE_URL
 */
export async function announce(parts: Parts, address: string, out: Writable & { isTTY?: boolean }): Promise<void> {
  const { config } = parts
  const url = config.baseUrl
  const owner = await ensureOwner(parts)
  const lines = [`ready ${address}`, '', `Dashboard   ${url}/dashboard`]
  if (owner.last_login_at === null || out.isTTY)
    lines.push(`Sign in     ${await ownerLink(parts, owner.email)}   (once, 15 minutes)`)
  if (config.sites.some((site) => site.id === 'demo')) lines.push(`Demo        ${url}/demo/`)
  lines.push(
    `API         ${url}/api/v1/openapi.json, to read and try: ${url}/docs`,
    `Database    ${databaseInWords(parts)}`,
  )
  out.write(`${lines.join('\n')}\n`)
  // A model server that does not answer takes its time to say so; nobody has to wait for that.
  out.write(`Model       ${await parts.outside.models.sentence()}\n\n`)
}

function databaseInWords({ config, database: { kind, version, vectors } }: Parts): string {
  const where = kind === 'embedded' ? `embedded, in ${config.dataDir}` : 'a Postgres server'
  return `${where} (PostgreSQL ${version}, ${vectors ? 'with pgvector' : 'without pgvector: no vector search'})`
}

async function ownerLink(parts: Parts, email: string): Promise<string> {
  const { sql } = parts.database
  return (await createSignInLink({ sql, parts, now: parts.clock.now }, email, linkFor)).url
}
