import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { WebhookPreview } from '../../../../../shared/webhook.ts'
import { type Faults, faultsOf, remainingFaults } from '../../../form/faults.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { previewOf, type WebhookDraft } from './webhook-draft.ts'

/** How long nothing must be typed before the server is asked, in milliseconds. */
const settled = 400

export type Preview = {
  /** The last one that could be made. */
  data: WebhookPreview | undefined
  error: unknown
  /** What the server finds wrong with the fields as they are now. */
  faults: Faults
  /** The event itself, whose fields are the placeholders. */
  envelope: unknown
}

/** Asks the server what an endpoint with these fields would receive, once nobody types. */
export function usePreview(draft: WebhookDraft, event: string): Preview {
  const shown = useDebounced(draft, settled)
  const { data, error } = usePreviewQuery(shown, event)
  const plain = usePreviewQuery({ ...shown, url: '', format: 'svc' }, event)
  return {
    data,
    error,
    faults: remainingFaults(faultsOf(error), shown, draft),
    envelope: plain.data ? JSON.parse(plain.data.request.body) : {},
  }
}

function usePreviewQuery(draft: WebhookDraft, event: string) {
  const { client, site } = useDesk()
  const input = previewOf(draft, event)
  return useQuery({
    queryKey: ['site', site.id, 'webhook-preview', input],
    queryFn: () => client.webhooks.preview.mutate({ site: site.id, ...input }),
    placeholderData: keepPreviousData,
    // The last event of a type changes without an event that this query follows.
    staleTime: 0,
    gcTime: 0,
  })
}
