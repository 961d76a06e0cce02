import type { OverviewAnswer } from '../../../../shared/overview.ts'
import { useFigures } from '../../ui/format.ts'
import type { Period } from '../../ui/period.ts'
import type { Route } from '../../ui/route.ts'
import { useOverviewWords } from '../../words/screen-words.ts'
import styles from './cards.module.css'
import { contactsOf, listOf, timeOf } from './links.ts'
import { Plot } from './plot.tsx'
import { ownZone } from './range.ts'

/** Conversations and contacts per day, and their hours. */
export function Daily({ answer: { series, previousSeries, insights, range } }: { answer: OverviewAnswer }) {
  const words = useOverviewWords()
  const write = useFigures()
  const daysOf = (counted: 'conversations' | 'leads', listOf: (time: Period) => Route) =>
    series.map((day, at) => {
      const before = previousSeries[at]
      return {
        ...{ short: write.date(day.date), name: write.weekday(day.date), count: day[counted] },
        to: listOf(timeOf(day.date)),
        before: before && { name: write.weekday(before.date), count: before[counted] },
      }
    })
  const hours = insights.hours.map((count, hour) => ({
    ...{ short: write.hour(hour), name: write.hour(hour), count },
    to: listOf({ from: range.since }, { hour, tz: ownZone() }),
  }))
  return (
    <div className={styles.charts}>
      <Plot title={words.daily.conversations} head={words.day} points={daysOf('conversations', listOf)} shape="line" />
      <Plot title={words.daily.leads} head={words.day} points={daysOf('leads', contactsOf)} shape="line" />
      <Plot title={words.hours} head={words.hour} points={hours} shape="columns" />
    </div>
  )
}
