import { createStore } from '../live/store.ts'

/** Which of the two dialogs over everything is open. */
export const opened = createStore<'palette' | 'sheet' | null>(null)

export const closeOpened = (): void => opened.set(null)
