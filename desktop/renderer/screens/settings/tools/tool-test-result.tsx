import { Check, CircleAlert, CircleCheck, Plus } from 'lucide-react'
import type { ToolTest } from '../../../../../shared/tool.ts'
import { CodeFigure } from '../../../ui/code-text.tsx'
import { useTimes } from '../../../ui/format.ts'
import { pretty } from '../../../ui/pretty-json.ts'
import { failureText } from '../../../words/failure-words.ts'
import { useFailureWords, useToolsWords } from '../../../words/screen-words.ts'
import { pathsToKeep } from './response-paths.ts'
import type { ToolDraft } from './tool-draft.ts'
import styles from './tools.module.css'

type Props = { result: ToolTest; draft: ToolDraft; keep: (pick: string[]) => void }

/** What a test found: the request, the response, and what the assistant would get of it. */
export function ToolTestResult({ result, draft, keep }: Props) {
  const { test: words } = useToolsWords()
  const failures = useFailureWords()
  const times = useTimes()
  const { ok, status, ms, request, response, truncated, error, keys } = result
  const paths = ok && draft.kind === 'http' ? pathsToKeep(response, keys, draft.pick) : []
  const Icon = ok ? CircleCheck : CircleAlert
  return (
    <>
      <p className={`checked ${ok ? 'good' : 'error'}`}>
        <Icon size={16} aria-hidden="true" />
        <span dir="auto">{ok ? words.works : words.fails(failureText(result, error ?? '', failures))}</span>
      </p>
      <p className="muted">
        {status !== null && `${words.status} ${status} · `}
        {words.duration} {times.lasted(ms)}
      </p>
      {request.url !== '' && (
        <CodeFigure
          title={words.request}
          text={[`${request.method} ${request.url}`, pretty(request.body)].join('\n')}
        />
      )}
      {response !== null && response !== '' && <CodeFigure title={words.response} text={pretty(response)} />}
      {ok && <CodeFigure title={words.result} text={textOf(result.result)} />}
      {truncated && <p className="warning">{words.truncated}</p>}
      {paths.length > 0 && <Paths paths={paths} pick={draft.pick} keep={keep} />}
    </>
  )
}

function Paths({ paths, pick, keep }: { paths: string[]; pick: string[]; keep: (pick: string[]) => void }) {
  const { test: words } = useToolsWords()
  const toggle = (key: string) => keep(pick.includes(key) ? pick.filter((one) => one !== key) : [...pick, key])
  return (
    <fieldset className={`stack ${styles.area}`}>
      <legend>{words.keys}</legend>
      <small>{words.keysHint}</small>
      <ul className="cluster">
        {paths.map((key) => {
          const isKept = pick.includes(key)
          const Icon = isKept ? Check : Plus
          return (
            <li key={key}>
              <button
                type="button"
                className={`quiet ${styles.key}`}
                aria-pressed={isKept}
                aria-label={words.keep(key)}
                onClick={() => toggle(key)}
              >
                <Icon size={16} aria-hidden="true" />
                <code>{key}</code>
              </button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

const textOf = (result: unknown) => (typeof result === 'string' ? result : JSON.stringify(result, null, 2))
