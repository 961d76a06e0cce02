import type { FormField } from '../../../shared/form.ts'
import type { SvcEvents } from '../../api.ts'
import type { FileFailure, Talk } from '../talk.ts'
import { asCallError } from './call-error.ts'
import { accessOf, type Core, serverTime } from './core.ts'
import { doLater } from './fetch-later.ts'
import { sendAttributes, sendIdentity } from './identity.ts'
import { isPlain } from './message.ts'
import { flush, resume, retryAll } from './send.ts'
import type { Chat, Outgoing } from './store.ts'

const typedEvery = 1_000

/** The actions of a talk. */
export function createActions(core: Core): Omit<Talk, 'state' | 'challenge' | 'subscribe' | 'destroy'> {
  const { store, surroundings } = core
  const { site } = surroundings
  return {
    send: (text) => put(core, text.trim()),
    act({ id, value = '', label, words }) {
      const form = store.chat()?.messages.find((message) => message.id === id)
      if (form?.type === 'form') emitLead(core, form.fields, readAnswers(core, value))
      put(core, words || label || value, { id, value, ...(label && { label }) })
    },
    askForPerson: (label = '') => put(core, label, { id: 'person', value: '', ...(label && { label }) }),
    giveDetails(answers) {
      store.changeMine(() => ({ details: answers }))
      emitLead(core, site.form.fields, answers)
      core.changed()
      void flush(core)
    },
    consent() {
      store.changeMine(() => ({ consented: true }))
      core.changed()
      void flush(core)
    },
    retry() {
      retryAll(core, () => true)
      core.changed()
      void resume(core)
    },
    prefill: (values) => void doLater(core, ({ prefill }) => prefill(core, values)),
    setAttributes(attributes) {
      store.changeMine((mine) => ({ attributes: { ...mine.attributes, ...attributes } }))
      void sendAttributes(core, attributes)
    },
    setDraft(text) {
      store.setDraft(text)
      core.changed()
    },
    sendFile: async (file, onProgress) => {
      // Code that cannot be loaded sends nothing.
      let why: FileFailure | undefined = 'fileFailed'
      await doLater(core, async (later) => {
        why = await later.sendFile(core, file, onProgress)
      })
      return why
    },
    readFile: (id) => doLater(core, (later) => later.readFile(core, id)),
    show(visible) {
      core.visible = visible
      core.changed()
      if (visible && store.mine().outbox.some((item) => item.passing)) void resume(core)
    },
    booking: () => doLater(core, async (later) => later.createBooking(core)),
    ...createSignals(core),
    ...createEndings(core),
  }
}

/** Adds a message of the visitor to the outbox. */
function put(core: Core, text: string, action?: Outgoing['action']): void {
  const { store, machine } = core
  if (!text && !action) return
  const item: Outgoing = {
    clientMessageId: machine.newId(),
    startId: machine.newId(),
    ts: serverTime(core),
    text: text || ' ',
    ...(action && { action }),
  }
  store.changeMine(({ outbox, answers }) => ({
    outbox: [...outbox.filter((other) => !isLeft(other)).map(withoutFailure), item],
    ...(action &&
      !/^(person$|flow:)/.test(action.id) && { answers: { ...answers, [action.id]: action.value || action.id } }),
  }))
  core.changed()
  void flush(core)
}

/** Whether a message cannot be retried: the server stored it and failed, or rejects it permanently. */
const isLeft = ({ failure, passing, stored, wrong }: Outgoing) => failure && !passing && (stored || wrong)

const withoutFailure = (item: Outgoing) => (item.passing ? item : { ...item, failure: undefined })

function readAnswers({ surroundings: { natives } }: Core, value: string): Record<string, unknown> {
  try {
    const answers = natives.parse(value)
    return isPlain(answers) ? answers : {}
  } catch {
    return {}
  }
}

/** Emits contact details to the page. Fields are recognised by name or type. */
function emitLead({ surroundings }: Core, fields: FormField[], answers: Record<string, unknown>): void {
  const kinds: Record<string, string> = { email: 'email', tel: 'phone' }
  const lead: SvcEvents['lead'] = {}
  for (const { name, type } of fields) {
    const detail = ['name', 'email', 'phone'].includes(name) ? name : kinds[type]
    const answer = answers[name]
    if (detail && typeof answer === 'string' && answer.trim()) Object.assign(lead, { [detail]: answer.trim() })
  }
  if (Object.keys(lead).length > 0) surroundings.emit('lead', lead)
}

/** Signals to the server. They are ephemeral, or reverted if they do not arrive. */
function createSignals(core: Core): Pick<Talk, 'typed' | 'stop' | 'rate' | 'identify'> {
  const { store, machine, calls, surroundings } = core
  let typedAt = Number.NEGATIVE_INFINITY
  const post = async (what: string, body?: unknown): Promise<unknown> => {
    const chat = store.chat()
    if (!chat || chat.ended) return undefined
    try {
      return await calls.post(accessOf(chat), what, body)
    } catch (error) {
      surroundings.debug(what, asCallError(error).code)
      return undefined
    }
  }
  return {
    typed() {
      if (machine.now() - typedAt < typedEvery) return
      typedAt = machine.now()
      void post('typing')
    },
    stop: () => void post('stop'),
    async rate(messageId, rating) {
      const id = store.chat()?.id
      const before = store.chat()?.messages.find((message) => message.id === messageId)?.feedback
      if (id === undefined) return
      changeFeedback(core, id, messageId, rating ?? undefined)
      const word = rating === null ? 'cleared' : rating > 0 ? 'up' : 'down'
      if (!(await post('feedback', { messageId, rating: word }))) changeFeedback(core, id, messageId, before)
    },
    identify({ name, email, token }) {
      core.token = token
      store.changeMine(() => ({ identity: { ...(name && { name }), ...(email && { email }) } }))
      core.changed()
      void flush(core)
      void sendIdentity(core)
    },
  }
}

function changeFeedback(core: Core, id: string, messageId: string, feedback: 1 | -1 | undefined): void {
  const change = (message: Chat['messages'][number]) => (message.id === messageId ? { ...message, feedback } : message)
  core.store.changeChat(id, ({ messages }) => ({ messages: messages.map(change) }))
  core.changed()
}

type Ending =
  | 'end'
  | 'leave'
  | 'rateChat'
  | 'regenerate'
  | 'reset'
  | 'resume'
  | 'transcript'
  | 'emailTranscript'
  | 'erase'

function createEndings(core: Core): Pick<Talk, Ending> {
  const { store, calls, surroundings } = core
  const end = () => {
    const chat = store.chat()
    if (!chat || chat.ended) return
    store.changeChat(chat.id, () => ({ ended: true, status: 'bot', person: null, queue: null }))
    store.changeMine(() => ({ outbox: [] }))
    core.ephemeral.writing = null
    core.changed()
    // If this does not arrive, the server ends the chat itself after a while.
    calls.post(accessOf(chat), 'end').catch((error) => surroundings.debug('end', asCallError(error).code))
  }
  /** Consent is kept. */
  const forget = () => {
    const { consented } = store.mine()
    store.clear()
    store.changeMine(() => ({ consented }))
    core.token = undefined
    core.ephemeral.writing = null
    core.changed()
  }
  return {
    end,
    reset() {
      end()
      forget()
    },
    leave: async () => (await doLater(core, ({ leave }) => leave(core))) ?? false,
    rateChat: (rating, comment) => void doLater(core, ({ rateChat }) => rateChat(core, rating, comment)),
    regenerate: () => void doLater(core, ({ regenerate }) => regenerate(core)).then(() => flush(core)),
    resume: (link) => void doLater(core, ({ resume }) => resume(core, link)),
    emailTranscript: async (to) => (await doLater(core, ({ emailTranscript }) => emailTranscript(core, to))) ?? false,
    transcript: async () => (await doLater(core, ({ transcript }) => transcript(core))) ?? '',
    erase: async () => (await doLater(core, ({ erase }) => erase(core, forget))) ?? false,
  }
}
