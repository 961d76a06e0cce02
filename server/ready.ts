import type { Writable } from 'node:stream'
import type { Services } from './core/context.ts'
import { ensureOwner } from './features/accounts/accounts.ts'
import { createSignInLink } from './features/accounts/sessions.ts'

const linkFor = 15 * 60_000

/**
 * Reports on standard output that the server accepts requests: one line for programs, the rest for people at the
 * terminal.
 * @param address the URL at which this machine reaches the server; links are built from BASE_URL
 */
export async function announce(
  services: Services,
  address: string,
  out: Writable & { isTTY?: boolean },
): Promise<void> {
  const { config } = services
  const url = config.baseUrl
  const owner = await ensureOwner(services)
  const lines = [`ready ${address}`, '', `Dashboard   ${url}/dashboard`]
  const isLinked = owner.last_login_at === null || out.isTTY
  lines.push(
    isLinked
      ? `Sign in     ${await ownerLink(services, owner.email)}   (once, 15 minutes)`
      : 'Sign in     npm run svc -- owner-link   (prints a link)',
  )
  if (config.sites.some((site) => site.id === 'demo')) lines.push(`Demo        ${url}/demo/`)
  lines.push(
    `API         ${url}/api/v1/openapi.json, explorer: ${url}/docs`,
    `Database    ${databaseInWords(services)}`,
  )
  out.write(`${lines.join('\n')}\n`)
  // Last, because a model server that does not respond takes a while to report.
  out.write(`Model       ${await services.outside.models.sentence()}\n\n`)
}

function databaseInWords({ config, database: { kind, version, vectors } }: Services): string {
  const where = kind === 'embedded' ? `embedded, in ${config.dataDir}` : 'a Postgres server'
  return `${where} (PostgreSQL ${version}, ${vectors ? 'with pgvector' : 'without pgvector: no semantic search'})`
}

async function ownerLink(services: Services, email: string): Promise<string> {
  const { sql } = services.database
  return (await createSignInLink({ sql, services, now: services.clock.now }, email, linkFor)).url
}
