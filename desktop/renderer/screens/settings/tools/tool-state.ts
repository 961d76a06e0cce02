import type { Tool } from '../../../../../shared/tool.ts'
import type { ToolsWords } from '../../../words/en/tools.ts'

export type ToolState = 'disabled' | 'unused' | 'working' | 'failing'

/** How the last call of a tool went. */
export function stateOf({ enabled, lastAt, lastError }: Pick<Tool, 'enabled' | 'lastAt' | 'lastError'>): ToolState {
  if (!enabled) return 'disabled'
  if (lastAt === null) return 'unused'
  return lastError === null ? 'working' : 'failing'
}

/** When a tool runs. In the chat it does if the prompt names it. */
export function runsOf(
  { kind, before, after, when }: Pick<Tool, 'kind' | 'before' | 'after' | 'when'>,
  isNamed: boolean,
  { runs }: ToolsWords,
): string[] {
  const condition = when && (when.in ? runs.in(when.path, when.in.join(', ')) : runs.any(when.path))
  const times = [
    kind === 'http' && isNamed && runs.chat,
    before && runs.before,
    after && [runs.after, condition].filter(Boolean).join(', '),
  ].filter((time): time is string => typeof time === 'string' && time !== '')
  return times.length > 0 ? times : [runs.never]
}
