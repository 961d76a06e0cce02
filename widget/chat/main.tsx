import type { MountedChat, Mounting } from './mounting.ts'
import { styles } from './style/styles.ts'
import { createTalk } from './talk/create.ts'
import { turn } from './turn.ts'
import { wear } from './view/dress.ts'
import { mountChat } from './view/mount.tsx'

/** Makes the chat of a page: what the loader calls once it has loaded this. */
export async function mount(mounting: Mounting): Promise<MountedChat> {
  wear(mounting.root, styles)
  await turn()
  return mountChat(mounting, createTalk(mounting))
}
