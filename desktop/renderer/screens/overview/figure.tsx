import type { ReactNode } from 'react'
import type { Route } from '../../app/route.ts'
import { useFigures } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useOverviewWords } from '../../words/screen-words.ts'
import { changeOf } from './change.ts'

type Props = {
  name: string
  now: number
  then: number
  /** A share of 1, whose change is told in points. */
  isShare?: boolean
  note?: ReactNode
  /** Where what it counts is listed. */
  to?: Route | undefined
}

/** One figure beside that of the time before, in words and with its sign. */
export function Figure({ name, now, then, isShare = false, note, to }: Props) {
  const write = useFigures()
  const content = (
    <>
      <span className="figure-name">{name}</span>
      <strong>{isShare ? write.share(now) : write.whole(now)}</strong>
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

/** A share in hundredths, to one digit: what is told of it. */
const pointsOf = (share: number) => Math.round(share * 1000) / 10

function Before({ now, then, isShare }: Required<Pick<Props, 'now' | 'then' | 'isShare'>>) {
  const words = useOverviewWords()
  const write = useFigures()
  const change = isShare ? changeOf(pointsOf(now), pointsOf(then)) : changeOf(now, then)
  if (change.kind === 'none') return null
  const before = isShare ? write.share(then) : write.whole(then)
  return <p className="muted">{said()}</p>

  function said(): string {
    if (change.kind === 'first') return words.change.first
    if (change.kind !== 'more' && change.kind !== 'less') return words.change.same(before)
    const by = isShare ? words.points(write.decimal(Math.abs(pointsOf(now) - pointsOf(then)))) : write.share(change.by)
    return words.change[change.kind](by, before)
  }
}
