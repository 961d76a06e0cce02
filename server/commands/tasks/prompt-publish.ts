import type { Prompt, PublishedPrompt } from '../../../shared/prompt.ts'
import type { Parts } from '../../core/context.ts'
import { promptOperations } from '../../features/assistant/prompt/operations.ts'
import { callOperation } from '../cli-actor.ts'
import type { Input, Task } from '../command.ts'

/** The version that is published now, for whoever does not say which one was edited. */
async function baseOf(parts: Parts, { site, baseVersion }: Input): Promise<number> {
  if (typeof baseVersion === 'number') return baseVersion
  return (await callOperation<Prompt>(parts, promptOperations.get, site === undefined ? {} : { site })).version
}

export const promptPublishTask: Task = async (parts, input, out) => {
  const baseVersion = await baseOf(parts, input)
  const { version } = await callOperation<PublishedPrompt>(parts, promptOperations.publish, { ...input, baseVersion })
  out.note(`Version ${version} is published${version === 1 ? '' : `, after version ${baseVersion}`}.`)
}

export const promptRestoreTask: Task = async (parts, input, out) => {
  const baseVersion = await baseOf(parts, input)
  const { version } = await callOperation<PublishedPrompt>(parts, promptOperations.restore, { ...input, baseVersion })
  out.note(`Version ${version} is published, with the text of version ${input.version}.`)
}
