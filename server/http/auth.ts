import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { z } from 'zod'
import { LinkSignIn, PasswordChange, SignedIn, SignIn } from '../../shared/session.ts'
import { type Actor, publicActor } from '../core/actor.ts'
import { writeAudit } from '../core/audit.ts'
import type { Context, Parts, Site } from '../core/context.ts'
import { forbidden, unauthorized } from '../core/error.ts'
import { parseInput } from '../core/fault-words.ts'
import { refuseUnstorable } from '../core/input.ts'
import { createContext } from '../core/transaction.ts'
import { cookieName, ownOrigin, sessionCookie, tokenIn } from '../door/caller.ts'
import { answerHeaders } from '../door/error-response.ts'
import { countAddress, type Rates, refuseOverRate } from '../door/rate-limit.ts'
import { addressOf, type Env, type HttpContext, readJson } from '../door/request.ts'
import {
  type SignedIn as NewSession,
  setPassword,
  signIn,
  signInByLink,
  signOut,
} from '../features/accounts/sessions.ts'
import { refuseBots } from './captcha.ts'
import { challenges } from './challenge.ts'

type Answer = { body: unknown; session?: NewSession | null }

/** Signing in and out: what sets and reads the cookie, and so is no operation. */
export function authRoutes(parts: Parts, rates: Rates): Hono<Env> {
  const routes = new Hono<Env>()
  const on = (path: string, answer: (c: HttpContext, ctx: Context) => Promise<Answer>) =>
    routes.post(path, (c) => handle(parts, rates, c, `POST ${path}`, answer))

  on('/auth/sign-in', async (c, ctx) => {
    const input = parse(SignIn, await readJson(c.req.raw))
    if (ctx.site.settings.security.signIn.captcha) await refuseBots(parts, input.captcha, ctx.address)
    return signedIn(await signIn(ctx, input, getCookie(c, deviceCookie)))
  })
  on('/auth/link', async (c, ctx) => signedIn(await signInByLink(ctx, parse(LinkSignIn, await readJson(c.req.raw)))))
  on('/auth/password', async (c, ctx) => {
    const input = parse(PasswordChange, await readJson(c.req.raw))
    await setPassword(signedInOnly(ctx), input)
    return { body: { changed: true } }
  })
  on('/auth/sign-out', async (_, ctx) => {
    await signOut(signedInOnly(ctx))
    return { body: { signedOut: true }, session: null }
  })
  const challenge = challenges(parts)
  routes.get('/auth/challenge', (c, next) => challenge.ownPage(c) ?? next())
  routes.get('/auth/challenge/:file', (c, next) => challenge.file(c) ?? next())
  return routes
}

async function handle(
  parts: Parts,
  rates: Rates,
  c: HttpContext,
  action: string,
  answer: (c: HttpContext, ctx: Context) => Promise<Answer>,
) {
  const address = addressOf(parts, c)
  const rate = countAddress(rates, address)
  c.set('rate', rate)
  refuseOverRate(rate)
  refuseForeignPage(parts, c)
  const actor = await callerOf(parts, c)
  const ctx = createContext(parts, {
    site: await firstSite(parts),
    actor,
    address,
    signal: c.req.raw.signal,
    beforeCommit: (sql, result) => [
      writeAudit(sql, {
        at: parts.clock.now(),
        actor: personOf(actor, result),
        action,
        target: null,
        site: null,
        status: 200,
      }),
    ],
  })
  const { body, session } = await answer(c, ctx)
  if (session !== undefined) keepCookie(parts, c, session)
  return c.json(body as Record<string, unknown>, 200, answerHeaders(rate))
}

/** A page of another origin must not sign anybody in or out. Programs send no Origin. */
function refuseForeignPage(parts: Parts, c: HttpContext): void {
  const origin = c.req.header('origin')
  if (origin !== undefined && origin !== ownOrigin(parts))
    throw forbidden('Sign in on the page of the product itself.', 'origin_not_allowed', { origin })
  if (origin === undefined && sessionCookie(c.req.header('cookie')) !== undefined)
    throw forbidden('With a cookie, the Origin must be the product’s own.', 'origin_missing')
}

async function callerOf(parts: Parts, c: HttpContext): Promise<Actor> {
  const bearer = tokenIn(c.req.header('authorization'))
  const token = bearer ?? sessionCookie(c.req.header('cookie'))
  return (token !== undefined && (await parts.identify(token))) || publicActor
}

function signedInOnly(ctx: Context): Context {
  if (ctx.actor.kind !== 'person') throw unauthorized('Sign in first.', 'session_over')
  return ctx
}

const firstSite = async (parts: Parts): Promise<Site> =>
  (await parts.sites.find(parts.sites.ids()[0] as string)) as Site

const signedIn = (session: NewSession): Answer => ({ body: SignedIn.parse(session), session })

const personOf = (actor: Actor, result: unknown): string =>
  (result as { account?: { email: string } } | undefined)?.account?.email ?? actor.id

/** Tells that somebody signed in with this browser before. It outlives the session, and only these routes see it. */
const deviceCookie = 'svc_device'
/** The longest that browsers keep a cookie. */
const deviceDays = 400

function keepCookie(parts: Parts, c: HttpContext, session: NewSession | null): void {
  const options = {
    httpOnly: true,
    sameSite: 'Lax',
    secure: parts.config.baseUrl.startsWith('https:'),
  } as const
  const maxAge = session ? Math.ceil((session.expiresAt - parts.clock.now()) / 1000) : 0
  setCookie(c, cookieName, session?.token ?? '', { ...options, path: '/', maxAge })
  if (session) setCookie(c, deviceCookie, session.device, { ...options, path: '/auth', maxAge: deviceDays * 86_400 })
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const input = parseInput(schema, value)
  refuseUnstorable(input)
  return input
}
