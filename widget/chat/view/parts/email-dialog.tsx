/** @jsxImportSource preact */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { fill } from '../../words/words.ts'
import { usePartChat } from '../chat-context.tsx'

type State = { kind: 'asking' | 'sending' | 'failed' | 'wrong' } | { kind: 'sent'; to: string }

/** Asks to which address the chat is sent. */
export function EmailDialog() {
  const { stage, words } = usePartChat()
  const [shown, setShown] = useState<State>({ kind: 'asking' })
  const id = useId()
  const close = useRef<HTMLButtonElement>(null)
  const isSent = shown.kind === 'sent'
  useLayoutEffect(() => {
    if (isSent) close.current?.focus()
  }, [isSent])
  const leave = () => stage.change({ asks: null })
  const send = async (to: string, isValid: boolean) => {
    if (!isValid) return setShown({ kind: 'wrong' })
    setShown({ kind: 'sending' })
    const isDone = await stage.talk.emailTranscript(to)
    setShown(isDone ? { kind: 'sent', to } : { kind: 'failed' })
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const { value, validity } = (event.currentTarget as HTMLFormElement).querySelector('input')!
    void send(value.trim(), value.trim() !== '' && validity.valid)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    leave()
  }
  return (
    <div class="veil">
      <div class="panel sheet" role="dialog" aria-modal="true" aria-labelledby={id} onKeyDown={onKeyDown}>
        <form noValidate onSubmit={onSubmit}>
          {isSent ? (
            <p id={id} role="status">
              {fill(words.emailSent, { to: shown.to })}
            </p>
          ) : (
            <AddressField id={id} kind={shown.kind} />
          )}
          <div class="buttons">
            {!isSent && (
              <button type="submit" class="primary" disabled={shown.kind === 'sending'}>
                {words.submit}
              </button>
            )}
            <button type="button" class="quiet" ref={close} onClick={leave}>
              {isSent ? words.emailClose : words.cancel}
            </button>
          </div>
        </form>
      </div>
    </div>
  )
}

function AddressField({ id, kind }: { id: string; kind: Exclude<State['kind'], 'sent'> }) {
  const { state, words } = usePartChat()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const fault = { wrong: words.notEmail, failed: words.emailFailed, asking: '', sending: '' }[kind]
  return (
    <div class="field">
      <label id={id} for={`${id}-to`}>
        {words.emailAsk}
      </label>
      <input
        id={`${id}-to`}
        ref={field}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={320}
        defaultValue={state.known.email ?? ''}
        aria-invalid={kind === 'wrong'}
        aria-describedby={`${id}-fault`}
      />
      <p id={`${id}-fault`} class="fault" role="status">
        {fault}
      </p>
    </div>
  )
}
