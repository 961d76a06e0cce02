import type { ChatSite } from '../../../shared/chat.ts'
import type { MountedChat, Mounting } from '../../../widget/chat/mounting.ts'
import { styles } from '../../../widget/chat/style/styles.ts'
import type { TalkState } from '../../../widget/chat/talk.ts'
import { dress, wear } from '../../../widget/chat/view/dress.ts'
import { mountChat } from '../../../widget/chat/view/mount.tsx'
import { createMemoryTalk, type MemoryTalk } from './memory-talk.ts'

/** What runs in the page: the looks in a shadow root of their own, with a talk in memory, and what the loader was told. */
export type StagePage = {
  talk: MemoryTalk
  chat: MountedChat
  told: unknown[][]
  put(site: ChatSite, first: Partial<TalkState>, mounting: Partial<Mounting>): void
}

declare global {
  interface Window {
    stage: StagePage
  }
}

const told: unknown[][] = []

window.stage = {
  told,
  put(site, first, own) {
    const root = document.body.appendChild(document.createElement('svc-widget')).attachShadow({ mode: 'open' })
    const tell =
      (name: string) =>
      (...given: unknown[]) =>
        void told.push([name, ...given])
    for (const sheet of styles) wear(root, sheet)
    const talk = createMemoryTalk(site, first)
    const mounting: Mounting = {
      root,
      api: '',
      site,
      fill: false,
      theme: 'auto',
      natives: { fetch, stringify: JSON.stringify, parse: JSON.parse },
      tell: tell('tell'),
      debug: tell('debug'),
      showUnread: tell('showUnread'),
      showWords: () => {},
      showOpen: tell('showOpen'),
      ...own,
    }
    Object.assign(window.stage, { talk, chat: mountChat(mounting, talk, dress(mounting)) })
  },
} as StagePage
