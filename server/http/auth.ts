import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { z } from 'zod'
import type { ErrorReason } from '../../shared/error.ts'
import { LinkSignIn, PasswordChange, SignedIn, SignIn } from '../../shared/session.ts'
import { type Actor, publicActor } from '../core/actor.ts'
import { addressBucket } from '../core/address.ts'
import { writeAudit } from '../core/call.ts'
import type { Context, Services, Site } from '../core/context.ts'
import { AppError, forbidden, unauthorized } from '../core/error.ts'
import { refuseUnstorable } from '../core/input.ts'
import { createContext } from '../core/transaction.ts'
import { parseInput } from '../core/validation.ts'
import { cookieName, ownOrigin, sessionCookie, tokenIn } from '../door/caller.ts'
import { answerHeaders } from '../door/error-response.ts'
import { countSignIn, type Rates, refuseOverRate } from '../door/rate-limit.ts'
import { addressOf, type Env, type HttpContext, readJson } from '../door/request.ts'
import {
  type SignedIn as NewSession,
  setPassword,
  signIn,
  signInByLink,
  signOut,
} from '../features/accounts/sessions.ts'
import { challenges, refuseBots } from './challenge.ts'

type Answer = { body: unknown; session?: NewSession | null }

/** Signing in and out. These routes set and read the cookie, so they are not operations. */
export function authRoutes(services: Services, rates: Rates): Hono<Env> {
  const routes = new Hono<Env>()
  const on = (path: string, answer: (c: HttpContext, ctx: Context) => Promise<Answer>) =>
    routes.post(path, (c) => handle(services, rates, c, `POST ${path}`, answer))

  on('/auth/sign-in', async (c, ctx) => {
    const input = parse(SignIn, await readJson(c.req.raw))
    if (ctx.site.settings.security.signIn.captcha) await refuseBots(services, input.captcha, ctx.address)
    const work = () => signIn(ctx, input, getCookie(c, deviceCookie))
    return signedIn(await auditFailure(ctx, rates, 'POST /auth/sign-in', input.email, work))
  })
  on('/auth/link', async (c, ctx) => {
    const input = parse(LinkSignIn, await readJson(c.req.raw))
    return signedIn(await auditFailure(ctx, rates, 'POST /auth/link', '', () => signInByLink(ctx, input)))
  })
  on('/auth/password', async (c, ctx) => {
    const input = parse(PasswordChange, await readJson(c.req.raw))
    const work = () => setPassword(signedInOnly(ctx), input)
    await auditFailure(ctx, rates, 'POST /auth/password', ctx.actor.id, work)
    return { body: { changed: true } }
  })
  on('/auth/sign-out', async (_, ctx) => {
    await signOut(signedInOnly(ctx))
    return { body: { signedOut: true }, session: null }
  })
  const challenge = challenges(services)
  routes.get('/auth/challenge', (c, next) => challenge.ownPage(c) ?? next())
  routes.get('/auth/challenge/:file', async (c, next) => (await challenge.file(c)) ?? (await next()))
  return routes
}

async function handle(
  services: Services,
  rates: Rates,
  c: HttpContext,
  action: string,
  answer: (c: HttpContext, ctx: Context) => Promise<Answer>,
) {
  const address = addressOf(services, c)
  // Before counting, so that a foreign page cannot use up the count of its reader.
  refuseForeignPage(services, c)
  const rate = countSignIn(rates, address)
  c.set('rate', rate)
  refuseOverRate(rate)
  const actor = await callerOf(services, c)
  const ctx = createContext(services, {
    site: await firstSite(services),
    actor,
    address,
    signal: c.req.raw.signal,
    beforeCommit: (sql, result) => [
      writeAudit(sql, {
        at: services.clock.now(),
        actor: personOf(actor, result),
        action,
        target: null,
        site: null,
        status: 200,
      }),
    ],
  })
  const { body, session } = await answer(c, ctx)
  if (session !== undefined) keepCookie(services, c, session)
  return c.json(body as Record<string, unknown>, 200, answerHeaders(rate))
}

const wrongSecret: ReadonlySet<ErrorReason> = new Set<ErrorReason>(['wrong_sign_in', 'link_used', 'wrong_password'])

/**
 * Audits a wrong password or link with the address, at most once a minute for an account and for an address. Emails of
 * accounts that may not exist are not stored.
 */
async function auditFailure<T>(
  { services, actor, address }: Context,
  rates: Rates,
  action: string,
  account: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isWrong = error instanceof AppError && wrongSecret.has(error.reason)
    const isFirst = (name: string) => rates(`failed sign-in ${name}`, 0).first
    if (isWrong && isFirst(addressBucket(address)) && (account === '' || isFirst(account.trim().toLowerCase()))) {
      const row = {
        at: services.clock.now(),
        actor: actor.id,
        action,
        target: address,
        site: null,
        status: error.status,
      }
      await writeAudit(services.database.sql, row)
    }
    throw error
  }
}

/** Pages of other origins must not sign anybody in or out. Programs send no Origin. */
function refuseForeignPage(services: Services, c: HttpContext): void {
  const origin = c.req.header('origin')
  if (origin !== undefined && origin !== ownOrigin(services))
    throw forbidden("Sign in from the product's own page.", 'origin_not_allowed', { origin })
  if (origin !== undefined) return
  if (c.req.header('sec-fetch-site') === 'cross-site')
    throw forbidden("Sign in from the product's own page.", 'origin_missing')
  if (sessionCookie(c.req.header('cookie')) !== undefined)
    throw forbidden('With a cookie, the Origin must be the product’s own.', 'origin_missing')
}

async function callerOf(services: Services, c: HttpContext): Promise<Actor> {
  const bearer = tokenIn(c.req.header('authorization'))
  const token = bearer ?? sessionCookie(c.req.header('cookie'))
  return (token !== undefined && (await services.identify(token))) || publicActor
}

function signedInOnly(ctx: Context): Context {
  if (ctx.actor.kind !== 'person') throw unauthorized('Sign in first.', 'session_over')
  return ctx
}

const firstSite = async (services: Services): Promise<Site> =>
  (await services.sites.find(services.sites.ids()[0] as string)) as Site

const signedIn = (session: NewSession): Answer => ({ body: SignedIn.parse(session), session })

const personOf = (actor: Actor, result: unknown): string =>
  (result as { account?: { email: string } } | undefined)?.account?.email ?? actor.id

/**
 * Shows that somebody signed in with this browser before. It outlives the session, and only these routes receive it.
 */
const deviceCookie = 'svc_device'
/** The maximum that browsers keep a cookie. */
const deviceDays = 400

function keepCookie(services: Services, c: HttpContext, session: NewSession | null): void {
  const options = {
    httpOnly: true,
    sameSite: 'Lax',
    secure: services.config.baseUrl.startsWith('https:'),
  } as const
  const maxAge = session ? Math.ceil((session.expiresAt - services.clock.now()) / 1000) : 0
  setCookie(c, cookieName, session?.token ?? '', { ...options, path: '/', maxAge })
  if (session) setCookie(c, deviceCookie, session.device, { ...options, path: '/auth', maxAge: deviceDays * 86_400 })
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const input = parseInput(schema, value)
  refuseUnstorable(input)
  return input
}
