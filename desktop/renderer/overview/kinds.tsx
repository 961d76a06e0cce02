import type { OverviewAnswer } from '../../../shared/overview.ts'
import { type Bar, Bars } from './bars.tsx'
import { Facts } from './facts.tsx'
import { useFigures } from './figures.ts'
import { useOverviewWords, useSummaryWords } from './words.ts'

/** What kinds of conversations there were. */
export function Kinds({ answer: { insights, topPages, countries } }: { answer: OverviewAnswer }) {
  const words = useOverviewWords()
  const said = useSummaryWords()
  const write = useFigures()
  const { outcomes, sentiment, leadQuality, topics, engagement } = insights
  return (
    <div className="overview-cards">
      <Bars title={words.outcomes} bars={barsOf(outcomes, said.outcomes)} />
      <Bars title={words.topics} bars={topics.map(({ topic, count }) => ({ key: topic, name: topic, count }))} />
      <Bars
        title={words.pages}
        bars={topPages.map(({ url, count }) => ({ key: url, name: withoutScheme(url), count }))}
      />
      <Bars
        title={words.countries}
        bars={countries.map(({ country, count }) => ({ key: country, name: write.country(country), count }))}
      />
      <Bars title={words.sentiment} bars={barsOf(sentiment, said.sentiments)} />
      <Bars title={words.quality} bars={barsOf(leadQuality, words.qualities)} />
      <Facts
        title={words.engagement.title}
        facts={[
          [words.engagement.messages, write.decimal(engagement.avgMessages)],
          [words.engagement.seconds, write.length(engagement.medianSeconds)],
          [words.engagement.one, write.whole(engagement.oneMessage)],
          [words.engagement.returning, write.whole(engagement.returningVisitors)],
        ]}
      />
    </div>
  )
}

const barsOf = <K extends string>(counts: Record<K, number>, names: Record<K, string>): Bar[] =>
  (Object.keys(counts) as K[]).map((key) => ({ key, name: names[key], count: counts[key] }))

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '')
