import { useEffect, useRef } from 'react'
import { go, parseRoute } from '../app/route.ts'
import { useLaterWords } from '../words/later-words.ts'
import { leaveBy, stay, useLeaving } from './unsaved.ts'

/** Asks whether to leave what is unsaved. Escape stays. */
export function LeaveDialog() {
  const { leave } = useLaterWords().settings
  const url = useLeaving()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (url !== null && !dialog.current?.open) dialog.current?.showModal()
    if (url === null) dialog.current?.close()
  }, [url])
  const depart = () => {
    if (url === null) return
    const { pathname, search } = new URL(url)
    const route = parseRoute(pathname, search)
    if (route) leaveBy(() => go(route))
  }
  return (
    <dialog
      ref={dialog}
      className="settings-dialog"
      aria-labelledby="leave-title"
      onClose={stay}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="leave-title">{leave.title}</h2>
      <p>{leave.text}</p>
      <div className="settings-actions">
        <button type="button" onClick={stay}>
          {leave.stay}
        </button>
        <button type="button" className="danger" onClick={depart}>
          {leave.leave}
        </button>
      </div>
    </dialog>
  )
}
