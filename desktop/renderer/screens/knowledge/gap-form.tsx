import { useQueryClient } from '@tanstack/react-query'
import type { AnsweredGap, Gap } from '../../../../shared/gap.ts'
import { OneTextForm } from '../../form/one-text-form.tsx'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/knowledge-keys.ts'
import { useGapWords } from '../../words/screen-words.ts'

type Props = { gap: Gap; close: () => void; done: (answered: AnsweredGap) => void }

/** Answers a question in one field. */
export function GapForm({ gap: { id, question, answer }, close, done }: Props) {
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
