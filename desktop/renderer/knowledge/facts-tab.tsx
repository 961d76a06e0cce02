import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FactsAnswer, FactsPatch } from '../../../shared/facts.ts'
import { Ago } from '../account/ago.tsx'
import { wordsOf } from '../connection.ts'
import { useDesk } from '../data/desk.tsx'
import { say } from '../data/toasts.ts'
import { DraftForm } from '../settings/draft-form.tsx'
import { Loaded } from '../settings/loaded.tsx'
import '../settings/settings-ordered.css'
import { DetectFacts } from './detect-facts.tsx'
import { FactsFields } from './facts-fields.tsx'
import { knowledgeKeys } from './keys.ts'
import { backOf, patchOf, typedFacts } from './typed-facts.ts'
import { useFactsWords } from './words.ts'

/** What visitors ask most of a business: how it is reached, when it is open, what it offers. */
export function FactsTab() {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: knowledgeKeys.facts(site.id),
    queryFn: () => client.facts.get.query({ site: site.id }),
  })
  return <Loaded query={query}>{(answer) => <Facts answer={answer} />}</Loaded>
}

function Facts({ answer: { facts, updatedAt } }: { answer: FactsAnswer }) {
  const words = useFactsWords()
  const put = usePut()
  const write = async (patch: FactsPatch) => {
    const back = backOf(patch, facts)
    await put(patch)
    const undo = () =>
      void put(back).then(
        () => say(words.takenBack),
        (error) => say(wordsOf(error), { tone: 'danger' }),
      )
    say(words.saved, { undo })
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
