import { Download } from 'lucide-react'
import { useRef } from 'react'
import type { Erasure } from '../../../../shared/erasure.ts'
import type { LeadDetail } from '../../../../shared/lead-detail.ts'
import { Section } from '../../form/fields.tsx'
import { archiveAddress } from '../../live/contact-filter.ts'
import { useDesk } from '../../live/desk.tsx'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { toast } from '../../ui/toast.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { nameOfContact } from './names.ts'

type Props = { lead: LeadDetail; back: () => void; erased: (receipt: Erasure) => void }

/** Exports a contact's data, or erases it. */
export function ContactData({ lead, back, erased }: Props) {
  const { data: words } = useContactsWords()
  const { client, site } = useDesk()
  const erasing = useRef<HTMLDialogElement>(null)
  const remove = async () => {
    await client.leads.delete.mutate({ site: site.id, id: lead.id })
    toast(words.removed(nameOfContact(lead)))
    back()
  }
  return (
    <Section title={words.title}>
      <div className="settings-line">
        <p className="muted">{words.downloadHint}</p>
        <a className="as-button" href={archiveAddress(site.id, lead.id)} download>
          <Download size={16} aria-hidden="true" />
          {words.download}
        </a>
      </div>
      <div className="settings-line">
        <p className="muted">{words.removeHint}</p>
        <RemoveButton words={words.remove} label={words.remove} sure={words.removeSure} remove={remove} />
      </div>
      <div className="settings-line">
        <p className="muted">{words.eraseHint}</p>
        <button type="button" className="danger" onClick={() => erasing.current?.showModal()}>
          {words.erase}
        </button>
      </div>
      <EraseDialog dialog={erasing} lead={lead} erased={erased} />
    </Section>
  )
}
