import { createContext, useContext } from 'react'

const Context = createContext<(messageId: string) => void>(() => {})

/** Gives what is below it a way to open the trace of a reply. */
export const TraceOpener = Context.Provider

/** Opens the trace of a reply beside the conversation. */
export const useTraceOpener = (): ((messageId: string) => void) => useContext(Context)
