/** @jsxImportSource preact */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { LaterWords } from '../../words/later/en.ts'
import { usePartChat } from '../chat-context.tsx'
import type { Stage } from '../stage.ts'

type Question = {
  ask: keyof LaterWords
  now: keyof LaterWords
  failed: keyof LaterWords
  run: (stage: Stage) => Promise<boolean>
}

const questions: Record<'erase' | 'leave', Question> = {
  erase: {
    ask: 'eraseAsk',
    now: 'eraseNow',
    failed: 'eraseFailed',
    async run({ talk, change }) {
      const isErased = await talk.erase()
      if (isErased) change({ screen: 'home', task: null })
      return isErased
    },
  },
  leave: { ask: 'leaveAsk', now: 'leaveNow', failed: 'leaveFailed', run: ({ talk }) => talk.leave() },
}

/** Asks for confirmation before deleting the chat, or ending it with the team. */
export function ConfirmDialog({ about }: { about: keyof typeof questions }) {
  const { stage, words } = usePartChat()
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const keep = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => keep.current?.focus(), [])
  const { ask, now, failed, run } = questions[about]
  const leave = () => stage.change({ asks: null })
  const confirm = async () => {
    setBusy(true)
    const isDone = await run(stage)
    setBusy(false)
    setFailed(!isDone)
    if (isDone) leave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    leave()
  }
  return (
    <div class="veil">
      <div class="panel sheet" role="alertdialog" aria-modal="true" aria-labelledby={id} onKeyDown={onKeyDown}>
        <p id={id}>{words[ask]}</p>
        <p class="fault" role="status">
          {hasFailed && words[failed]}
        </p>
        <div class="buttons">
          <button type="button" class="danger" disabled={isBusy} onClick={confirm}>
            {words[now]}
          </button>
          <button type="button" class="quiet" ref={keep} onClick={leave}>
            {words.cancel}
          </button>
        </div>
      </div>
    </div>
  )
}
