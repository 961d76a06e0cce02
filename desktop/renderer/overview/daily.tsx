import type { OverviewAnswer } from '../../../shared/overview.ts'
import { useFigures } from './figures.ts'
import { listOf, timeOf } from './links.ts'
import { Plot } from './plot.tsx'
import { useOverviewWords } from './words.ts'

/** How many conversations and contacts each day brought, and at which hours. */
export function Daily({ answer: { series, previousSeries, insights } }: { answer: OverviewAnswer }) {
  const words = useOverviewWords()
  const write = useFigures()
  const daysOf = (counted: 'conversations' | 'leads') =>
    series.map((day, at) => {
      const before = previousSeries[at]
      return {
        ...{ short: write.date(day.date), name: write.weekday(day.date), count: day[counted] },
        before: before && { name: write.weekday(before.date), count: before[counted] },
      }
    })
  const conversations = daysOf('conversations').map((day, at) => ({
    ...day,
    to: listOf(timeOf(series[at]?.date ?? '')),
  }))
  const hours = insights.hours.map((count, hour) => ({ short: write.hour(hour), name: write.hour(hour), count }))
  return (
    <div className="overview-charts">
      <Plot title={words.daily.conversations} head={words.day} points={conversations} shape="line" />
      <Plot title={words.daily.leads} head={words.day} points={daysOf('leads')} shape="line" />
      <Plot title={words.hours} head={words.hour} points={hours} shape="columns" />
    </div>
  )
}
