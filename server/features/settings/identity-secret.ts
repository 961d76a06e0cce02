import { z } from 'zod'
import { IdentitySecret, IdentitySecretMade } from '../../../shared/identity.ts'
import type { Context } from '../../core/context.ts'
import { conflict } from '../../core/error.ts'
import { randomText } from '../../core/ids.ts'
import { get, post } from '../../core/operation.ts'

const purpose = 'identity secret'

const ofFile = ({ parts, site }: Context) => parts.config.sites.find(({ id }) => id === site.id)?.identitySecret

/** What the site's own server signs visitors' tokens with; undefined where none was made yet. */
export async function findIdentitySecret(ctx: Context): Promise<string | undefined> {
  return ofFile(ctx) ?? (await findMade(ctx))
}

/** One that another SVC_SECRET sealed is as good as none. */
async function findMade({ parts, sql, site, log }: Context): Promise<string | undefined> {
  const [row] = await sql<{ identity_secret: string | null }[]>`
    select identity_secret from site_settings where site = ${site.id}`
  if (!row?.identity_secret) return undefined
  try {
    return parts.seal.open(purpose, row.identity_secret)
  } catch {
    log.warn({ site: site.id }, 'the identity secret was sealed with another SVC_SECRET: make a new one')
    return undefined
  }
}

/** Where the secret comes from, without it. */
async function describeIdentitySecret(ctx: Context): Promise<IdentitySecret> {
  if (ofFile(ctx) !== undefined) return { source: 'file' }
  return { source: (await findMade(ctx)) === undefined ? 'none' : 'made' }
}

/** Makes a new secret in place of the one before, whose tokens are worth nothing from then on. It is shown here alone. */
async function makeIdentitySecret(ctx: Context): Promise<IdentitySecretMade> {
  if (ofFile(ctx) !== undefined)
    throw conflict(
      'The secret of this site stands in the configuration file: change it there.',
      'secret_in_configuration',
    )
  const secret = randomText(43)
  const sealed = ctx.parts.seal.close(purpose, secret)
  await ctx.tx(async (tx) => {
    await tx.sql`
      insert into site_settings (site, identity_secret) values (${tx.site.id}, ${sealed})
      on conflict (site) do update set identity_secret = excluded.identity_secret`
  })
  return { source: 'made', secret }
}

export const identitySecretOperations = {
  get: get('/identity-secret', {
    summary: 'See whether visitors can be vouched for',
    description:
      "With the site's identity secret your server signs a JWT for a signed-in visitor, and the page hands it to " +
      '`identify`: HS256, with `sub`, `aud` (the id of the site), `exp` (at most 24 hours ahead), `email`, `name` and ' +
      'up to 20 more claims, which are texts, numbers or truth values.',
    scope: 'settings:read',
    input: z.object({}),
    output: IdentitySecret,
    run: describeIdentitySecret,
  }),
  rotate: post('/identity-secret', {
    summary: 'Make a new identity secret',
    description:
      'The one before is worth nothing from then on, nor are tokens that it signed. 409 where the secret stands in the ' +
      'configuration file.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    secrets: ['secret'],
    input: z.object({}),
    output: IdentitySecretMade,
    run: makeIdentitySecret,
  }),
}
