import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CheckPoint, ModelCheck } from '../../../../shared/model-check.ts'
import { httpClient } from '../../app/http-client.ts'
import { Section } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { clearCheckedPoints, useCheckedPoints } from '../../live/ephemeral.ts'
import { keys } from '../../live/keys.ts'
import { useFigures } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { checkText } from '../../words/check-words.ts'
import { useModelCheckWords } from '../../words/screen-words.ts'

type PointName = CheckPoint['point']

/** Measures on the server whether the model is good enough, and shows each point as it is finished. */
export function CheckModel() {
  const words = useModelCheckWords()
  const { check, isStopped, start, stop } = useModelCheck()
  const finished = useCheckedPoints()
  const points = check.isPending ? finished : (check.data?.points ?? [])
  const names = Object.keys(words.points) as PointName[]
  const next = names.find((name) => !points.some(({ point }) => point === name))
  const write = useFigures().whole
  const actions = useRef<HTMLDivElement>(null)
  // Starting and stopping replace each other: the keyboard stays where it was.
  useEffect(() => {
    if (check.status === 'idle' || document.activeElement !== document.body) return
    actions.current?.querySelector('button')?.focus()
  }, [check.status])
  return (
    <Section title={words.title} hint={words.hint}>
      <div ref={actions}>
        {check.isPending ? (
          <ProgressBar
            label={words.progress}
            text={words.count(write(points.length), write(names.length))}
            done={points.length}
            total={names.length}
            stop={{ words: words.stop, busy: isStopped, press: stop }}
          />
        ) : (
          <div className="cluster">
            <button type="button" onClick={start}>
              {words.start}
            </button>
          </div>
        )}
      </div>
      {points.length > 0 && (
        <ul className="settings-list" aria-label={words.list}>
          {points.map((point) => (
            <PointRow key={point.point} point={point} />
          ))}
        </ul>
      )}
      <div role="status">
        {check.isPending && next && <p className="muted">{words.measuring(words.points[next])}</p>}
        {check.isError && isStopped && <p className="muted">{words.stopped}</p>}
        {check.data && <Verdict verdict={check.data.verdict} />}
      </div>
      {check.isError && !isStopped && (
        <p className="error" role="alert" dir="auto">
          {words.failed(wordsOf(check.error))}
        </p>
      )}
    </Section>
  )
}

/** The check ends on the server when this page is left. */
function useModelCheck() {
  const { site } = useDesk()
  const queries = useQueryClient()
  const running = useRef<AbortController>(undefined)
  const [isStopped, setStopped] = useState(false)
  useEffect(() => () => running.current?.abort(), [])
  const check = useMutation({
    mutationFn: (signal: AbortSignal) => httpClient().models.check.mutate({ site: site.id }, { signal }),
    // The model is in memory now.
    onSettled: () => queries.invalidateQueries({ queryKey: keys.models(site.id) }),
  })
  return {
    check,
    isStopped,
    start() {
      clearCheckedPoints()
      setStopped(false)
      running.current = new AbortController()
      check.mutate(running.current.signal)
    },
    stop() {
      setStopped(true)
      running.current?.abort()
    },
  }
}

const looks = {
  ok: ['checked good', CircleCheck],
  warning: ['checked warning', CircleAlert],
  problem: ['checked error', CircleX],
  unmeasured: ['checked muted', CircleHelp],
} as const

function PointRow({ point }: { point: CheckPoint }) {
  const words = useModelCheckWords()
  const write = useFigures().decimal
  const [message, advice] = checkText(point, words.results, write)
  const [className, Icon] = looks[point.level]
  return (
    <li>
      <div className="what">
        <p className={className}>
          <Icon size={16} aria-hidden="true" />
          <span>
            <span className="strong">{words.points[point.point] ?? point.point}</span> · {words.levels[point.level]}
          </span>
        </p>
        <p dir="auto">{message}</p>
        {advice && (
          <p className="muted" dir="auto">
            {advice}
          </p>
        )}
      </div>
    </li>
  )
}

const looksOfVerdict = { good: looks.ok, slow: looks.warning, unusable: looks.problem, unknown: looks.unmeasured }

function Verdict({ verdict }: { verdict: ModelCheck['verdict'] }) {
  const words = useModelCheckWords()
  const write = useFigures().decimal
  const [message, advice] = checkText(verdict, words.results, write)
  const [className, Icon] = looksOfVerdict[verdict.level]
  return (
    <>
      <p className={className}>
        <Icon size={16} aria-hidden="true" />
        <span className="strong" dir="auto">
          {message}
        </span>
      </p>
      {advice && (
        <p className="muted" dir="auto">
          {advice}
        </p>
      )}
    </>
  )
}
