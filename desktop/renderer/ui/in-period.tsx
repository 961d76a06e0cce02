import type { Route } from '../app/route.ts'
import { useFigures } from './format.ts'
import { Narrowed } from './narrowed.tsx'
import { foundTime, type Period, type PeriodWords } from './period.ts'

type Props = { period: Period; words: PeriodWords & { title: string; all: string }; to: Route }

/** Of which time a list is, where its address names one, and the way to the list of all times. */
export function InPeriod({ period, words, to }: Props) {
  const { day } = useFigures()
  const said = foundTime(period, words, day)
  return said === undefined ? null : <Narrowed title={words.title} chips={[said]} all={words.all} to={to} />
}
