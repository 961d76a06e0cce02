import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DetectedFacts } from '../../../../shared/facts.ts'
import { Section } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { Link } from '../../ui/link.tsx'
import { useFactsWords } from '../../words/screen-words.ts'
import { FactProposals } from './fact-proposals.tsx'
import { proposalsOf, withProposals } from './proposals.ts'
import type { TypedFacts } from './typed-facts.ts'

type Props = { typed: TypedFacts; change: (part: Partial<TypedFacts>) => void }

/** Searches the learned pages for business details, which can be accepted individually. */
export function DetectFacts({ typed, change }: Props) {
  const { client, site } = useDesk()
  const { detect: words } = useFactsWords()
  const [isTaken, setTaken] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const look = useMutation({ mutationFn: () => client.facts.detect.mutate({ site: site.id }) })
  const begin = () => {
    setTaken(false)
    look.mutate()
  }
  const end = (taken: boolean) => {
    setTaken(taken)
    look.reset()
    opener.current?.focus()
  }
  const proposals = look.data ? proposalsOf(look.data.facts, typed) : []
  return (
    <Section
      title={words.title}
      hint={words.hint}
      aside={
        <button ref={opener} type="button" aria-disabled={look.isPending} onClick={look.isPending ? undefined : begin}>
          {look.isPending ? words.looking : words.look}
        </button>
      }
    >
      <div role="status">
        {look.isError && <p className="error">{words.failed(wordsOf(look.error))}</p>}
        {look.data && proposals.length === 0 && <Nothing found={look.data} />}
        {isTaken && <p>{words.taken}</p>}
      </div>
      {look.data && proposals.length > 0 && (
        <FactProposals
          // A new search starts with nothing selected.
          key={look.submittedAt}
          proposals={proposals}
          pages={look.data.pages}
          leave={() => end(false)}
          take={(taken) => {
            change(withProposals(typed, taken))
            end(true)
          }}
        />
      )}
    </Section>
  )
}

function Nothing({ found: { facts } }: { found: DetectedFacts }) {
  const { detect: words } = useFactsWords()
  const isAny = Object.values(facts).some((one) => (Array.isArray(one) ? one.length > 0 : one !== null))
  if (isAny) return <p className="muted">{words.nothingNew}</p>
  return (
    <p className="muted">
      {words.nothing} <Link to={{ page: 'knowledge', tab: 'pages', id: null }}>{words.pages}</Link>
    </p>
  )
}
