import { createContext, useContext } from 'react'

const Context = createContext<(messageId: string) => void>(() => {})

/** Provides a function that opens a reply's trace. */
export const TraceOpener = Context.Provider

/** Opens a reply's trace beside the conversation. */
export const useTraceOpener = (): ((messageId: string) => void) => useContext(Context)

const Teach = createContext<(messageId: string) => void>(() => {})

export const TeachOpener = Teach.Provider
/** Opens the editor that makes a knowledge entry of a person's reply. */
export const useTeachOpener = (): ((messageId: string) => void) => useContext(Teach)
