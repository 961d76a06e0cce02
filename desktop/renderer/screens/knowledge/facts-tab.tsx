import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FactsAnswer, FactsPatch } from '../../../../shared/facts.ts'
import { DraftForm } from '../../form/draft-form.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { Ago } from '../../ui/ago.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { toast } from '../../ui/toast.ts'
import { useFactsWords } from '../../words/screen-words.ts'
import { DetectFacts } from './detect-facts.tsx'
import { FactsFields } from './facts-fields.tsx'
import { backOf, patchOf, typedFacts } from './typed-facts.ts'

/** The business details that visitors ask for most: contact details, opening hours, services. */
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
    <DraftForm saved={typedFacts(facts)} write={(typed) => write(patchOf(typed, facts))}>
      {({ value, change }) => (
        <>
          <p className="muted">
            {words.intro}
            {updatedAt !== null && (
              <>
                {' · '}
                <Ago at={updatedAt} text={words.changed} />
              </>
            )}
          </p>
          <DetectFacts typed={value} change={change} />
          <FactsFields hasHours={value.hours !== null} />
        </>
      )}
    </DraftForm>
  )
}

/** Saves some of the details, and shows the result immediately. */
function usePut() {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  return async (facts: FactsPatch) => {
    const answer = await client.facts.put.mutate({ site: site.id, facts })
    queries.setQueryData(knowledgeKeys.facts(site.id), answer)
  }
}
