/** A key press: the key in lower case (`k`, `enter`, `?`), and the modifiers. `mod` is Ctrl, on a Mac Cmd. */
export type Stroke = { key: string; mod: boolean; shift: boolean; alt: boolean }

/** The used parts of a keyboard event. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const holding = new Set([
  'shift',
  'control',
  'alt',
  'meta',
  'altgraph',
  'capslock',
  'fn',
  'dead',
  'process',
  'unidentified',
])
const named: Record<string, string> = {
  ' ': 'space',
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
}

/** Parses the keys of a command: `g i`, `mod+shift+enter`. */
export const parseKeys = (keys: string): Stroke[] =>
  keys
    .split(' ')
    .filter(Boolean)
    .map((stroke) => {
      const parts = stroke.split('+')
      // The plus itself is written as `mod++`.
      const key = parts.at(-1) === '' ? '+' : (parts.at(-1) as string)
      return { key, mod: parts.includes('mod'), shift: parts.includes('shift'), alt: parts.includes('alt') }
    })

/** Formats strokes as the keys of a command. */
export const writeKeys = (strokes: readonly Stroke[]): string =>
  strokes
    .map(({ key, mod, shift, alt }) =>
      [mod && 'mod', alt && 'alt', shift && isNamed(key) && 'shift', key].filter(Boolean).join('+'),
    )
    .join(' ')

/** Whether Shift is part of the stroke. With characters such as `?`, it is only how they are typed. */
const isNamed = (key: string) => key.length > 1 || /^[a-z0-9]$/.test(key)

/** The stroke of an event. Undefined for a modifier alone, and for keys that belong to the system. */
export function strokeOf(press: Press, isMac: boolean): Stroke | undefined {
  const [mod, foreign] = isMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  const given = press.key.toLowerCase()
  if (foreign || holding.has(given)) return undefined
  const key = named[given] ?? (isElsewhere(press, given) ? fromCode(press.code, given) : given)
  return { key, mod, shift: press.shiftKey, alt: press.altKey }
}

/** For a letter of another script, or what Alt makes of a key, the position on the keyboard decides. */
const isElsewhere = ({ altKey }: Press, key: string) => altKey || (key.length === 1 && key > '\u007f')

const fromCode = (code: string, otherwise: string) => /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? otherwise

const isSame = (wanted: Stroke, is: Stroke) =>
  wanted.key === is.key &&
  wanted.mod === is.mod &&
  wanted.alt === is.alt &&
  (wanted.shift === is.shift || !isNamed(wanted.key))

const beginsWith = (whole: Stroke[], strokes: Stroke[]) =>
  strokes.length <= whole.length && strokes.every((stroke, at) => isSame(whole[at] as Stroke, stroke))

/** The maximum time until the second key of two, in milliseconds. */
export const togetherWithin = 1_000

/** Matches key presses with commands, including sequences such as `g i`. */
export function createPresses<T extends { keys: string }>() {
  let pending: Stroke[] = []
  let at = 0
  /** @returns the command; `begun` if more keys are needed; undefined if nothing matches */
  return (stroke: Stroke, now: number, possible: readonly T[]): T | 'begun' | undefined => {
    const all = possible
      .map((one) => ({ one, strokes: parseKeys(one.keys) }))
      .filter(({ strokes }) => strokes.length > 0)
    const attempt = (strokes: Stroke[]) => {
      const fitting = all.filter((one) => beginsWith(one.strokes, strokes))
      // Of two commands with the same keys, the latest is used.
      return (
        fitting.findLast((one) => one.strokes.length === strokes.length)?.one ??
        (fitting.length > 0 ? 'begun' : undefined)
      )
    }
    const earlier = now - at <= togetherWithin ? pending : []
    const together = [...earlier, stroke]
    const found = attempt(together) ?? (earlier.length > 0 ? attempt([stroke]) : undefined)
    pending = found === 'begun' ? (attempt(together) === 'begun' ? together : [stroke]) : []
    at = now
    return found
  }
}

const macSigns: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥', enter: '↵', escape: 'esc' }
const signs: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', enter: '↵', escape: 'Esc' }
const arrows: Record<string, string> = { up: '↑', down: '↓', left: '←', right: '→', space: '␣' }

/** Keys as shown on a keyboard: a list of caps for each stroke. */
export const capsOf = (keys: string, isMac: boolean): string[][] =>
  parseKeys(keys).map(({ key, mod, shift, alt }) => {
    const sign = (name: string) =>
      (isMac ? macSigns : signs)[name] ?? arrows[name] ?? (name.length === 1 ? name.toUpperCase() : name)
    return [...(mod ? [sign('mod')] : []), ...(alt ? [sign('alt')] : []), ...(shift ? [sign('shift')] : []), sign(key)]
  })

/** Keys in a tooltip. */
export const keyWords = (keys: string, isMac: boolean, then: string): string =>
  capsOf(keys, isMac)
    .map((caps) => caps.join(isMac ? '' : '+'))
    .join(` ${then} `)
