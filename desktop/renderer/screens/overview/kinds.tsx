import type { OverviewAnswer } from '../../../../shared/overview.ts'
import { useFigures } from '../../ui/format.ts'
import type { Route } from '../../ui/route.ts'
import { useOverviewWords, useSummaryWords } from '../../words/screen-words.ts'
import { type Bar, Bars } from './bars.tsx'
import styles from './cards.module.css'
import { listsSince } from './links.ts'

/** The kinds of conversations. */
export function Kinds({ answer: { insights, topPages, countries, range } }: { answer: OverviewAnswer }) {
  const words = useOverviewWords()
  const summaryWords = useSummaryWords()
  const write = useFigures()
  const lists = listsSince(range.since)
  const { outcomes, sentiment, leadQuality, topics } = insights
  return (
    <div className={styles.cards}>
      <Bars title={words.outcomes} bars={barsOf(outcomes, summaryWords.outcomes, (outcome) => lists({ outcome }))} />
      <Bars
        title={words.topics}
        bars={topics.map(({ topic, count }) => ({ key: topic, name: topic, count, to: lists({ topic }) }))}
      />
      <Bars
        title={words.pages}
        bars={topPages.map(({ url, count }) => ({
          key: url,
          name: withoutScheme(url),
          count,
          to: lists({ page: url }),
        }))}
      />
      <Bars
        title={words.countries}
        bars={countries.map(({ country, count }) => ({
          key: country,
          name: write.country(country),
          count,
          to: lists({ country }),
        }))}
      />
      <Bars
        title={words.sentiment}
        bars={barsOf(sentiment, summaryWords.sentiments, (sentiment) => lists({ sentiment }))}
      />
      <Bars title={words.quality} bars={barsOf(leadQuality, words.qualities, (quality) => lists({ quality }))} />
    </div>
  )
}

const barsOf = <K extends string>(
  counts: Record<K, number>,
  names: Record<K, string>,
  listOf: (key: K) => Route,
): Bar[] => (Object.keys(counts) as K[]).map((key) => ({ key, name: names[key], count: counts[key], to: listOf(key) }))

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '')
