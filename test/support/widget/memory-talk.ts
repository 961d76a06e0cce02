import type { VisitorAppointment } from '../../../shared/booking.ts'
import type { ChatSite } from '../../../shared/chat.ts'
import type { Answered, BookingDraft, BookingTalk, Offer } from '../../../widget/chat/booking.ts'
import type { Talk, TalkState } from '../../../widget/chat/talk.ts'

/** A talk without a server: it shows what it is given, and records its calls. */
export type MemoryTalk = Talk & {
  /** Each call by name, with its arguments. */
  readonly asked: [name: string, ...given: unknown[]][]
  tell(next: Partial<TalkState>): void
  /** What the calendar offers, and what the server answers to a booking. */
  calendar: { offer: Offer | null; answer: Answered<VisitorAppointment> | null }
}

export function createMemoryTalk(site: ChatSite, first: Partial<TalkState> = {}): MemoryTalk {
  const heard = new Set<() => void>()
  const asked: MemoryTalk['asked'] = []
  let state: TalkState = { ...emptyState(site), ...first }
  const tell = (next: Partial<TalkState>) => {
    state = { ...state, ...next }
    for (const changed of heard) changed()
  }
  const calendar: MemoryTalk['calendar'] = { offer: null, answer: null }
  const note =
    (name: string) =>
    (...given: unknown[]) =>
      void asked.push([name, ...given])
  return {
    get state() {
      return state
    },
    asked,
    tell,
    calendar,
    challenge: undefined,
    subscribe(changed) {
      heard.add(changed)
      return () => heard.delete(changed)
    },
    ...answers(() => state, tell, note),
    ...signals(note),
    booking: async () => memoryBooking(calendar, note),
  }
}

type Note = (name: string) => (...given: unknown[]) => void

/** Calls that change the state, like a server would. */
function answers(read: () => TalkState, tell: MemoryTalk['tell'], note: Note) {
  const say = (text: string) => {
    const { entries, site, consented, asksDetails } = read()
    const waits = asksDetails || (site.consent === 'required' && !consented)
    const sending = waits ? ({ sending: 'sending' } as const) : {}
    const own = { id: `own_${entries.length}`, ts: Date.now(), role: 'user', type: 'text', text, ...sending } as const
    tell({ conversation: 'conv_1', entries: [...entries, own] })
  }
  const change = (id: string, next: object) =>
    tell({
      entries: read().entries.map((entry) =>
        JSON.stringify(entry).includes(`"id":"${id}"`) ? { ...entry, ...next } : entry,
      ),
    })
  const empty = () => emptyState(read().site)
  return {
    send(text: string) {
      note('send')(text)
      say(text)
    },
    act(action: Parameters<Talk['act']>[0]) {
      note('act')(action)
      change(action.id, { answer: action.id.startsWith('msg_') ? action.value : action.id })
      say(action.label ?? action.value ?? action.id)
    },
    rate(id: string, feedback: 1 | -1 | null) {
      note('rate')(id, feedback)
      change(id, { feedback })
    },
    rateChat(rating: 'good' | 'bad', comment?: string) {
      note('rateChat')(rating, comment)
      tell({ rating })
    },
    giveDetails(details: Record<string, string>) {
      note('giveDetails')(details)
      tell({ asksDetails: false })
    },
    consent() {
      note('consent')()
      tell({ consented: true })
    },
    setDraft: (draft: string) => tell({ draft }),
    end() {
      note('end')()
      tell({ ended: true })
    },
    reset() {
      note('reset')()
      tell(empty())
    },
    async erase() {
      note('erase')()
      tell(empty())
      return true
    },
  }
}

/** A calendar that offers and answers what it is given. Without an answer, a booking does not end. */
function memoryBooking(calendar: MemoryTalk['calendar'], note: Note): BookingTalk {
  const empty = { open: false, moves: null, timezone: null, start: null, bookingId: null, unsure: false, details: {} }
  let draft: BookingDraft = empty
  const failed = { kind: 'calendar', minutes: 0, field: '', url: '' } as const
  const answer = (name: string, ...given: unknown[]) => {
    note(name)(...given)
    return calendar.answer ? Promise.resolve(calendar.answer) : new Promise<never>(() => {})
  }
  return {
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    draft: () => draft,
    keep(changes) {
      draft = { ...draft, ...changes }
    },
    newId: () => 'an id of the memory',
    async offer(...given) {
      note('offer')(...given)
      return calendar.offer ? { value: calendar.offer } : { problem: failed }
    },
    book: (booking) => answer('book', booking),
    change: (id, start) => answer('changeBooking', id, start),
    cancel: (id) => answer('cancelBooking', id),
    isBooked: async () => false,
  }
}

/** Calls that only send something. */
const signals = (note: Note) => ({
  async transcript() {
    note('transcript')()
    return 'You: Hello'
  },
  async emailTranscript(to: string) {
    note('emailTranscript')(to)
    return !to.startsWith('nobody')
  },
  async sendFile() {
    note('sendFile')()
    return undefined
  },
  async readFile() {
    note('readFile')()
    return undefined
  },
  async leave() {
    note('leave')()
    return true
  },
  resume: note('resume'),
  retry: note('retry'),
  regenerate: note('regenerate'),
  stop: note('stop'),
  askForPerson: note('askForPerson'),
  identify: note('identify'),
  prefill: note('prefill'),
  setAttributes: note('setAttributes'),
  typed: note('typed'),
  show: note('show'),
  destroy: note('destroy'),
})

const emptyState = (site: ChatSite): TalkState => ({
  site,
  conversation: null,
  entries: [],
  writing: null,
  activity: 'none',
  place: 0,
  queue: null,
  person: null,
  failure: null,
  rating: null,
  online: true,
  unread: 0,
  ended: false,
  consented: false,
  asksDetails: false,
  draft: '',
  known: {},
  skew: 0,
  picking: false,
  lostLink: null,
})
