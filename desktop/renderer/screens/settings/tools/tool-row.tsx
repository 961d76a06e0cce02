import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, CircleCheck, CircleDashed, CircleOff, Pencil, Plus } from 'lucide-react'
import type { Tool } from '../../../../../shared/tool.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { Ago } from '../../../ui/ago.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RemoveButton } from '../../../ui/remove-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCall } from '../../../ui/use-call.ts'
import { failureText } from '../../../words/failure-words.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { useFailureWords, useToolsWords } from '../../../words/screen-words.ts'
import { runsOf, stateOf } from './tool-state.ts'
import styles from './tools.module.css'
import type { ToolPrompt } from './use-tool-prompt.ts'

type Props = {
  tool: Tool
  /** Undefined if the assistant does not use tools in the chat. */
  prompt: ToolPrompt | undefined
  edit: () => void
  isReturnedTo: boolean
}

/** A tool with what it does, when it runs, and how its last call went. */
export function ToolRow({ tool, prompt, edit, isReturnedTo }: Props) {
  const { settings, common } = useLaterWords()
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useToolsWords()
  const { id, name, description, kind } = tool
  const remove = async () => {
    await client.tools.delete.mutate({ site: site.id, id })
    toast(words.removed(name))
    await queries.invalidateQueries({ queryKey: keys.tools(site.id) })
  }
  const isNamed = prompt?.names(name) ?? false
  return (
    <li>
      <div className="what stack gap-1">
        <p>
          <code>{name}</code> <span className="tag">{words.kinds[kind]}</span>
        </p>
        <p className="clamp" dir="auto">
          {description}
        </p>
        {tool.enabled && <p className="muted">{runsOf(tool, isNamed, words).join(' · ')}</p>}
        <State tool={tool} />
        {prompt && kind === 'http' && tool.enabled && <InPrompt tool={tool} prompt={prompt} />}
      </div>
      <div className="cluster row-actions">
        <IconButton
          Icon={Pencil}
          label={settings.edit(name)}
          className="icon quiet"
          onClick={edit}
          {...(isReturnedTo && { autoFocus: true })}
        />
        <RemoveButton
          words={common.remove}
          label={settings.removeOne(name)}
          sure={settings.removeForGood}
          hint={words.removeHint}
          remove={remove}
        />
      </div>
    </li>
  )
}

const icons = { disabled: CircleOff, unused: CircleDashed, working: CircleCheck, failing: CircleAlert }

function State({ tool }: { tool: Tool }) {
  const { states } = useToolsWords()
  const failures = useFailureWords()
  const state = stateOf(tool)
  const Icon = icons[state]
  const text = state === 'failing' ? states.failing(failureText(tool, tool.lastError ?? '', failures)) : states[state]
  return (
    <p className={`row ${styles.state}`} data-state={state}>
      <Icon size={16} aria-hidden="true" />
      <span dir="auto">{text}</span>
      {tool.lastAt !== null && (
        <span className="muted">
          <Ago at={tool.lastAt} text={(ago) => ago} />
        </span>
      )}
    </p>
  )
}

/** Whether the prompt names the tool, or the button that adds it. */
function InPrompt({ tool, prompt }: { tool: Tool; prompt: ToolPrompt }) {
  const { prompt: words } = useToolsWords()
  const { busy, fault, call } = useCall()
  const isNamed = prompt.names(tool.name)
  if (isNamed === undefined) return null
  if (isNamed)
    return (
      <p className="row muted">
        <Check size={16} aria-hidden="true" />
        {words.used}
      </p>
    )
  return (
    <>
      <div className="cluster">
        <span className="muted">{words.missing}</span>
        {prompt.isEditable && (
          <button
            type="button"
            className="quiet"
            aria-label={words.addOne(tool.name)}
            disabled={busy}
            onClick={() => void call(() => prompt.add(tool))}
          >
            <Plus size={16} aria-hidden="true" />
            {words.add}
          </button>
        )}
      </div>
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
