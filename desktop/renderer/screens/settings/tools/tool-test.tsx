import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Tool, ToolTest } from '../../../../../shared/tool.ts'
import type { Faults } from '../../../form/faults.ts'
import { faultsOf } from '../../../form/faults.ts'
import { TextField, withoutBlanks } from '../../../form/fields.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { useCall } from '../../../ui/use-call.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { useToolsWords } from '../../../words/screen-words.ts'
import { keepSample, lastSample, sampleOf, samplePaths, transcriptPath } from './sample.ts'
import { type ToolDraft, toolOf } from './tool-draft.ts'
import { ToolTestResult } from './tool-test-result.tsx'

type Props = {
  draft: ToolDraft
  isDirty: boolean
  stored: Tool | undefined
  /** Replaces the paths that are kept. */
  keep: (pick: string[]) => void
  className: string | undefined
}

/** Runs the tool with sample values, as it is in the editor. */
export function ToolTestPanel({ draft, isDirty, stored, keep, className }: Props) {
  const id = useId()
  const { site } = useDesk()
  const { test: words } = useToolsWords()
  const [, setTyped] = useState(0)
  const { result, run, busy, fault, faults } = useTest({ draft, isDirty, stored })
  const paths = samplePaths(draft)
  const type = (path: string, text: string) => {
    keepSample(site.id, path, text)
    setTyped((times) => times + 1)
  }
  return (
    <section className={`settings-section ${className}`} aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <p className="muted">{draft.kind === 'http' ? `${words.intro} ${words.real}` : words.intro}</p>
      <form
        className="stack gap-3"
        aria-labelledby={id}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        {paths.length === 0 && <p className="muted">{words.nothing}</p>}
        {paths.map((path) => (
          <TextField
            key={path}
            label={path === transcriptPath ? words.transcript : path}
            value={lastSample(site.id, path)}
            change={(text) => type(path, text)}
            lines={path === transcriptPath ? 5 : 1}
          />
        ))}
        <div>
          <button type="submit" className="quiet" disabled={busy}>
            {busy ? words.running : words.run}
          </button>
        </div>
      </form>
      <TestFault fault={fault} faults={faults} />
      <div role="status" className="stack">
        {result && <ToolTestResult result={result} draft={draft} keep={(pick) => keep(withoutBlanks(pick))} />}
      </div>
    </section>
  )
}

function useTest({ draft, isDirty, stored }: Pick<Props, 'draft' | 'isDirty' | 'stored'>) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { busy, fault, call } = useCall()
  const [result, setResult] = useState<ToolTest>()
  const [faults, setFaults] = useState<Faults>(new Map())
  const test = async () => {
    setResult(undefined)
    setFaults(new Map())
    try {
      const answer = await client.tools.test.mutate({
        site: site.id,
        sample: sampleOf(samplePaths(draft).map((path) => [path, lastSample(site.id, path)] as const)),
        ...(stored && { id: stored.id }),
        ...((isDirty || !stored) && { tool: draftFor(draft) }),
      })
      setResult({ result: null, ...answer })
    } catch (error) {
      setFaults(faultsOf(error))
      throw error
    }
    // The keys of a saved tool are those of its last test.
    await queries.invalidateQueries({ queryKey: keys.tools(site.id) })
  }
  return { result, busy, fault, faults, run: () => call(test) }
}

/** A draft that has no name or description yet can be tested. */
function draftFor(draft: ToolDraft) {
  const { name, description, ...tool } = toolOf(draft)
  return { ...tool, ...(name && { name }), ...(description && { description }) }
}

/** Why it was not tested: the faults of the draft, or what the server says. */
function TestFault({ fault, faults }: { fault: string; faults: Faults }) {
  const { fields } = useLaterWords()
  const words = useToolsWords()
  if (fault === '') return null
  const labels: Record<string, string> = words.fieldLabels
  const lines = [...faults].map(([path, one]) => {
    const field = path.replace(/^tool\./, '').split('.')[0] ?? ''
    return words.test.faulty(labels[field] ?? field, fields.fault(one))
  })
  return (
    <div className="error stack gap-1" role="alert">
      {lines.length > 0 ? lines.map((line) => <p key={line}>{line}</p>) : <p>{words.test.refused(fault)}</p>}
    </div>
  )
}
