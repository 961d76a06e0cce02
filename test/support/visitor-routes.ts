import type { ChatWorld } from './chat.ts'
import type { EventRoute } from './event-route.ts'
import { at, createPage } from './page.ts'

/** A visitor's actions besides messages, with the events that they emit. */
export function visitorRoutes(world: () => ChatWorld): EventRoute[] {
  const page = createPage(world)
  const prepare = async () => JSON.stringify(await page.start({ message: 'Hello' }))
  const does = (what: string, bodyOf: (reply: string) => unknown) => async (given: string) => {
    const { id, token, messages } = JSON.parse(given)
    const response = await page.send('POST', at(id, what), { token, body: bodyOf(messages[0].id) })
    if (!response.ok) throw new Error(await response.text())
  }
  const rate = does('feedback', (messageId) => ({ messageId, rating: 'up' }))
  const see = does('seen', (messageId) => ({ messageId }))
  const twice = (call: (given: string) => Promise<void>) => async () => {
    const given = await prepare()
    await call(given)
    return given
  }
  return [
    { route: 'widget feedback', emits: ['feedback.received'], prepare, call: rate },
    { route: 'widget feedback, the same again', emits: [], prepare: twice(rate), call: rate },
    { route: 'widget seen', emits: ['message.changed'], prepare, call: see },
    { route: 'widget seen, again', emits: [], prepare: twice(see), call: see },
    {
      route: 'widget identify with a name',
      emits: ['lead.captured'],
      prepare,
      call: does('identify', () => ({ name: 'Ann', email: 'ann.claims@example.com' })),
    },
    { route: 'widget erase', emits: ['conversation.changed'], prepare, call: does('erase', () => ({})) },
  ]
}
