import { z } from 'zod'
import type { MessageContent } from '../../../../shared/message.ts'
import type { TraceCall } from '../../../../shared/trace.ts'
import { storable } from '../../../core/json.ts'
import type { ToolCall } from '../../../outside/model.ts'
import { type ActionName, actions, type Effect, isActionName } from './actions.ts'

/** The results of a reply's actions, and the trace entry of each. */
export type Taken = Pick<Effect, 'contact' | 'handover' | 'calendar' | 'unanswered'> & {
  messages: NonNullable<Effect['message']>[]
  calls: TraceCall[]
}

const maxArgumentsLength = 2000
const maxErrorLength = 300

/**
 * Runs the actions that a model called. Its output is not trusted: an action that does not exist, was not offered or
 * has invalid arguments is dropped and recorded in the trace.
 * @param said everything that the visitor wrote
 * @param guard shortens what may be shown of a message, or throws an Error with the reason if nothing may be shown
 */
export function runActions(
  called: readonly ToolCall[],
  offered: readonly ActionName[],
  said: string,
  guard: (message: MessageContent) => MessageContent = (message) => message,
): Taken {
  const taken: Taken = { messages: [], calls: [] }
  for (const call of called) {
    try {
      const effect = takeOne(call, offered, said)
      if (effect.message) taken.messages.push(guard(effect.message))
      if (effect.contact) taken.contact = { ...taken.contact, ...effect.contact }
      if (effect.handover) taken.handover ??= effect.handover
      if (effect.calendar) taken.calendar = true
      if (effect.unanswered !== undefined) taken.unanswered ??= effect.unanswered
      taken.calls.push({ ...traceOf(call), ok: true, result: resultOf(effect), error: null })
    } catch (error) {
      taken.calls.push({ ...traceOf(call), ok: false, result: null, error: reasonOf(error).slice(0, maxErrorLength) })
    }
  }
  return taken
}

function takeOne({ name, arguments: given }: ToolCall, offered: readonly ActionName[], said: string): Effect {
  if (!isActionName(name) || !offered.includes(name)) throw new Error('There is no such action.')
  const { input, take } = actions[name]
  return take(input.parse(given), said)
}

function resultOf({ message, contact, handover, calendar }: Effect): string {
  if (message) return `shown: ${message.type}`
  if (contact) return 'kept'
  if (calendar) return 'the calendar was opened'
  return handover ? 'a person was asked for' : 'noted'
}

function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : 'It failed.'
  const [issue] = error.issues
  return `${issue?.path.join('.') || 'arguments'}: ${issue?.message}`
}

const traceOf = (call: ToolCall): Pick<TraceCall, 'name' | 'kind' | 'arguments' | 'ms'> => ({
  name: storable(call.name.slice(0, 100)) as string,
  kind: 'action',
  arguments: storableArguments(call.arguments),
  ms: 0,
})

function storableArguments(given: Record<string, unknown>): Record<string, unknown> {
  try {
    const text = JSON.stringify(given)
    if (text.length > maxArgumentsLength) return { cut: storable(text.slice(0, maxArgumentsLength)) }
    return storable(given) as Record<string, unknown>
  } catch (error) {
    // Nested so deeply that the stack overflows.
    if (error instanceof RangeError) return { cut: '…' }
    throw error
  }
}
