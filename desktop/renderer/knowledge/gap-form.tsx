import { useQueryClient } from '@tanstack/react-query'
import type { AnsweredGap, Gap } from '../../../shared/gap.ts'
import { useDesk } from '../data/desk.tsx'
import { OneTextForm } from '../settings/one-text-form.tsx'
import { useGapWords } from './gaps-words.ts'
import { knowledgeKeys } from './keys.ts'

type Given = { gap: Gap; close: () => void; done: (answered: AnsweredGap) => void }

/** Answers a question in one field. */
export function GapForm({ gap: { id, question, answer }, close, done }: Given) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useGapWords()
  const write = async (answer: string) => {
    done(await client.gaps.answer.mutate({ site: site.id, id, answer }))
    await queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
  }
  return (
    <OneTextForm
      name={words.answerOne(question)}
      field={{ label: words.yours, hint: words.hint, path: 'answer', lines: 4 }}
      saved={answer ?? ''}
      write={write}
      close={close}
    />
  )
}
