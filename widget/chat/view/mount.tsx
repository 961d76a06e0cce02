/** @jsxImportSource preact */
import { render } from 'preact'
import type { MountedChat, Mounting } from '../mounting.ts'
import type { Talk } from '../talk.ts'
import { turn } from '../turn.ts'
import { chooseLanguage, loadWords } from '../words/words.ts'
import { closeOnBack } from './back.ts'
import { fitScreen, isPhone } from './screen.ts'
import { createStage, type Stage } from './stage.ts'
import { ChatWindow } from './window.tsx'

/** Draws the chat's window, closed, in an element of the loader's shadow root. */
export function mountChat(mounting: Mounting, talk: Talk, container: HTMLElement): MountedChat {
  const stage = createStage(mounting, talk)
  const language = chooseLanguage([document.documentElement.lang, ...navigator.languages, mounting.site.locale])
  container.lang = language
  const isModal = () => !mounting.fill && isPhone()
  let isGone = false
  let isDrawn = false
  const draw = async () => {
    const words = await loadWords(language, mounting.site.widget.strings)
    await turn()
    if (isGone) return
    mounting.showWords(words)
    render(<ChatWindow stage={stage} words={words} language={language} isModal={isModal} />, container)
  }
  // Where the words cannot be fetched, whoever opens the window has them fetched again.
  const drawOnce = () => {
    if (isDrawn) return
    isDrawn = true
    draw().catch((error) => {
      isDrawn = false
      stage.close()
      mounting.showWords()
      mounting.debug('the words of the chat cannot be fetched', error)
    })
  }
  talk.challenge = () =>
    new Promise<string>((answer, fail) => stage.change({ challenge: { answer, fail } })).finally(() =>
      stage.change({ challenge: null }),
    )
  const leaves = [follow(stage), fitScreen(container, stage), mounting.fill ? () => {} : closeOnBack(stage)]
  const open = () => {
    drawOnce()
    stage.open()
  }
  drawOnce()
  return {
    open,
    close: () => stage.close(),
    send(text) {
      open()
      stage.begin(() => talk.send(text))
    },
    identify: (identity) => talk.identify(identity),
    reset() {
      talk.reset()
      stage.shown.challenge?.fail('reset')
      stage.change({ screen: 'home', task: null, asksErase: false })
    },
    destroy() {
      isGone = true
      stage.shown.challenge?.fail('destroyed')
      for (const leave of leaves) leave()
      render(null, container)
      container.remove()
      talk.destroy()
    },
    debug: () => describe(stage, language),
  }
}

/** Tells the talk whether it is in sight. @returns what ends it */
function follow(stage: Stage): () => void {
  let isSeen = false
  const look = () => {
    const isNow = stage.shown.open && document.visibilityState === 'visible'
    if (isNow !== isSeen) stage.talk.show(isNow)
    isSeen = isNow
  }
  const leave = stage.subscribe(look)
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave()
  }
}

function describe({ shown, talk, mounting }: Stage, language: string) {
  const { conversation, entries, online, unread, activity, person, queue, ended } = talk.state
  const { open, screen, task } = shown
  return {
    ...{ open, screen, task: task?.kind ?? null, language, site: mounting.site.id, fill: mounting.fill },
    ...{ conversation, entries: entries.length, online, unread, activity, person, queue, ended },
  }
}
