import { useQuery } from '@tanstack/react-query'
import type { RetentionKind } from '../../../../shared/retention.ts'
import type { Settings } from '../../../../shared/settings.ts'
import { NumberField, Section, Switch } from '../../form/fields.tsx'
import { useField } from '../../form/form.tsx'
import { useDesk } from '../../live/desk.tsx'
import { retentionQuery } from '../../live/queries.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { DataPageWords } from '../../words/en/data-page.ts'
import { useDataPageWords } from '../../words/screen-words.ts'

type Kind = keyof DataPageWords['kinds']

const usualDays = 365
const maxDays = 3650
/** The preview waits for a pause in typing. */
const pause = 400

/**
 * How long each kind of record is kept, with what these limits would delete now.
 * @param days null: until somebody deletes it
 */
export function Retention({ days }: { days: Settings['retention'] }) {
  const words = useDataPageWords()
  const wouldGo = useWouldGo(days)
  return (
    <Section title={words.retention} hint={words.retentionHint}>
      {(Object.keys(words.kinds) as Kind[]).map((kind) => (
        <div key={kind}>
          <KeptSwitch kind={kind} />
          {days[kind] !== null && (
            <NumberField
              label={words.days[kind]}
              hint={wouldGo(kind)}
              path={`retention.${kind}`}
              min={1}
              max={maxDays}
            />
          )}
        </div>
      ))}
      <NumberField label={words.audit} hint={wouldGo('audit')} path="retention.audit" min={1} max={maxDays} />
    </Section>
  )
}

function KeptSwitch({ kind }: { kind: Kind }) {
  const words = useDataPageWords()
  const { value, change } = useField<number | null>({ path: `retention.${kind}` })
  return (
    <Switch
      label={words.kinds[kind]}
      hint={words.kindHints[kind]}
      value={value !== undefined}
      change={(on) => change(on ? usualDays : null)}
    />
  )
}

const isDays = (days: number | null): days is number => days !== null && Number.isInteger(days) && days >= 1

/** What the server would delete now; nothing while unknown. */
function useWouldGo(value: Settings['retention']): (kind: RetentionKind) => string | undefined {
  const words = useDataPageWords()
  const { conversations, leads, callbacks, traces, audit } = value
  const set = Object.entries({ conversations, leads, callbacks, traces, audit })
    .filter(([, days]) => isDays(days) && days <= maxDays)
    .map(([kind, days]) => `${kind}=${days}`)
  const asked = useDebounced(set.join(), pause)
  const { data } = useQuery(retentionQuery(useDesk(), asked))
  return (kind) => {
    const found = data?.kinds.find((one) => one.kind === kind)
    const isOfThis = found && asked.split(',').includes(`${kind}=${value[kind]}`)
    return isOfThis ? words.wouldGo(found.count) : undefined
  }
}
