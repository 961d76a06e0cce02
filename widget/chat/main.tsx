import type { MountedChat, Mounting } from './mounting.ts'
import { createTalk } from './talk/create.ts'
import { mountChat } from './view/mount.tsx'

/** Makes the chat of a page: what the loader calls once it has loaded this. */
export function mount(mounting: Mounting): MountedChat {
  return mountChat(mounting, createTalk(mounting))
}
