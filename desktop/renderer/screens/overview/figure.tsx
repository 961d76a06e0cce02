import type { ReactNode } from 'react'
import { useFigures } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import type { Route } from '../../ui/route.ts'
import { useOverviewWords } from '../../words/screen-words.ts'
import styles from './cards.module.css'
import { changeOf } from './change.ts'

type Props = {
  name: string
  now: number
  then: number
  /** A share of 1, whose change is shown in points. */
  isShare?: boolean
  note?: ReactNode
  /** The list of what it counts. */
  to?: Route | undefined
}

/** A figure compared with the previous period, in words and with a sign. */
export function Figure({ name, now, then, isShare = false, note, to }: Props) {
  const write = useFigures()
  const content = (
    <>
      <span className={styles.figureName}>{name}</span>
      <strong data-figure>{isShare ? write.share(now) : write.whole(now)}</strong>
    </>
  )
  return (
    <li>
      {to && now > 0 ? <Link to={to}>{content}</Link> : <p>{content}</p>}
      <Before now={now} then={then} isShare={isShare} />
      {note && <p className="muted">{note}</p>}
    </li>
  )
}

/** A share in percent with one decimal, as shown. */
const pointsOf = (share: number) => Math.round(share * 1000) / 10

function Before({ now, then, isShare }: Required<Pick<Props, 'now' | 'then' | 'isShare'>>) {
  const words = useOverviewWords()
  const write = useFigures()
  const change = isShare ? changeOf(pointsOf(now), pointsOf(then)) : changeOf(now, then)
  if (change.kind === 'none') return null
  const before = isShare ? write.share(then) : write.whole(then)
  return <p className="muted">{comparison()}</p>

  function comparison(): string {
    if (change.kind === 'first') return words.change.first
    if (change.kind !== 'more' && change.kind !== 'less') return words.change.same(before)
    const by = isShare ? words.points(write.decimal(Math.abs(pointsOf(now) - pointsOf(then)))) : write.share(change.by)
    return words.change[change.kind](by, before)
  }
}
