import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FactsAnswer, FactsPatch } from '../../../../shared/facts.ts'
import { wordsOf } from '../../app/connection.ts'
import { DraftForm } from '../../form/draft-form.tsx'
import { useDesk } from '../../live/desk.tsx'
import { Ago } from '../../ui/ago.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { toast } from '../../ui/toast.ts'
import { useFactsWords } from '../../words/screen-words.ts'
import '../../form/ordered.css'
import { knowledgeKeys } from '../../live/knowledge-keys.ts'
import { DetectFacts } from './detect-facts.tsx'
import { FactsFields } from './facts-fields.tsx'
import { backOf, patchOf, typedFacts } from './typed-facts.ts'

/** What visitors ask most of a business: how it is reached, when it is open, what it offers. */
export function FactsTab() {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: knowledgeKeys.facts(site.id),
    queryFn: () => client.facts.get.query({ site: site.id }),
  })
  return <QueryBoundary query={query}>{(answer) => <Facts answer={answer} />}</QueryBoundary>
}

function Facts({ answer: { facts, updatedAt } }: { answer: FactsAnswer }) {
  const words = useFactsWords()
  const put = usePut()
  const write = async (patch: FactsPatch) => {
    const back = backOf(patch, facts)
    await put(patch)
    const undo = () =>
      void put(back).then(
        () => toast(words.takenBack),
        (error) => toast(wordsOf(error), { tone: 'danger' }),
      )
    toast(words.saved, { undo })
  }
  return (
    <DraftForm saved={typedFacts(facts)} patchOf={(typed) => patchOf(typed, facts)} write={write}>
      {({ value, change }) => (
        <>
          <p className="muted">
            {words.intro}
            {updatedAt !== null && (
              <>
                {' · '}
                <Ago at={updatedAt} said={words.changed} />
              </>
            )}
          </p>
          <DetectFacts typed={value} change={change} />
          <FactsFields typed={value} change={change} />
        </>
      )}
    </DraftForm>
  )
}

/** Saves some of the details; what stands then is shown at once. */
function usePut() {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  return async (facts: FactsPatch) => {
    const answer = await client.facts.put.mutate({ site: site.id, facts })
    queries.setQueryData(knowledgeKeys.facts(site.id), answer)
  }
}
