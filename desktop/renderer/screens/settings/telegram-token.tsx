import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { useDraft } from '../../form/draft.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { focusAtFirst } from '../../ui/focus-at-first.ts'
import { useLaterWords } from '../../words/later-words.ts'

/** Connects a bot. With `close` it is in place of the one there is, and may be left. */
export function TelegramToken({ close }: { close?: () => void }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { telegram: words, common } = useLaterWords()
  const { value, change, saving, save } = useDraft({ token: '' }, async ({ token }) => {
    const answer = await client.telegram.connect.mutate({ site: site.id, token })
    queries.setQueryData(keys.telegram(site.id), answer)
    close?.()
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save()
  }
  const busy = saving.state === 'saving'
  return (
    <form className="settings-card" aria-label={close ? words.newToken : words.connect} onSubmit={submit}>
      <TokenField
        value={value.token}
        change={(token) => change({ token })}
        hint={close ? words.tokenAgainHint : words.tokenHint}
        isFirst={close !== undefined}
      />
      <div className="settings-actions">
        <button type="submit" disabled={busy}>
          {busy ? words.connecting : words.connect}
        </button>
        {close && (
          <button type="button" className="quiet" onClick={close} disabled={busy}>
            {common.cancel}
          </button>
        )}
        {saving.state === 'refused' && (
          <p className="error" role="alert">
            <CircleAlert size={16} aria-hidden="true" />
            {words.notConnectedYet(saving.words)}
          </p>
        )}
      </div>
    </form>
  )
}

type FieldProps = { value: string; change: (token: string) => void; hint: string; isFirst: boolean }

function TokenField({ value, change, hint, isFirst }: FieldProps) {
  const { telegram: words } = useLaterWords()
  const id = useId()
  return (
    <div className="settings-field">
      <label>
        {words.token}
        <input
          type="password"
          required
          maxLength={110}
          pattern="\d+:[A-Za-z0-9_\-]+"
          title={words.tokenForm}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={id}
          value={value}
          onChange={(event) => change(event.target.value.trim())}
          ref={isFirst ? focusAtFirst : undefined}
        />
      </label>
      <small id={id}>{hint}</small>
    </div>
  )
}
