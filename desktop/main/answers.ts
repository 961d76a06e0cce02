import type { IpcMain } from 'electron'
import { calls, pageCalls } from '../bridge.ts'
import type { Desk } from './around.ts'
import { answerCalls } from './calls.ts'
import { createGate, isDashboard, isMainFrame, isOwnPage } from './guard.ts'

type Around = { ipcMain: Pick<IpcMain, 'handle'>; server(): string | null; now(): number }

/** Answers the dashboard's calls to the dashboard alone, and those of the app's own pages to these. */
export function answerPages({ ipcMain, server, now }: Around, desk: Desk): void {
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
    standing: pane.standing,
    keep: ({ address, sure }: { address: string; sure: boolean }) => pane.keep(address, sure),
    retry: pane.retry,
    change: pane.change,
  }
  answerCalls(ipcMain, 'frontdesk-page', pageCalls, own, from(isOwnPage))
}
