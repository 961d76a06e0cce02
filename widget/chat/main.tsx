import tokens from '../../shared/tokens.css?inline'
import type { MountedChat, Mounting } from './mounting.ts'
import common from './style/common.css?inline'
import conversation from './style/conversation.css?inline'
import frame from './style/frame.css?inline'
import home from './style/home.css?inline'
import message from './style/message.css?inline'
import panel from './style/panel.css?inline'
import { createTalk } from './talk/create.ts'
import { turn } from './turn.ts'
import { adoptStyles, createContainer } from './view/container.ts'
import { mountChat } from './view/mount.tsx'

/** Creates the chat of a page in small steps, each its own task. The loader calls it after loading this file. */
export async function mount(mounting: Mounting): Promise<MountedChat> {
  for (const sheet of styles) {
    await turn()
    adoptStyles(mounting.root, sheet)
  }
  if (mounting.fill) adoptStyles(mounting.root, (await import('./style/fill.css?inline')).default)
  await turn()
  const talk = createTalk(mounting)
  await turn()
  const container = createContainer(mounting)
  await turn()
  return mountChat(mounting, talk, container)
}

/** The tokens are set on the chat's own element, because a page could override them on the shadow root's host. */
const own = tokens.replace(/:host\(([^)]*)\)/g, '.chat$1').replaceAll(':host', '.chat')

/** The chat's styles, in several sheets that a slow processor parses in separate tasks. */
export const styles = [own + common, frame, panel + home, conversation + message]
