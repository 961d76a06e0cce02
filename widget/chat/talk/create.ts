import type { Talk, TalkState } from '../talk.ts'
import { createActions } from './actions.ts'
import { createCalls } from './calls.ts'
import { type Core, later, type Surroundings } from './core.ts'
import { refresh } from './fetch-later.ts'
import { createFollower } from './follow.ts'
import { browserMachine, type Machine } from './machine.ts'
import { createNews } from './news.ts'
import { flush, resume, retryAll } from './send.ts'
import { createState } from './state.ts'
import { createStore } from './store.ts'

/** The chat of a page, without its view. Continues the chat of earlier pages in this browser. */
export function createTalk(surroundings: Surroundings, machine: Machine = browserMachine()): Talk {
  const core = createCore(surroundings, machine)
  const follower = createFollower(core)
  const readState = createState(core)
  const news = createNews(core)
  const listeners = new Set<() => void>()
  let state: TalkState = readState()
  core.changed = () => {
    if (core.life.signal.aborted) return
    news.notice()
    follower.update()
    const next = readState()
    if (next === state) return
    state = next
    for (const changed of listeners) changed()
  }
  listen(core)
  void goOn(core)
  return {
    get state() {
      return state
    },
    get challenge() {
      return core.challenge
    },
    set challenge(challenge) {
      core.challenge = challenge
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    ...createActions(core),
    destroy() {
      core.life.abort()
      core.channel?.close()
      listeners.clear()
    },
  }
}

function createCore(surroundings: Surroundings, machine: Machine): Core {
  const { site, natives } = surroundings
  const { storage, locks, openChannel } = machine
  return {
    surroundings,
    machine,
    calls: createCalls(surroundings, machine),
    store: createStore(site, machine, natives),
    channel: storage && locks && openChannel?.(`svc:${site.id}`),
    ephemeral: { writing: null, typing: false, place: 0 },
    ephemeralEvents: undefined,
    visible: false,
    taken: undefined,
    flushing: false,
    flushAgain: false,
    awaiting: false,
    asked: false,
    streaming: false,
    failures: 0,
    cancelRetry: () => {},
    life: new AbortController(),
    challenge: undefined,
    lostLink: null,
    prefill: {},
    token: undefined,
    changed: () => {},
  }
}

const helpAfter = 2_000

/** Reacts to events of the page. */
function listen(core: Core): void {
  const { machine, life, channel } = core
  let cancel = () => {}
  const ends = [
    machine.listen('storage', () => {
      core.changed()
      // Another tab sends its own messages. This tab sends them if that tab is closed before.
      cancel()
      cancel = later(core, helpAfter, () => void flush(core))
    }),
    machine.listen('offline', () => core.changed()),
    machine.listen('online', () => {
      core.changed()
      void resume(core)
    }),
  ]
  life.signal.addEventListener('abort', () => {
    for (const end of ends) end()
  })
  if (channel) channel.onmessage = ({ data }: MessageEvent) => core.ephemeralEvents?.receive(data)
}

/** Continues an earlier page's chat: drops an ended one, and loads news of a running one. */
async function goOn(core: Core): Promise<void> {
  const { store } = core
  if (store.chat()?.ended) store.setChat(null)
  core.changed()
  const id = store.chat()?.id
  if (id !== undefined) await refresh(core, id)
  // A chat that the server does not know any more is not shown on a page that has not shown it.
  if (store.chat()?.ended && !core.visible) store.setChat(null)
  retryAll(core, ({ passing }) => passing)
  await flush(core)
}
