import { useQueryClient } from '@tanstack/react-query'
import type { Tool, ToolList } from '../../../../../shared/tool.ts'
import { CountedActions } from '../../../form/card-form.tsx'
import { type Draft, useDraft } from '../../../form/draft.ts'
import { Choices, Switch, TextField } from '../../../form/fields.tsx'
import { Form } from '../../../form/form.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { useToolsWords } from '../../../words/screen-words.ts'
import { faultsWhileTyping } from './tool-checks.ts'
import { blankTool, draftOf, type ToolDraft, toolOf } from './tool-draft.ts'
import { RequestFields } from './tool-request.tsx'
import { ToolTestPanel } from './tool-test.tsx'
import { ValueList } from './tool-values.tsx'
import { WhenFields } from './tool-when.tsx'
import styles from './tools.module.css'

type Props = {
  list: ToolList
  /** None: a new one. */
  tool?: Tool
  close: () => void
}

/** Creates or edits a tool, beside a test of it. */
export function ToolEditor({ list, tool, close }: Props) {
  const words = useToolsWords()
  const draft = useToolDraft({ list, close, tool })
  const others = list.tools.filter(({ id }) => id !== tool?.id)
  const found = faultsWhileTyping(draft.value, others, words.problems)
  const faults = new Map([...found, ...draft.faults])
  const isExtract = draft.value.kind === 'extract'
  const title = tool ? words.edit : words.add
  return (
    <div className="stack gap-4 with-preview">
      <section className="settings-section" aria-label={title}>
        <h2>{title}</h2>
        <Form draft={{ ...draft, faults }} noValidate className="stack gap-4">
          <Kind draft={draft} isNew={!tool} />
          <TextField
            label={words.name}
            hint={isExtract ? words.detailsNameHint : words.nameHint}
            path="name"
            type="code"
            maxLength={40}
            isFirst
          />
          <TextField
            label={words.description}
            hint={isExtract ? words.detailsHint : words.descriptionHint}
            path="description"
            lines={3}
          />
          {draft.value.kind === 'http' ? (
            <RequestFields draft={draft.value} list={list} />
          ) : (
            <ValueList
              path="fields"
              words={{ legend: words.fields, add: words.addField, one: words.field, hint: words.fieldsHint }}
            />
          )}
          <WhenFields draft={draft.value} runsInChat={list.assistant && !isExtract} />
          <Switch label={words.enabled} path="enabled" />
          <CountedActions draft={draft} close={close} />
        </Form>
      </section>
      <ToolTestPanel
        draft={draft.value}
        isDirty={draft.isDirty}
        stored={tool}
        keep={(pick) => draft.put('pick', pick)}
        className={styles.test}
      />
    </div>
  )
}

function Kind({ draft, isNew }: { draft: Draft<ToolDraft>; isNew: boolean }) {
  const { kind, kinds, kindHints } = useToolsWords()
  return (
    <Choices<Tool['kind']>
      legend={kind}
      value={draft.value.kind}
      // A new tool that reads the finished chat runs after it; others run there only if that is chosen.
      change={(chosen) => draft.change({ kind: chosen, ...(isNew && { after: chosen === 'extract' }) })}
      choices={(['http', 'extract'] as const).map((value) => ({
        value,
        label: kinds[value],
        hint: kindHints[value],
      }))}
    />
  )
}

function useToolDraft({ list, tool, close }: Omit<Props, 'tool'> & { tool: Tool | undefined }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  return useDraft<ToolDraft>(tool ? draftOf(tool) : blankTool(list.limits), async (value) => {
    const given = { site: site.id, ...toolOf(value) }
    if (tool) await client.tools.update.mutate({ ...given, id: tool.id })
    else await client.tools.create.mutate(given)
    await queries.invalidateQueries({ queryKey: keys.tools(site.id) })
    close()
  })
}
