import { useState } from 'react'
import { wordsOf } from '../live/connection.ts'
import { useConnection } from '../live/follow-site.ts'
import { useLaterWords } from '../words/later-words.ts'

export type Call = {
  busy: boolean
  /** Why the last call failed, in words; empty if it did not. */
  fault: string
  call(work: () => Promise<unknown>): Promise<void>
}

/** Runs one call at a time. Offline, nothing is sent: a test or a delivery should not happen minutes later. */
export function useCall(): Call {
  const isOffline = useConnection().state === 'offline'
  const { common } = useLaterWords()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  return {
    busy,
    fault,
    async call(work) {
      if (busy) return
      if (isOffline) return setFault(common.unreachable)
      setBusy(true)
      setFault('')
      try {
        await work()
      } catch (error) {
        setFault(wordsOf(error))
      }
      setBusy(false)
    },
  }
}
