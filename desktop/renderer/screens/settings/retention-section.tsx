import { useQuery } from '@tanstack/react-query'
import type { RetentionKind } from '../../../../shared/retention.ts'
import { NumberField, Section, Switch } from '../../form/fields.tsx'
import { useDesk } from '../../live/desk.tsx'
import { retentionQuery } from '../../live/queries.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { DataPageWords } from '../../words/en/data-page.ts'
import { useDataPageWords } from '../../words/screen-words.ts'

type Kind = keyof DataPageWords['kinds']

/** So many days each kind is kept; null: until somebody deletes it. */
export type Kept = Record<Kind, number | null> & { audit: number }

const usualDays = 365
const mostDays = 3650
/** Nobody asks with every digit. */
const pause = 400

/** How long each kind of record is kept, with what would go at once by what is set here. */
export function Retention({ value, change }: { value: Kept; change: (part: Partial<Kept>) => void }) {
  const words = useDataPageWords()
  const wouldGo = useWouldGo(value)
  return (
    <Section title={words.retention} hint={words.retentionHint}>
      {(Object.keys(words.kinds) as Kind[]).map((kind) => {
        const days = value[kind]
        return (
          <div key={kind}>
            <Switch
              label={words.kinds[kind]}
              hint={words.kindHints[kind]}
              on={days !== null}
              change={(on) => change({ [kind]: on ? usualDays : null })}
            />
            {days !== null && (
              <NumberField
                {...{ label: words.days[kind], value: days, least: 1, most: mostDays, path: `retention.${kind}` }}
                hint={wouldGo(kind)}
                change={(next) => change({ [kind]: next })}
              />
            )}
          </div>
        )
      })}
      <NumberField
        {...{ label: words.audit, value: value.audit, least: 1, most: mostDays, path: 'retention.audit' }}
        hint={wouldGo('audit')}
        change={(audit) => change({ audit })}
      />
    </Section>
  )
}

const isDays = (days: number | null): days is number => days !== null && Number.isInteger(days) && days >= 1

/** What the server would remove now, in words; nothing while it is not known. */
function useWouldGo(value: Kept): (kind: RetentionKind) => string | undefined {
  const words = useDataPageWords()
  const { conversations, leads, callbacks, traces, audit } = value
  const set = Object.entries({ conversations, leads, callbacks, traces, audit })
    .filter(([, days]) => isDays(days) && days <= mostDays)
    .map(([kind, days]) => `${kind}=${days}`)
  const asked = useDebounced(set.join(), pause)
  const { data } = useQuery(retentionQuery(useDesk(), asked))
  return (kind) => {
    const found = data?.kinds.find((one) => one.kind === kind)
    const isOfThis = found && asked.split(',').includes(`${kind}=${value[kind]}`)
    return isOfThis ? words.wouldGo(found.count) : undefined
  }
}
