import type { createContext, Drawn } from './draw.ts'

/** What one call of a hook keeps from drawing to drawing. */
export type Kept = {
  value?: unknown
  given?: readonly unknown[] | undefined
  set?: (next: unknown) => void
  /** An effect that is to be run after this drawing, and what ends it. */
  run?: (() => unknown) | undefined
  end?: unknown
  isEarly?: boolean
}

let part: Drawn
let at = 0
const early: Kept[] = []
const late: Kept[] = []

/** The hooks that are called next are those of this part. */
export function begin(one: Drawn): void {
  part = one
  at = 0
}

/** Puts the part's effects that are due behind those of what is in it. */
export function effectsOf({ kept }: Drawn): void {
  for (const one of kept) if (one.run) (one.isEarly ? early : late).push(one)
}

/** Runs what waits until all is drawn: at once, or when the browser has shown it, and has moved the focus off what is hidden. */
export function runEffects(): void {
  run(early)
  if (late.length > 0) afterPaint(() => run(late))
}

function run(waiting: Kept[]): void {
  for (const one of waiting.splice(0)) {
    const { run } = one
    // It was run with the drawing before, or its part is gone.
    if (!run) continue
    one.run = undefined
    end(one)
    one.end = run()
  }
}

const longestFrame = 100

/** A page that is not shown paints nothing. */
function afterPaint(act: () => void): void {
  const timer = setTimeout(act, longestFrame)
  requestAnimationFrame(() => {
    clearTimeout(timer)
    setTimeout(act)
  })
}

export function endEffects({ kept }: Drawn): void {
  for (const one of kept) {
    one.run = undefined
    end(one)
  }
}

const end = (one: Kept) => typeof one.end === 'function' && one.end()

function keep(make: () => Kept): Kept {
  const { kept } = part
  const one = kept[at] ?? make()
  kept[at++] = one
  return one
}

const isSame = (before: Kept['given'], given: Kept['given']) =>
  before && given?.every((value, place) => Object.is(value, before[place]))

const resolve = (given: unknown, now?: unknown): unknown => (typeof given === 'function' ? given(now) : given)

export function useState(initial: unknown) {
  const { redraw } = part
  const one = keep(() => ({
    value: resolve(initial),
    set(next) {
      const value = resolve(next, one.value)
      if (Object.is(value, one.value)) return
      one.value = value
      redraw()
    },
  }))
  return [one.value, one.set]
}

export function useReducer(reduce: (now: unknown, action: unknown) => unknown, initial: unknown) {
  const [value, set] = useState(initial) as [unknown, (next: unknown) => void]
  return [value, (action: unknown) => set((now: unknown) => reduce(now, action))]
}

export const useRef = (initial: unknown) => keep(() => ({ value: { current: initial } })).value

export function useMemo(make: () => unknown, given: readonly unknown[]): unknown {
  const one = keep(() => ({}))
  if (!isSame(one.given, given)) one.value = make()
  one.given = given
  return one.value
}

let ids = 0
export const useId = (): unknown => keep(() => ({ value: `part-${++ids}` })).value

export const useContext = ({ value }: ReturnType<typeof createContext>): unknown => value

const after = (isEarly: boolean) => (run: () => unknown, given?: readonly unknown[]) => {
  const one = keep(() => ({ isEarly }))
  if (!isSame(one.given, given)) one.run = run
  one.given = given
}

export const useLayoutEffect = after(true)
export const useEffect = after(false)
