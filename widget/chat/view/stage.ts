import type { Flow, InlineForm } from '../../../shared/widget.ts'
import type { Mounting } from '../mounting.ts'
import type { Talk, TalkState } from '../talk.ts'

/** What the visitor is led through instead of writing freely. */
export type Task = { kind: 'flow'; flow: Flow } | { kind: 'form'; form: InlineForm }

/** The bot challenge that stands before a chat, and what it waits for. */
export type Challenge = { answer(token: string): void; fail(reason: string): void }

/** What the window shows that is no part of the talk. */
export type Shown = {
  open: boolean
  screen: 'home' | 'chat'
  task: Task | null
  challenge: Challenge | null
  asksErase: boolean
}

/** The window as the visitor has it: what it shows, and what may change that. */
export type Stage = {
  readonly shown: Shown
  readonly talk: Talk
  readonly mounting: Mounting
  change(next: Partial<Shown>): void
  subscribe(changed: () => void): () => void
  open(): void
  close(): void
  /** Does what begins or goes on with the talk, in its sight. */
  begin(run: () => void): void
}

export function createStage(mounting: Mounting, talk: Talk): Stage {
  const heard = new Set<() => void>()
  const screen = hasBegun(talk.state) ? 'chat' : 'home'
  let shown: Shown = { open: false, screen, task: null, challenge: null, asksErase: false }
  const change = (next: Partial<Shown>) => {
    shown = { ...shown, ...next }
    for (const changed of heard) changed()
  }
  const setOpen = (open: boolean, next: Partial<Shown> = {}) => {
    if (shown.open === open) return
    change({ open, ...next })
    mounting.showOpen(open)
  }
  return {
    get shown() {
      return shown
    },
    talk,
    mounting,
    change,
    subscribe(changed) {
      heard.add(changed)
      return () => heard.delete(changed)
    },
    open: () => setOpen(true, hasBegun(talk.state) ? { screen: 'chat' } : {}),
    close: () => !mounting.fill && setOpen(false, { asksErase: false }),
    begin(run) {
      // Details that nobody has to give hold up nobody: who wants to, leaves them on the first screen.
      if (talk.state.asksDetails && !requiresDetails(talk.state)) talk.giveDetails({})
      change({ screen: 'chat', task: null })
      run()
    },
  }
}

/** Whether there is something to go on with. */
export const hasBegun = ({ entries, ended }: TalkState): boolean =>
  !ended && entries.some(({ role }) => role === 'user')

/** Whether the visitor has to agree. */
export const asksConsent = ({ site, consented }: TalkState): boolean => site.consent === 'required' && !consented

/** Whether the first message waits until the visitor has agreed, or has said who they are. */
export const asksFirst = (state: TalkState): boolean =>
  (asksConsent(state) || state.asksDetails) && state.entries.some(({ sending }) => sending)

/** Whether the visitor is led through something before anybody answers. */
export const isLed = ({ task, challenge }: Shown, state: TalkState): boolean =>
  Boolean(task || challenge) || asksFirst(state)

/** Whether details have to be given, and not only may be. */
const requiresDetails = ({ site }: TalkState) => site.form.fields.some(({ required }) => required)
