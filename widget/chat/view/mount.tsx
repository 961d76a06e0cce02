/** @jsxImportSource preact */
import { render } from 'preact'
import type { MountedChat, Mounting } from '../mounting.ts'
import type { Talk } from '../talk.ts'
import { turn } from '../turn.ts'
import { chooseLanguage, loadWords } from '../words/words.ts'
import { directionOf } from './direction.ts'
import { fitScreen, isPhone } from './screen.ts'
import { createStage, type Stage } from './stage.ts'
import { ChatWindow } from './window.tsx'

/** Renders the closed chat window in an element of the loader's shadow root. */
export function mountChat(mounting: Mounting, talk: Talk, container: HTMLElement): MountedChat {
  const stage = createStage(mounting, talk)
  const language = languageOf(mounting)
  container.lang = language
  container.dir = directionOf(language, mounting.language)
  let isGone = false
  const draw = async () => {
    const words = await loadWords(language, mounting.site.widget.strings)
    await turn()
    if (isGone) return
    mounting.showWords(words)
    const isModal = () => !mounting.fill && isPhone() && !stage.shown.beside
    render(<ChatWindow stage={stage} words={words} language={language} isModal={isModal} />, container)
  }
  const drawOnce = onceUnlessFailed(draw, (error) => {
    stage.close()
    mounting.showWords()
    mounting.debug('the words of the chat cannot be fetched', error)
  })
  talk.challenge = () =>
    new Promise<string>((answer, fail) => stage.change({ challenge: { answer, fail } })).finally(() =>
      stage.change({ challenge: null }),
    )
  const leaves = [follow(stage), fitScreen(container, stage)]
  if (!mounting.fill) leaves.push(followBack(stage))
  const open = (beside?: boolean) => {
    drawOnce()
    stage.open(beside)
  }
  drawOnce()
  return {
    open,
    close: () => stage.close(),
    send(text) {
      open()
      stage.begin(() => talk.send(text))
    },
    talk,
    show(screen, task) {
      open()
      stage.change({ screen, task })
    },
    identify: (identity) => talk.identify(identity),
    reset() {
      talk.reset()
      stage.shown.challenge?.fail('reset')
      stage.change({ screen: 'home', task: null, asks: null })
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

const languageOf = ({ language, site }: Mounting) =>
  chooseLanguage([language, document.documentElement.lang, ...navigator.languages, site.locale])

/** Draws once. If the texts could not be loaded, opening the window draws again. */
function onceUnlessFailed(draw: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let isDrawn = false
  return () => {
    if (isDrawn) return
    isDrawn = true
    draw().catch((error) => {
      isDrawn = false
      failed(error)
    })
  }
}

/** Reports to the talk whether it is visible. @returns a function that stops this */
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

/** Lets the back button close the window on a phone. A computer does not need it. @returns a function that stops this */
function followBack(stage: Stage): () => void {
  let isOver = false
  let isLoading = false
  let leave = () => {}
  const load = () => {
    if (isLoading || !isPhone()) return
    isLoading = true
    import('./back.ts')
      .then(({ closeOnBack }) => {
        if (!isOver) leave = closeOnBack(stage)
      })
      .catch((error) => {
        isLoading = false
        stage.mounting.debug('a part of the chat cannot be fetched', error)
      })
  }
  const forget = stage.subscribe(load)
  load()
  return () => {
    isOver = true
    forget()
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
