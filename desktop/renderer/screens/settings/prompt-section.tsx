import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Prompt } from '../../../../shared/prompt.ts'
import { useDraft } from '../../form/draft.ts'
import { Section, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { SaveBar } from '../../form/save-bar.tsx'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useAssistantWords } from '../../words/screen-words.ts'
import styles from './prompt.module.css'
import { PromptVersions } from './prompt-versions.tsx'

/** Edits and publishes the business's instructions, and lists the published versions. */
export function PromptSection() {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: keys.prompt(site.id),
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

function Editor({ prompt }: { prompt: Prompt }) {
  const words = useAssistantWords()
  const { draft, isPassed, keepMine, reread } = usePublishing(prompt)
  return (
    <Form draft={draft} noValidate className="stack gap-4" aria-label={words.instructions}>
      <Section title={words.instructions} hint={words.instructionsHint}>
        <TextField
          label={words.text}
          hint={words.count([...draft.value.text].length, prompt.limit)}
          path="text"
          lines={12}
        />
        {prompt.overlaps.length > 0 && !draft.isDirty && <Repeats lines={prompt.overlaps} />}
        <TextField label={words.note} path="note" />
        {isPassed && <Passed prompt={prompt} discard={draft.discard} keepMine={keepMine} />}
        <details>
          <summary>{words.builtIn}</summary>
          <pre className={styles.text}>{prompt.builtIn}</pre>
        </details>
        <PromptVersions prompt={prompt} mayRestore={!draft.isDirty} restored={reread} />
      </Section>
      <SaveBar draft={draft} />
    </Form>
  )
}

function Repeats({ lines }: { lines: readonly string[] }) {
  const words = useAssistantWords()
  return (
    <div className="warning">
      <p>{words.repeats}</p>
      <ul className="marked">
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Somebody else published in the meantime, so publishing asks first. */
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
  /** The version that was current when editing started. */
  const [base, setBase] = useState(prompt.version)
  const reread = () => queries.invalidateQueries({ queryKey: keys.prompt(site.id) })
  const draft = useDraft({ text: prompt.text, note: '' }, (value) =>
    client.prompt.publish.mutate({ site: site.id, ...value, baseVersion: base }).finally(reread),
  )
  return {
    draft: {
      ...draft,
      put(path: string, value: unknown) {
        if (!draft.isDirty) setBase(prompt.version)
        draft.put(path, value)
      },
    },
    isPassed: draft.isDirty && draft.saving.state !== 'saving' && prompt.version !== base,
    keepMine: () => setBase(prompt.version),
    reread,
  }
}
