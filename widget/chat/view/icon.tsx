/** @jsxImportSource preact */

/** Outlines of 24 by 24, after the icons of Lucide (ISC licence). */
const outlines = {
  close: 'M18 6 6 18M6 6l12 12',
  back: 'm12 19-7-7 7-7M19 12H5',
  more: 'M5 11v2M12 11v2M19 11v2',
  send: 'm5 12 7-7 7 7M12 19V5',
  stop: 'M7 7h10v10H7z',
  down: 'M12 5v14M19 12l-7 7-7-7',
  up: 'M15 5.88 14 10h5.83a2 2 0 0 1 1.92 2.56l-2.33 8A2 2 0 0 1 17.5 22H4a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h2.76a2 2 0 0 0 1.79-1.11L12 2a3.13 3.13 0 0 1 3 3.88ZM7 10v12',
  on: 'm9 18 6-6-6-6',
  away: 'M7 7h10v10M7 17 17 7',
  alert: 'M12 8v4M12 16h.01M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0',
  info: 'M12 16v-4M12 8h.01M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0',
  chat: 'M2.99 16.34a2 2 0 0 1 .1 1.17l-1.07 3.29a1 1 0 0 0 1.24 1.17l3.41-1a2 2 0 0 1 1.1.09 10 10 0 1 0-4.78-4.72',
  person: 'M17 8A5 5 0 1 1 7 8a5 5 0 0 1 10 0M20 21a8 8 0 0 0-16 0',
}
export type IconName = keyof typeof outlines

export const isIcon = (name: string): name is IconName => Object.hasOwn(outlines, name)

export const Icon = ({ name, class: className = '' }: { name: IconName; class?: string }) => (
  <Outline path={outlines[name]} class={className} />
)

/** A decorative drawing; the element beside or around it has the text. */
export const Outline = ({ path, class: className = '' }: { path: string; class?: string }) => (
  <svg class={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
)
