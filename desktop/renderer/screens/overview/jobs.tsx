import type { OverviewAnswer } from '../../../../shared/overview.ts'
import { useFigures } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import type { Route } from '../../ui/route.ts'
import { useOverviewWords } from '../../words/screen-words.ts'
import styles from './cards.module.css'
import { type Fact, Facts } from './facts.tsx'
import { Plot } from './plot.tsx'

/** What became of appointments. Nothing for a site without any in the period. */
export function AppointmentFigures({ answer: { insights } }: { answer: OverviewAnswer }) {
  const { booked, fromChat, completed, noShow, cancelled } = insights.appointments
  const { appointments: words } = useOverviewWords()
  const write = useFigures()
  if (booked + completed + noShow + cancelled === 0) return null
  return (
    <div className={styles.charts}>
      <Facts
        title={words.title}
        facts={[
          [words.booked, write.whole(booked), { page: 'calendar', query: 'view=agenda' }],
          [words.fromChat, write.whole(fromChat)],
          [words.completed, write.whole(completed)],
          [words.noShow, write.whole(noShow)],
          [words.cancelled, write.whole(cancelled)],
        ]}
      />
    </div>
  )
}

/** What became of jobs, and the value won by week. Nothing for a site without jobs in the period. */
export function JobFigures({ answer: { insights } }: { answer: OverviewAnswer }) {
  const { jobs, wonByWeek } = insights
  const { jobs: words } = useOverviewWords()
  const write = useFigures()
  const money = useMoney()
  if (jobs.created + jobs.won + jobs.lost === 0) return null
  const { currency } = jobs
  const listed = (status: string): Route => ({ page: 'jobs', id: null, query: `view=list&status=${status}` })
  const count = (name: string, count: number, status: string): Fact => [
    name,
    write.whole(count),
    count > 0 ? listed(status) : undefined,
  ]
  const weeks = wonByWeek.map(({ date, value }) => ({
    ...{ short: write.date(date), name: write.weekday(date), count: value },
    to: listed('won'),
  }))
  return (
    <div className={styles.charts}>
      <Facts
        title={words.title}
        facts={[
          count(words.created, jobs.created, 'all'),
          [words.fromChat, write.whole(jobs.fromChat)],
          count(words.won, jobs.won, 'won'),
          count(words.lost, jobs.lost, 'lost'),
          ...(currency === null ? [] : [[words.value, money(jobs.wonValue, currency), listed('won')] as const]),
        ]}
      />
      {currency !== null && <Plot title={words.byWeek(currency)} head={words.week} points={weeks} shape="columns" />}
    </div>
  )
}
