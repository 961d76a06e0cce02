/** @jsxImportSource preact */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../chat-context.tsx'

/** Asks once whether the chat is to be deleted. */
export function EraseDialog() {
  const { stage, words } = useChat()
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const keep = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => keep.current?.focus(), [])
  const leave = () => stage.change({ asksErase: false })
  const erase = async () => {
    setBusy(true)
    const isErased = await stage.talk.erase()
    setBusy(false)
    setFailed(!isErased)
    if (isErased) stage.change({ asksErase: false, screen: 'home', task: null })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    leave()
  }
  return (
    <div class="veil">
      <div class="panel sheet" role="alertdialog" aria-modal="true" aria-labelledby={id} onKeyDown={onKeyDown}>
        <p id={id}>{words.eraseAsk}</p>
        <p class="fault" role="status">
          {hasFailed && words.eraseFailed}
        </p>
        <div class="buttons">
          <button type="button" class="danger" disabled={isBusy} onClick={erase}>
            {words.eraseNow}
          </button>
          <button type="button" class="quiet" ref={keep} onClick={leave}>
            {words.cancel}
          </button>
        </div>
      </div>
    </div>
  )
}
