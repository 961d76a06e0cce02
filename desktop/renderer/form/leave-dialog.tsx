import { useEffect, useRef } from 'react'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { navigate, parseRoute } from '../ui/route.ts'
import { useLaterWords } from '../words/later-words.ts'
import { leaveBy, stay, useLeaving } from './unsaved.ts'

/** Asks whether to discard unsaved changes. Escape stays. */
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
    if (route) leaveBy(() => navigate(route))
  }
  return (
    <ConfirmDialog
      dialog={dialog}
      title={leave.title}
      text={leave.text}
      cancel={leave.stay}
      confirm={leave.leave}
      onConfirm={depart}
      onClose={stay}
    />
  )
}
