import type { ChatSite } from '../../shared/chat.ts'
import base from './loader.css?inline'

export type Drawn = {
  box: HTMLElement
  button: HTMLElement
  face: HTMLElement
  /** The content of the button. */
  sign: string | Element
  css: string
  /** Sets the button's label, and ends its busy state. */
  setLabel(words: string): void
  /** Shows that the chat cannot be loaded. */
  fail(): void
}

/** The button in the site's colour and position. */
export function drawButton({ accent, position, launcherIcon, notLoaded, openChat, onAccent, widget }: ChatSite): Drawn {
  const { label, shape, offset = { x: 20, y: 20 } } = widget.launcher ?? {}
  const [box, button, face] = ['div', 'button', 'i'].map((name) => document.createElement(name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  const setLabel = (words: string) => {
    button.title = button.ariaLabel = words
    button.ariaBusy = null
  }
  setLabel(label || openChat)
  box.className = 'launcher'
  box.append(button)
  button.append(face, (shape !== 'circle' && label) || '')
  const sign = drawSign(launcherIcon)
  face.append(sign)
  const from = (side: string, pixels: number) => `${side}:calc(${pixels}px + env(safe-area-inset-${side}));`
  const place = from(position, offset.x) + from('bottom', offset.y)
  const css = `${base}.launcher{${place}}.launcher>button{background:${accent};color:${onAccent}}`
  const fail = () => {
    setLabel(notLoaded)
    face.replaceChildren('!')
  }
  return { box, button, face, sign, css, setLabel, fail }
}

/** A shape, or a text such as an emoji. */
const drawSign = (icon: string) => (/^M\d+[ .]/.test(icon) ? drawIcon(icon) : icon)

export function drawIcon(shape: string): Element {
  const [svg, path] = ['svg', 'path'].map((name) => document.createElementNS('http://www.w3.org/2000/svg', name))
  svg!.setAttribute('viewBox', '0 0 24 24')
  path!.setAttribute('d', shape)
  svg!.append(path!)
  return svg!
}
