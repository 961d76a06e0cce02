import { useEffect, useRef, useState } from 'react'
import { faultsOf } from '../../form/faults.ts'
import { watchUnsaved } from '../../form/unsaved.ts'
import { wordsOf } from '../../live/connection.ts'
import { toast } from '../../ui/toast.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { useJobPageWords } from '../../words/screen-words.ts'

/** A field that is saved by itself. */
export type FieldDraft = {
  text: string
  change(text: string): void
  /** @param isAsked also if the server refused this text before, or somebody else changed it since */
  save(isAsked?: boolean): void
  restore(): void
  state: 'idle' | 'saving' | 'saved'
  /** Why the text was refused; empty if it was not. */
  fault: string
  /** What somebody else saved while this was edited; null if nobody did. */
  theirs: string | null
}

type Options = {
  label: string
  saved: string
  /** Resolves once `saved` will be the new text. */
  write(text: string): Promise<unknown>
  /** Why a text is not sent at all; empty if it is. */
  check?(text: string): string
}

type Draft = { text: string; base: string }

const savedShownFor = 4_000

/** Keeps a text that is being typed apart from the saved one, which others may change. */
export function useFieldDraft({ label, saved, write, check }: Options): FieldDraft {
  const latest = useRef<Draft | null>(null)
  const refused = useRef<Draft | null>(null)
  const sending = useRef<Draft | null>(null)
  const savedNow = useRef(saved)
  savedNow.current = saved
  const [draft, setDraft] = useState<Draft | null>(null)
  const [fault, setFault] = useState('')
  const say = useFaultMessage(label, setFault)
  const put = (next: Draft | null) => {
    latest.current = next
    refused.current = null
    setDraft(next)
    setFault('')
  }
  const refuse = (of: Draft | null, why: string) => {
    refused.current = of
    setFault(why)
  }
  const { state, run } = useSaving()
  const send = async (sent: Draft) => {
    sending.current = sent
    try {
      await write(sent.text)
      // What was typed during the request is another change.
      if (latest.current?.text === sent.text) put(null)
      else if (latest.current) put({ ...latest.current, base: savedNow.current })
    } catch (error) {
      refused.current = sent
      say(error)
      throw error
    } finally {
      sending.current = null
    }
  }
  const isDirty = draft !== null && draft.text !== saved
  // A text that is being saved needs no question: if it is refused later, a toast says so.
  const mayBeLost = isDirty && state !== 'saving'
  useEffect(() => (mayBeLost ? watchUnsaved() : undefined), [mayBeLost])
  return {
    text: draft?.text ?? saved,
    change: (text) => put({ text, base: latest.current?.base ?? saved }),
    save(isAsked = false) {
      const now = latest.current
      if (now && sending.current === now) return
      const wrong = check?.(now?.text ?? saved) ?? ''
      if (wrong) return refuse(now, wrong)
      if (!now || now.text === saved || now.text === now.base) return put(null)
      if ((refused.current === now || now.base !== saved) && !isAsked) return
      setFault('')
      void run(() => send(now))
    },
    restore: () => put(null),
    state: isDirty && state === 'saved' ? 'idle' : state,
    fault,
    theirs: isDirty && state !== 'saving' && draft.base !== saved ? saved : null,
  }
}

/** Shows why a text was refused: at its field, or in a toast if the page was left. */
function useFaultMessage(label: string, setFault: (why: string) => void): (error: unknown) => void {
  const { page: words } = useJobPageWords()
  const { fields } = useLaterWords()
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return (error) => {
    const [first] = faultsOf(error).values()
    const why = first ? fields.fault(first) : wordsOf(error)
    if (isShown.current) setFault(why)
    else toast(words.notSaved(label, why), { tone: 'danger' })
  }
}

/** Runs one save after the other, and shows for a few seconds that the last one is done. */
function useSaving() {
  const [state, setState] = useState<FieldDraft['state']>('idle')
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const run = async (work: () => Promise<void>) => {
    clearTimeout(timer.current)
    setState('saving')
    const mine = running.current.then(work)
    const settled = mine.then(
      () => 'saved' as const,
      () => 'idle' as const,
    )
    running.current = settled
    const end = await settled
    // A later one is running.
    if (running.current !== settled) return
    setState(end)
    timer.current = setTimeout(() => setState('idle'), savedShownFor)
  }
  return { state, run }
}
