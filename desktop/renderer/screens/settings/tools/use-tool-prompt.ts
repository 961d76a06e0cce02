import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Prompt } from '../../../../../shared/prompt.ts'
import type { Tool } from '../../../../../shared/tool.ts'
import { errorBodyOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { toast } from '../../../ui/toast.ts'
import { useToolsWords } from '../../../words/screen-words.ts'
import { namesTool } from './placeholders.ts'

export type ToolPrompt = {
  /** Undefined until the prompt is known. */
  names(tool: string): boolean | undefined
  isEditable: boolean
  /** Publishes a version of the prompt that names the tool. */
  add(tool: Pick<Tool, 'name' | 'description'>): Promise<void>
}

/** How often it is tried again if somebody else publishes at the same time. */
const maxTries = 3

/** Which tools the prompt names, and how to let it name another. */
export function useToolPrompt(): ToolPrompt {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { prompt: words } = useToolsWords()
  const read = () => client.prompt.get.query({ site: site.id })
  const { data } = useQuery({ queryKey: keys.prompt(site.id), queryFn: read })
  const publish = async (tool: Pick<Tool, 'name' | 'description'>, prompt: Prompt): Promise<void> => {
    const line = words.line(tool.name, tool.description)
    const { version } = await client.prompt.publish.mutate({
      site: site.id,
      text: [prompt.text.trimEnd(), line].filter(Boolean).join('\n\n'),
      note: words.note(tool.name),
      baseVersion: prompt.version,
    })
    toast(words.added(tool.name, version))
  }
  return {
    names: (tool) => data && namesTool(data.text, tool),
    isEditable: data?.editable ?? false,
    async add(tool) {
      try {
        for (let tries = 1; ; tries++) {
          // The line is added to the newest version, so another person's changes stay.
          const prompt = await read()
          if (namesTool(prompt.text, tool.name)) return void toast(words.already(tool.name))
          try {
            return await publish(tool, prompt)
          } catch (error) {
            if (tries === maxTries || !isOutdated(error)) throw error
          }
        }
      } finally {
        await queries.invalidateQueries({ queryKey: keys.prompt(site.id) })
      }
    },
  }
}

/** Whether somebody published a newer version, which the error then contains. */
const isOutdated = (error: unknown): boolean => errorBodyOf(error)?.current !== undefined
