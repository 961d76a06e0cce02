import { useSyncExternalStore } from 'react'
import { createStore, useStore } from '../../live/store.ts'

const kept = 'frontdesk.visitor'
const roomy = matchMedia('(min-width: 1100px)')

/** Beside the conversation where there is room: as the person left it. */
const beside = createStore(localStorage.getItem(kept) !== 'no')
/** Over it where there is none: for the conversation for which it was asked. */
const over = createStore<string | null>(null)

function watchRoom(listener: () => void): () => void {
  roomy.addEventListener('change', listener)
  return () => roomy.removeEventListener('change', listener)
}

/** Whether the visitor's pane of a conversation is shown, and the way to show or hide it. */
export function useVisitorShown(id: string | null): readonly [boolean, (isShown: boolean) => void] {
  const isRoomy = useSyncExternalStore(watchRoom, () => roomy.matches)
  const isBeside = useStore(beside, (value) => value)
  const overId = useStore(over, (value) => value)
  if (!isRoomy) return [overId !== null && overId === id, (isShown) => over.set(isShown ? id : null)]
  const show = (isShown: boolean) => {
    localStorage.setItem(kept, isShown ? 'yes' : 'no')
    beside.set(isShown)
  }
  return [isBeside, show]
}
