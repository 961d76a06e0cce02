import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useDraft } from '../../form/draft.ts'
import { TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { useLaterWords } from '../../words/later-words.ts'

/** Connects a bot. With `close` it replaces the current one, and can be cancelled. */
export function TelegramToken({ close }: { close?: () => void }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { telegram: words, common } = useLaterWords()
  const draft = useDraft({ token: '' }, async ({ token }) => {
    const answer = await client.telegram.connect.mutate({ site: site.id, token: token.trim() })
    queries.setQueryData(keys.telegram(site.id), answer)
    close?.()
  })
  const { saving } = draft
  const busy = saving.state === 'saving'
  return (
    <Form draft={draft} className="settings-card" aria-label={close ? words.newToken : words.connect}>
      <TextField
        label={words.token}
        hint={close ? words.tokenAgainHint : words.tokenHint}
        path="token"
        type="password"
        required
        maxLength={110}
        pattern="\s*\d+:[A-Za-z0-9_\-]+\s*"
        title={words.tokenForm}
        isFirst={close !== undefined}
      />
      <div className="cluster settings-actions">
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
    </Form>
  )
}
