import type { MountedChat, Mounting } from './mounting.ts'
import { styles } from './style/styles.ts'
import { createTalk } from './talk/create.ts'
import { turn } from './turn.ts'
import { dress, wear } from './view/dress.ts'
import { mountChat } from './view/mount.tsx'

/** Makes the chat of a page, step by step, each a task of its own: what the loader calls once it has loaded this. */
export async function mount(mounting: Mounting): Promise<MountedChat> {
  for (const sheet of styles) {
    await turn()
    wear(mounting.root, sheet)
  }
  await turn()
  const talk = createTalk(mounting)
  await turn()
  const container = dress(mounting)
  await turn()
  return mountChat(mounting, talk, container)
}
