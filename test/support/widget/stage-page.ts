import type { ChatSite } from '../../../shared/chat.ts'
import { styles } from '../../../widget/chat/main.tsx'
import type { MountedChat, Mounting } from '../../../widget/chat/mounting.ts'
import fill from '../../../widget/chat/style/fill.css?inline'
import type { TalkState } from '../../../widget/chat/talk.ts'
import { adoptStyles, createContainer } from '../../../widget/chat/view/container.ts'
import { mountChat } from '../../../widget/chat/view/mount.tsx'
import { createMemoryTalk, type MemoryTalk } from './memory-talk.ts'

/** Runs in the page: the chat's interface in its own shadow root, with a talk in memory and the loader's settings. */
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
    for (const sheet of [...styles, ...(own.fill ? [fill] : [])]) adoptStyles(root, sheet)
    const talk = createMemoryTalk(site, first)
    const mounting: Mounting = {
      root,
      api: '',
      site,
      fill: false,
      language: undefined,
      theme: 'auto',
      natives: { fetch, stringify: JSON.stringify, parse: JSON.parse },
      emit: tell('emit'),
      debug: tell('debug'),
      showUnread: tell('showUnread'),
      announce: tell('announce'),
      showWords: () => {},
      showOpen: tell('showOpen'),
      ...own,
    }
    Object.assign(window.stage, { talk, chat: mountChat(mounting, talk, createContainer(mounting)) })
  },
} as StagePage
