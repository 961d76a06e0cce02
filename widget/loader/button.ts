import type { ChatSite } from '../../shared/chat.ts'
import base from './loader.css?inline'

export type Drawn = {
  box: HTMLElement
  button: HTMLElement
  face: HTMLElement
  /** What the site has on its button. */
  sign: string | Element
  css: string
  /** Names the button, which is then no longer busy. */
  say(words: string): void
  /** Says that the chat cannot be loaded. */
  fail(): void
}

/** Shapes of Lucide (ISC), by the names that a site may give. */
const shapes: Record<string, string> = {
  chat: 'M7.9 20A9 9 0 1 0 4 16.1L2 22Z',
  message: 'M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2Z',
  question: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20M9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3M12 17h.01',
}

/** The button in the site's colour, and where it stands. */
export function drawButton({ accent, position, launcherIcon, notLoaded, openChat, onAccent, widget }: ChatSite): Drawn {
  const { label, shape, offset = { x: 20, y: 20 } } = widget.launcher ?? {}
  const [box, button, face] = ['div', 'button', 'i'].map((name) => document.createElement(name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  const say = (words: string) => {
    button.title = button.ariaLabel = words
    button.ariaBusy = null
  }
  say(label || openChat)
  box.className = 'launcher'
  box.append(button)
  button.append(face, shape !== 'circle' && label ? label : '')
  const sign = drawSign(launcherIcon)
  face.append(sign)
  const from = (side: string, pixels: number) => `${side}:calc(${pixels}px + env(safe-area-inset-${side}));`
  const place = from(position, offset.x) + from('bottom', offset.y)
  const css = `${base}.launcher{${place}}.launcher>button{background:${accent};color:${onAccent}}`
  const fail = () => {
    say(notLoaded)
    face.replaceChildren('!')
  }
  return { box, button, face, sign, css, say, fail }
}

/** One of the icons; anything else, such as an emoji, is shown as it is. */
const drawSign = (name: string) => (/[^\w-]/.test(name) ? name : drawIcon(shapes[name] ?? shapes.chat!))

export function drawIcon(shape: string): Element {
  const [svg, path] = ['svg', 'path'].map((name) => document.createElementNS('http://www.w3.org/2000/svg', name))
  svg!.setAttribute('viewBox', '0 0 24 24')
  path!.setAttribute('d', shape)
  svg!.append(path!)
  return svg!
}
