import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Tool, ToolList } from '../../../../../shared/tool.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useToolsWords } from '../../../words/screen-words.ts'
import { ToolEditor } from './tool-editor.tsx'
import { ToolExample } from './tool-example.tsx'
import { ToolsSection } from './tool-list.tsx'

/** The tools of the site: a list, or the editor of one. */
export function ToolsPage() {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: keys.tools(site.id),
    queryFn: () => client.tools.list.query({ site: site.id }),
  })
  return <QueryBoundary query={query}>{(list) => <Tools list={list} />}</QueryBoundary>
}

function Tools({ list }: { list: ToolList }) {
  const words = useToolsWords()
  /** The tool that is edited, as it was when editing began: somebody may delete it. */
  const [editing, setEditing] = useState<Tool | 'new' | null>(null)
  /** Where the focus returns: the button that opened the editor. */
  const opener = useRef('')
  const edit = (tool: Tool | 'new') => {
    opener.current = tool === 'new' ? 'new' : tool.id
    setEditing(tool)
  }
  if (editing !== null) {
    const tool = editing === 'new' ? undefined : (list.tools.find(({ id }) => id === editing.id) ?? editing)
    return <ToolEditor key={tool?.id ?? 'new'} list={list} close={() => setEditing(null)} {...(tool && { tool })} />
  }
  return (
    <>
      {!list.assistant && (
        <p className="warning" role="note">
          {words.ownBackend}
        </p>
      )}
      <ToolsSection list={list} edit={edit} returnTo={opener.current} />
      {list.tools.length === 0 && <ToolExample />}
    </>
  )
}
