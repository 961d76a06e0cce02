import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { z } from 'zod'

type Schemas = Record<string, z.ZodType>

/** What answers each call, with its argument as the schema gave it. */
export type Handlers<S extends Schemas> = { [K in keyof S]: (input: z.output<S[K]>) => unknown }

/**
 * Answers the calls of a page. Each is looked at before anything is done: who sent it, that it has the one argument that
 * it should have, and that this has its shape. A refusal says nothing of the why: only a page that was taken over sees one.
 */
export function answerCalls<S extends Schemas>(
  ipcMain: Pick<IpcMain, 'handle'>,
  prefix: string,
  schemas: S,
  handlers: Handlers<S>,
  isAllowed: (event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>) => boolean,
): void {
  for (const name of Object.keys(schemas) as (keyof S & string)[]) {
    ipcMain.handle(`${prefix}:${name}`, async (event, ...given: unknown[]) => {
      const parsed = isAllowed(event) && given.length === 1 ? schemas[name]?.safeParse(given[0]) : undefined
      if (!parsed?.success) throw new Error('refused')
      return await handlers[name](parsed.data as z.output<S[typeof name]>)
    })
  }
}
