import { useQueryClient } from '@tanstack/react-query'
import type { Integration } from '../../../../../shared/integration.ts'
import { FormActions } from '../../../form/card-form.tsx'
import { useDraft } from '../../../form/draft.ts'
import { TextField } from '../../../form/fields.tsx'
import { Form } from '../../../form/form.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { toast } from '../../../ui/toast.ts'
import { useIntegrationsWords } from '../../../words/screen-words.ts'

/** The key of an integration, and the address of a self-hosted one. The stored key is never shown. */
export function IntegrationKey({ integration }: { integration: Integration }) {
  const words = useIntegrationsWords()
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { kind, name, connected, baseUrl } = integration
  const draft = useDraft({ key: '', baseUrl: baseUrl ?? '' }, async (typed) => {
    const { check } = await client.integrations.save.mutate({
      ...{ site: site.id, kind, key: typed.key.trim() },
      ...(kind === 'calcom' && { baseUrl: typed.baseUrl.trim() || null }),
    })
    await queries.invalidateQueries({ queryKey: keys.integrations(site.id) })
    void queries.invalidateQueries({ queryKey: keys.bookings(site.id) })
    toast(check.ok ? words.saved(name) : words.savedFailing(name), check.ok ? {} : { tone: 'danger' })
  })
  return (
    <Form draft={draft} noValidate className="stack gap-3" aria-label={words.keyOf(name)}>
      <TextField
        label={words.keys[kind]}
        hint={connected ? words.keeps : undefined}
        path="key"
        type="password"
        maxLength={2000}
      />
      {kind === 'calcom' && (
        <TextField
          label={words.baseUrl}
          hint={words.baseUrlHint}
          path="baseUrl"
          type="url"
          placeholder="https://"
          maxLength={500}
        />
      )}
      {(draft.isDirty || draft.saving.state === 'refused') && (
        <FormActions saving={draft.saving} close={draft.discard} />
      )}
    </Form>
  )
}
