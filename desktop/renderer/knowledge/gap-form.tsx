import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { AnsweredGap, Gap } from '../../../shared/gap.ts'
import { useDesk } from '../data/desk.tsx'
import { useDraft } from '../settings/draft.ts'
import { FaultsProvider, faultsOf, noFaults, stillWrong } from '../settings/faults.ts'
import { FormActions } from '../settings/form-actions.tsx'
import { TextField } from '../settings/text-field.tsx'
import { useGapWords } from './gaps-words.ts'
import { knowledgeKeys } from './keys.ts'

type Given = { gap: Gap; close: () => void; done: (answered: AnsweredGap) => void }

/** Answers a question in one field. */
export function GapForm({ gap: { id, question, answer }, close, done }: Given) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useGapWords()
  const form = useRef<HTMLFormElement>(null)
  const saved = { answer: answer ?? '' }
  const [refused, setRefused] = useState({ value: saved, faults: noFaults })
  const { value, change, saving, save } = useDraft(saved, async (value) => {
    try {
      done(await client.gaps.answer.mutate({ site: site.id, id, ...value }))
    } catch (error) {
      setRefused({ value, faults: faultsOf(error) })
      throw error
    }
    await queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
  })
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
    if (event.key === 'Escape') close()
  }
  return (
    <FaultsProvider value={stillWrong(refused.faults, refused.value, value)}>
      <form
        ref={form}
        className="settings-card"
        aria-label={words.answerOne(question)}
        onSubmit={submit}
        onKeyDown={press}
        noValidate
      >
        <TextField
          label={words.yours}
          hint={words.hint}
          path="answer"
          lines={4}
          value={value.answer}
          change={(answer) => change({ answer })}
        />
        <FormActions saving={saving} close={close} />
      </form>
    </FaultsProvider>
  )
}
