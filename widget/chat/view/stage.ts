import type { Mounting, Task } from '../mounting.ts'
import type { Talk, TalkState } from '../talk.ts'

/** The pending bot challenge and its callbacks. */
export type Challenge = { answer(token: string): void; fail(reason: string): void }

/** The state of the window that is not part of the talk. */
export type Shown = {
  open: boolean
  /**
   * Open beside a page that the visitor went to: it leaves the focus to the page, and on a phone covers only a part of
   * it. Ends when the visitor uses the window.
   */
  beside: boolean
  screen: 'home' | 'chat'
  task: Task | null
  challenge: Challenge | null
  /** What the visitor is asked to confirm, or to which address the chat is sent. */
  asks: 'erase' | 'leave' | 'email' | null
}

/** The window's state and the actions that change it. */
export type Stage = {
  readonly shown: Shown
  readonly talk: Talk
  readonly mounting: Mounting
  /** Traps the focus in a window that covers a phone's screen. Loaded on phones. */
  trapFocus(root: HTMLElement, event: KeyboardEvent): void
  change(next: Partial<Shown>): void
  subscribe(changed: () => void): () => void
  open(beside?: boolean): void
  close(): void
  /** Shows the talk and starts or continues it. */
  begin(run: () => void): void
}

export function createStage(mounting: Mounting, talk: Talk): Stage {
  const listeners = new Set<() => void>()
  const screen = hasConversation(talk.state) ? 'chat' : 'home'
  let shown: Shown = { open: false, beside: false, screen, task: null, challenge: null, asks: null }
  const change = (next: Partial<Shown>) => {
    shown = { ...shown, ...next }
    for (const changed of listeners) changed()
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
    trapFocus: () => {},
    change,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    open: (beside = false) => setOpen(true, { beside, ...(hasConversation(talk.state) && { screen: 'chat' }) }),
    close: () => !mounting.fill && setOpen(false, { asks: null }),
    begin(run) {
      // Optional details do not block anybody: visitors can leave them on the first screen.
      if (talk.state.asksDetails && !requiresDetails(talk.state)) talk.giveDetails({})
      change({ screen: 'chat', task: null })
      run()
    },
  }
}

/** Whether there is a conversation to continue. */
export const hasConversation = ({ entries, ended }: TalkState): boolean =>
  !ended && entries.some((entry) => entry.role === 'user' || (entry.type === 'card' && entry.appointment))

/** Whether the visitor must agree first. */
export const asksConsent = ({ site, consented }: TalkState): boolean => site.consent === 'required' && !consented

/** Whether the first message waits for consent or details. */
export const asksFirst = (state: TalkState): boolean =>
  (asksConsent(state) || state.asksDetails) && state.entries.some(({ sending }) => sending)

/** Whether the visitor must complete a task before anybody answers. */
export const isTaskPending = ({ task, challenge }: Shown, state: TalkState): boolean =>
  Boolean(task || challenge) || asksFirst(state)

/** Whether details are required instead of optional. */
export const requiresDetails = ({ site }: TalkState) => site.form.fields.some(({ required }) => required)
