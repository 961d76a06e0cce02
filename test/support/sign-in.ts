import type { World } from './world.ts'

let made = 0

/** Restarts the numbering of people, whatever other tests of the process created. */
export function countPeopleAnew(): void {
  made = 0
}

/** Adds an account and signs it in by its link. */
export async function signIn(
  world: World,
  role: 'admin' | 'member' = 'admin',
): Promise<{ email: string; token: string }> {
  // People are listed by email, so the numbers are padded to keep the order after the ninth.
  const email = `person-of-${role}-${String(++made).padStart(5, '0')}@example.com`
  const { body } = await world.api('POST', '/admins', { body: { email, role } })
  return { email, token: await openLink(world, body.signInLink) }
}

/** Signs in once more. */
export async function signInAgain(world: World, email: string): Promise<string> {
  const { body } = await world.api('POST', `/admins/${email}/sign-in-link`, { body: {} })
  return await openLink(world, body.url)
}

async function openLink(world: World, link: string): Promise<string> {
  const body = JSON.stringify({ token: link.split('#')[1] })
  const response = await fetch(`${world.url}/auth/link`, { method: 'POST', body })
  if (response.status !== 200) throw new Error(`not signed in: ${await response.text()}`)
  return ((await response.json()) as { token: string }).token
}
