import { useEffect, useRef } from 'react'
import { isComposing } from '../../../shared/composing.ts'
import { useStore } from '../live/store.ts'
import { areLettersPaused, resumeLetters } from './caret.ts'
import { type Command, useCommands } from './commands.tsx'
import { isMac, ownKeys, withOwnKeys } from './own-keys.ts'
import { createPresses, type Stroke, strokeOf } from './press.ts'

/** Elements in which letters are typed; not check boxes. */
const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable=""], [contenteditable="true"]'
/** Elements that handle Enter and Space themselves. */
const pressable =
  'a, button, summary, input[type="checkbox"], [role="button"], [role="option"], [role="switch"], [role="menuitem"]'

/** Handles key presses anywhere on the page. */
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
      if (event.defaultPrevented || isComposing(event) || isBusy(event.target)) return
      const stroke = strokeOf(event, isMac)
      if (!stroke || isNative(event.target, stroke)) return
      if (stroke.key === 'escape') resumeLetters()
      if (isLetter(stroke) && areLettersPaused()) return
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

const isLetter = ({ key, mod, alt }: Stroke) => key.length === 1 && !mod && !alt

/** A dialog or menu handles its own keys. */
const isBusy = (target: EventTarget | null) =>
  document.querySelector('dialog:modal') !== null || (target instanceof Element && target.closest('[popover]') !== null)

const isNative = (target: EventTarget | null, { key, mod }: Stroke) =>
  (key === 'enter' || key === 'space') && !mod && target instanceof Element && target.closest(pressable) !== null
