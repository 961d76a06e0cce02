import { z } from 'zod'
import { IdentitySecret, IdentitySecretMade } from '../../../shared/identity.ts'
import type { Context } from '../../core/context.ts'
import { conflict } from '../../core/error.ts'
import { randomText } from '../../core/ids.ts'
import { get, post } from '../../core/operation.ts'

const purpose = 'identity secret'

const ofFile = ({ services, site }: Context) => services.config.sites.find(({ id }) => id === site.id)?.identitySecret

/** The secret with which the site's own server signs visitor tokens; undefined if there is none. */
export async function findIdentitySecret(ctx: Context): Promise<string | undefined> {
  return ofFile(ctx) ?? (await findMade(ctx))
}

/** A secret that was encrypted with another SVC_SECRET is ignored. */
async function findMade({ services, sql, site, log }: Context): Promise<string | undefined> {
  const [row] = await sql<{ identity_secret: string | null }[]>`
    select identity_secret from site_settings where site = ${site.id}`
  if (!row?.identity_secret) return undefined
  try {
    return services.seal.open(purpose, row.identity_secret)
  } catch {
    log.warn({ site: site.id }, 'the identity secret was encrypted with another SVC_SECRET: create a new one')
    return undefined
  }
}

/** Where the secret comes from, without the secret. */
async function describeIdentitySecret(ctx: Context): Promise<IdentitySecret> {
  if (ofFile(ctx) !== undefined) return { source: 'file' }
  return { source: (await findMade(ctx)) === undefined ? 'none' : 'made' }
}

/** Replaces the secret, which invalidates all earlier tokens. The new secret is only in this response. */
async function makeIdentitySecret(ctx: Context): Promise<IdentitySecretMade> {
  if (ofFile(ctx) !== undefined)
    throw conflict(
      'The secret of this site is set in the configuration file. Change it there.',
      'secret_in_configuration',
    )
  const secret = randomText(43)
  const sealed = ctx.services.seal.close(purpose, secret)
  await ctx.tx(async (tx) => {
    await tx.sql`
      insert into site_settings (site, identity_secret) values (${tx.site.id}, ${sealed})
      on conflict (site) do update set identity_secret = excluded.identity_secret`
  })
  return { source: 'made', secret }
}

export const identitySecretOperations = {
  get: get('/identity-secret', {
    summary: 'Retrieve the state of the identity secret',
    description:
      "With the site's identity secret, your server signs a JWT for a signed-in visitor, and the page passes it to " +
      '`identify`. The JWT uses HS256 and has `sub`, `aud` (the site id), `exp` (at most 24 hours ahead), `email`, `name` and ' +
      'up to 20 more claims: strings, numbers or booleans.',
    scope: 'settings:read',
    input: z.object({}),
    output: IdentitySecret,
    run: describeIdentitySecret,
  }),
  rotate: post('/identity-secret', {
    summary: 'Create a new identity secret',
    description:
      'Invalidates the previous secret and all tokens signed with it. Returns 409 if the secret is set in the ' +
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
