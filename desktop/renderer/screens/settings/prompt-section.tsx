import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Prompt } from '../../../../shared/prompt.ts'
import { type Draft, useDraft } from '../../form/draft.ts'
import { FaultsProvider, faultsOf, noFaults, stillWrong } from '../../form/faults.ts'
import { Section } from '../../form/fields.tsx'
import { SaveBar } from '../../form/save-bar.tsx'
import { TextField } from '../../form/text-field.tsx'
import { useDesk } from '../../live/desk.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useAssistantWords } from '../../words/screen-words.ts'
import { PromptVersions } from './prompt-versions.tsx'

const promptKey = (site: string) => ['site', site, 'prompt'] as const

/** The instructions of the business, to be changed and published, with what was published before. */
export function PromptSection() {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: promptKey(site.id),
    queryFn: () => client.prompt.get.query({ site: site.id }),
  })
  return (
    <QueryBoundary query={query}>
      {(prompt) => (prompt.editable ? <Editor prompt={prompt} /> : <Fixed {...prompt} />)}
    </QueryBoundary>
  )
}

function Fixed({ reason }: Prompt) {
  const words = useAssistantWords()
  return (
    <Section title={words.instructions}>
      <p className="muted">{reason}</p>
    </Section>
  )
}

type Text = { text: string; note: string }

function Editor({ prompt }: { prompt: Prompt }) {
  const words = useAssistantWords()
  const { draft, type, isPassed, keepMine, faults, reread } = usePublishing(prompt)
  const { value, change } = draft
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void draft.save()
  }
  return (
    <FaultsProvider value={faults}>
      <form noValidate onSubmit={submit} className="settings-form" aria-label={words.instructions}>
        <Section title={words.instructions} hint={words.instructionsHint}>
          <TextField
            label={words.text}
            hint={words.count([...value.text].length, prompt.limit)}
            path="text"
            lines={12}
            value={value.text}
            change={type}
          />
          {prompt.overlaps.length > 0 && !draft.isDirty && <Repeats lines={prompt.overlaps} />}
          <TextField label={words.note} path="note" value={value.note} change={(note) => change({ note })} />
          {isPassed && <Passed prompt={prompt} discard={draft.discard} keepMine={keepMine} />}
          <details>
            <summary>{words.builtIn}</summary>
            <pre className="prompt-text">{prompt.builtIn}</pre>
          </details>
          <PromptVersions prompt={prompt} mayRestore={!draft.isDirty} restored={reread} />
        </Section>
        <SaveBar draft={draft} />
      </form>
    </FaultsProvider>
  )
}

function Repeats({ lines }: { lines: readonly string[] }) {
  const words = useAssistantWords()
  return (
    <div className="warning">
      <p>{words.repeats}</p>
      <ul>
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Somebody else published while this was typed: nothing is published over that unseen. */
function Passed({ prompt, discard, keepMine }: { prompt: Prompt; discard: () => void; keepMine: () => void }) {
  const words = useAssistantWords()
  return (
    <div className="settings-line" role="alert">
      <p className="warning">{words.newer(prompt.version, prompt.meta.by ?? words.somebody)}</p>
      <button type="button" className="quiet" onClick={discard}>
        {words.takeTheirs}
      </button>
      <button type="button" className="quiet" onClick={keepMine}>
        {words.overTheirs}
      </button>
    </div>
  )
}

function usePublishing(prompt: Prompt) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  /** The version that was being shown when the typing began. */
  const [base, setBase] = useState(prompt.version)
  const saved: Text = { text: prompt.text, note: '' }
  const [refused, setRefused] = useState({ value: saved, faults: noFaults })
  const reread = () => queries.invalidateQueries({ queryKey: promptKey(site.id) })
  const draft: Draft<Text> = useDraft(saved, async (value) => {
    try {
      await client.prompt.publish.mutate({ site: site.id, text: value.text, note: value.note, baseVersion: base })
    } catch (error) {
      setRefused({ value, faults: faultsOf(error) })
      throw error
    } finally {
      await reread()
    }
  })
  const begin = () => {
    if (!draft.isDirty) setBase(prompt.version)
  }
  return {
    draft: {
      ...draft,
      change(part: Partial<Text>) {
        begin()
        draft.change(part)
      },
    },
    type(text: string) {
      begin()
      draft.change({ text })
    },
    isPassed: draft.isDirty && draft.saving.state !== 'saving' && prompt.version !== base,
    keepMine: () => setBase(prompt.version),
    faults: stillWrong(refused.faults, refused.value, draft.value),
    reread,
  }
}
