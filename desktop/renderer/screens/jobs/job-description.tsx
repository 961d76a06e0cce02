import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { JobDetail } from '../../../../shared/job.ts'
import { Section } from '../../form/fields.tsx'
import { OneTextForm } from '../../form/one-text-form.tsx'
import { isMac } from '../../keys/own-keys.ts'
import { useDesk } from '../../live/desk.tsx'
import { newId } from '../../live/new-id.ts'
import { useJobPageWords } from '../../words/screen-words.ts'
import { useFieldDraft } from './job-draft.ts'
import { boundTo, SavedField } from './job-fields.tsx'
import styles from './job-page.module.css'
import { useSaveJob, useShowJob } from './save-job.ts'

/** What is to be done. Updates are added below it. */
export function JobDescription({ job: { id, details } }: { job: JobDetail }) {
  const { page: words } = useJobPageWords()
  const save = useSaveJob(id)
  const [isAdding, setAdding] = useState(false)
  const draft = useFieldDraft({
    label: words.description,
    saved: details ?? '',
    write: (text) => save({ details: text.trim() === '' ? null : text }),
  })
  return (
    <Section title={words.description}>
      <SavedField label={words.description} isBare draft={draft} hint={words.longHint(isMac ? '⌘↵' : 'Ctrl+Enter')}>
        {(control) => (
          <textarea
            className={styles.long}
            rows={4}
            dir="auto"
            placeholder={words.noDescription}
            {...boundTo(draft, true)}
            {...control}
          />
        )}
      </SavedField>
      {isAdding ? (
        <AddUpdate id={id} close={() => setAdding(false)} />
      ) : (
        <button type="button" className={`quiet ${styles.add}`} onClick={() => setAdding(true)}>
          <Plus size={16} aria-hidden="true" />
          {words.addUpdate}
        </button>
      )}
    </Section>
  )
}

function AddUpdate({ id, close }: { id: string; close: () => void }) {
  const { page: words } = useJobPageWords()
  const { client, site } = useDesk()
  const show = useShowJob(id)
  // Sent again after an error, the same text is added once.
  const sent = useRef({ text: '', key: newId() })
  const write = async (text: string) => {
    if (text.trim() === '') return close()
    if (sent.current.text !== text) sent.current = { text, key: newId() }
    await show(
      await client.jobs.addUpdate.mutate({ site: site.id, id, text: text.trim(), idempotencyKey: sent.current.key }),
    )
    close()
  }
  return (
    <OneTextForm
      name={words.addUpdate}
      field={{ label: words.addUpdate, hint: words.updateHint, path: 'text', lines: 3 }}
      saved=""
      write={write}
      close={close}
    />
  )
}
