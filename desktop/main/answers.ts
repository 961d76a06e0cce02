import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { z } from 'zod'
import { calls, pageCalls } from '../bridge.ts'
import type { Desk } from './environment.ts'
import { createGate, isDashboard, isMainFrame, isOwnPage } from './guard.ts'

type Options = { ipcMain: Pick<IpcMain, 'handle'>; server(): string | null; now(): number }

/** Answers calls of the dashboard only to the dashboard, and those of the app's own pages only to them. */
export function answerPages({ ipcMain, server, now }: Options, desk: Desk): void {
  const { window, post, notices, pane, status } = desk
  const gate = createGate(200, 10_000, now)
  const from = (isRight: (url: string) => boolean) => (event: Parameters<Parameters<typeof answerCalls>[4]>[0]) =>
    event.sender === window.webContents &&
    isMainFrame(event.senderFrame) &&
    isRight(event.senderFrame?.url ?? '') &&
    gate()

  const dashboard = {
    notify: notices.show,
    dismiss: notices.dismiss,
    badge: (waiting: number) => status.change({ waiting }),
    available: (available: boolean | null) => status.change({ available }),
    listen: post.listen,
  }
  answerCalls(
    ipcMain,
    'frontdesk',
    calls,
    dashboard,
    from((url) => isDashboard(url, server())),
  )

  const own = {
    state: pane.state,
    keep: ({ address, sure }: { address: string; sure: boolean }) => pane.keep(address, sure),
    retry: pane.retry,
    change: pane.change,
  }
  answerCalls(ipcMain, 'frontdesk-page', pageCalls, own, from(isOwnPage))
}

type Schemas = Record<string, z.ZodType>

/** The handler of each call, with its parsed argument. */
type Handlers<S extends Schemas> = { [K in keyof S]: (input: z.output<S[K]>) => unknown }

/**
 * Answers the calls of a page. Each call is checked first: its sender, the number of arguments, and the schema.
 * Rejections give no reason, because only a compromised page sees one.
 */
function answerCalls<S extends Schemas>(
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
