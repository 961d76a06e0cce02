import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Integration, IntegrationCheck } from '../../../../../shared/integration.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCall } from '../../../ui/use-call.ts'
import { failureText } from '../../../words/failure-words.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { useFailureWords, useIntegrationsWords } from '../../../words/screen-words.ts'

/** Tests an integration, and disconnects it. */
export function IntegrationActions({ integration: { kind, name } }: { integration: Integration }) {
  const words = useIntegrationsWords()
  const { common } = useLaterWords()
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const { busy, fault, call } = useCall()
  const [check, setCheck] = useState<IntegrationCheck>()
  const refetch = () => {
    void queries.invalidateQueries({ queryKey: keys.bookings(site.id) })
    return queries.invalidateQueries({ queryKey: keys.integrations(site.id) })
  }
  const test = () =>
    call(async () => {
      setCheck(undefined)
      setCheck(await client.integrations.test.mutate({ site: site.id, kind }))
      await refetch()
    })
  const remove = () =>
    call(async () => {
      await client.integrations.remove.mutate({ site: site.id, kind })
      toast(words.disconnected(name))
      await refetch()
    })
  return (
    <>
      <div className="cluster">
        <button type="button" className="quiet" disabled={busy} onClick={() => void test()}>
          {busy ? words.testing : words.test}
        </button>
        <button type="button" className="quiet" disabled={busy} onClick={() => dialog.current?.showModal()}>
          {words.disconnect}
        </button>
      </div>
      {check && <Checked check={check} />}
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
      <ConfirmDialog
        dialog={dialog}
        title={words.askDisconnect(name)}
        text={words.disconnectText}
        cancel={common.cancel}
        confirm={words.disconnect}
        onConfirm={() => void remove()}
      />
    </>
  )
}

function Checked({ check: { ok, detail, reason, params } }: { check: IntegrationCheck }) {
  const words = useIntegrationsWords()
  const failures = useFailureWords()
  const Icon = ok ? CircleCheck : CircleAlert
  return (
    <div role="status">
      <p className={`checked ${ok ? 'good' : 'error'}`}>
        <Icon size={16} aria-hidden="true" />
        {ok ? words.testOk : words.testFailed}
      </p>
      <p className="muted" dir="auto">
        {failureText({ reason, params }, detail, failures)}
      </p>
    </div>
  )
}
