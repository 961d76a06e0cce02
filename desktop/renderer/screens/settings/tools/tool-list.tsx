import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Tool, ToolList } from '../../../../../shared/tool.ts'
import { focusAtFirst } from '../../../ui/focus.ts'
import { matches } from '../../../ui/search.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { useToolsWords } from '../../../words/screen-words.ts'
import { ToolRow } from './tool-row.tsx'
import { useToolPrompt } from './use-tool-prompt.ts'

type Props = {
  list: ToolList
  edit: (tool: Tool | 'new') => void
  /** The id of the tool whose editor was closed, or `new`: its button gets the focus. */
  returnTo: string
}

/** With more tools than this, a search field is shown. */
const few = 8

/** The list of tools, with what the prompt does with each. */
export function ToolsSection({ list: { tools, assistant, limits }, edit, returnTo }: Props) {
  const words = useToolsWords()
  const { settings } = useLaterWords()
  const prompt = useToolPrompt()
  const [wanted, setWanted] = useState('')
  const found = tools.filter(({ name, description, url }) => matches(wanted, name, description, url))
  return (
    <section className="settings-section" aria-label={settings.pages.tools}>
      <p className="muted">{words.intro}</p>
      <div className="settings-tools">
        {tools.length > few && (
          <input
            type="search"
            value={wanted}
            aria-label={settings.search}
            placeholder={settings.search}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
        {tools.length > 0 && <span className="muted">{words.count(tools.length, limits.tools)}</span>}
        <button type="button" ref={returnTo === 'new' ? focusAtFirst : undefined} onClick={() => edit('new')}>
          <Plus size={16} aria-hidden="true" />
          {words.add}
        </button>
      </div>
      <ul className="settings-list">
        {found.map((tool) => (
          <ToolRow
            key={tool.id}
            tool={tool}
            prompt={assistant ? prompt : undefined}
            edit={() => edit(tool)}
            isReturnedTo={returnTo === tool.id}
          />
        ))}
      </ul>
      {tools.length === 0 && <p className="empty">{words.empty}</p>}
      {tools.length > 0 && found.length === 0 && <p className="empty">{settings.nothingFound(wanted)}</p>}
    </section>
  )
}
