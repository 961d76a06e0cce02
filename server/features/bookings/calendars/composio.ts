import type { z } from 'zod'
import type { Context } from '../../../core/context.ts'
import type { ComposioProject } from '../../../outside/composio.ts'
import type { ComposioToolName, Toolkit } from '../../../outside/composio-tools.ts'
import { CalendarError, type CalendarEvent, type NewEvent, type Span } from './calendar.ts'
import { afterWriting } from './provider-calls.ts'

/** Runs tools for the account of a site. Throws ProviderError or CalendarError. */
export type Tools = {
  run<Schema extends z.ZodType>(
    tool: ComposioToolName,
    input: Record<string, unknown>,
    schema: Schema,
    isBackground?: boolean,
  ): Promise<z.output<Schema>>
}

const names: Record<Toolkit, string> = { google: 'Google Calendar', outlook: 'Outlook' }

/** The newest usable account of the site. It is looked up once for all calls of a calendar. */
export function toolsOf({ site }: Context, project: ComposioProject, toolkit: Toolkit): Tools {
  let found: Promise<string> | undefined
  const find = async () => {
    const accounts = await project.accounts(site.id, toolkit)
    const usable = accounts.find(({ isUsable }) => isUsable)
    if (usable) return usable.id
    const name = names[toolkit]
    throw new CalendarError(
      'connect',
      accounts.length > 0
        ? `The sign-in to ${name} has expired. Connect the account again.`
        : `No account of ${name} is connected.`,
    )
  }
  return {
    async run(tool, input, schema, isBackground = false) {
      found ??= find()
      const account = await found
      return await project.run({ tool, user: site.id, account, input, schema, isBackground })
    },
  }
}

const mark = 'Frontdesk appointment'
const marked = new RegExp(`${mark}: ([\\w-]{1,100})`)

/** The notes of an event, with our id in them: these calendars have no field for it. */
export const describe = ({ notes, appointmentId, attendee, answers }: NewEvent): string =>
  [
    ...(notes ? [notes] : []),
    [attendee.name, attendee.email, attendee.phone].filter(Boolean).join(' · '),
    ...Object.entries(answers).map(([question, answer]) => `${question}: ${answer}`),
    `${mark}: ${appointmentId}`,
  ]
    .filter((part) => part !== '')
    .join('\n')

/** Our id in the notes of an event; null if we did not write it. */
export const markIn = (notes: string | null): string | null => marked.exec(notes ?? '')?.[1] ?? null

/** Compares an event with what was asked for, which some versions of the tools store in another time zone. */
export const isAt = (event: CalendarEvent | undefined, { start, end }: Span): boolean =>
  event !== undefined && event.start === start && event.end === end

type Place = { get(): Promise<CalendarEvent | undefined>; set(span: Span): Promise<void> }

/**
 * Moves an event. One that is then at another time is put back.
 * @throws CalendarError `unknown` if the event is neither at its new time nor at its old one
 */
export async function moveOrPutBack(name: string, to: Span, { get, set }: Place): Promise<CalendarEvent> {
  const before = await get()
  await set(to)
  const stored = await afterWriting(get)
  if (stored && isAt(stored, to)) return stored
  if (before) {
    await afterWriting(() => set({ start: before.start, end: before.end }))
    if (isAt(await afterWriting(get), before))
      throw new CalendarError('failed', `${name} stored the event at another time, so it was put back.`)
  }
  throw new CalendarError('failed', `${name} stored the event at another time. Check it there.`, { unknown: true })
}
