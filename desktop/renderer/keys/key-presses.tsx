import { useEffect, useRef } from 'react'
import { useStore } from '../live/store.ts'
import { type Command, useCommands } from './commands.tsx'
import { isMac, ownKeys, withOwnKeys } from './own-keys.ts'
import { createPresses, type Stroke, strokeOf } from './press.ts'

/** Where letters are typed; in a check box they are not. */
const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable=""], [contenteditable="true"]'
/** What enter and space work by themselves. */
const pressable =
  'a, button, summary, input[type="checkbox"], [role="button"], [role="option"], [role="switch"], [role="menuitem"]'

/** Carries out what is pressed anywhere on the page. */
export function KeyPresses() {
  const commands = withOwnKeys(
    useCommands(),
    useStore(ownKeys, (all) => all),
  )
  const latest = useRef(commands)
  latest.current = commands
  useEffect(() => {
    const find = createPresses<Command>()
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isBusy(event.target)) return
      const stroke = strokeOf(event, isMac)
      if (!stroke || isNative(event.target, stroke)) return
      const isField = event.target instanceof Element && event.target.closest(fields) !== null
      const possible = latest.current.filter(
        ({ inFields, repeats }) => (!isField || inFields) && (!event.repeat || repeats),
      )
      const found = find(stroke, event.timeStamp, possible)
      if (!found) return
      event.preventDefault()
      if (found !== 'begun') found.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return null
}

/** A dialog or a menu has the keys for itself. */
const isBusy = (target: EventTarget | null) =>
  document.querySelector('dialog:modal') !== null || (target instanceof Element && target.closest('[popover]') !== null)

const isNative = (target: EventTarget | null, { key, mod }: Stroke) =>
  (key === 'enter' || key === 'space') && !mod && target instanceof Element && target.closest(pressable) !== null
