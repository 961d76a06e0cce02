import { CircleAlert } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useDesk } from '../live/desk.tsx'
import { newId } from '../live/new-id.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useJobPageWords } from '../words/screen-words.ts'
import { useWords } from '../words/words.tsx'
import { useDraft } from './draft.ts'
import { Field, Form } from './form.tsx'
import styles from './jobs-of.module.css'

/** What is filled in already. */
export type JobDefaults = {
  title?: string
  conversationId?: string
  contactId?: string
  /** Whom it is for, as shown. */
  name?: string | undefined
}

type Props = { dialog: RefObject<HTMLDialogElement | null>; defaults: JobDefaults; made?: (id: string) => void }

/** Creates a job from a title. Enter in the filled field is enough. */
export function QuickJobDialog({ dialog, defaults, made }: Props) {
  const { of: words } = useJobPageWords()
  return (
    <Dialog dialog={dialog} label={words.create}>
      {(close) => <QuickJobForm defaults={defaults} close={close} made={made} />}
    </Dialog>
  )
}

const maxTitle = 160

type FormProps = { defaults: JobDefaults; close: () => void; made: Props['made'] }

function QuickJobForm({ defaults, close, made }: FormProps) {
  const { of: words } = useJobPageWords()
  const { common } = useWords()
  const { client, site } = useDesk()
  const { title = '', name, ...links } = defaults
  // Sent again after an error, the same job is created once.
  const sent = useRef({ title: '', key: newId() })
  const draft = useDraft({ title: title.slice(0, maxTitle).toWellFormed() }, async (typed) => {
    if (sent.current.title !== typed.title) sent.current = { title: typed.title, key: newId() }
    const job = await client.jobs.create.mutate({
      ...{ site: site.id, ...links, idempotencyKey: sent.current.key },
      ...(typed.title.trim() !== '' && { title: typed.title }),
    })
    close()
    toast(words.created(job.number))
    made?.(job.id)
  })
  const isCreating = draft.saving.state === 'saving'
  return (
    <Form draft={draft} noValidate className={`stack gap-4 ${styles.new}`}>
      <h2>{words.create}</h2>
      {name && (
        <p>
          <bdi>{words.forWhom(name)}</bdi>
        </p>
      )}
      <Field label={words.name} hint={words.nameHint} path="title">
        {(control) => (
          <input
            dir="auto"
            autoComplete="off"
            maxLength={maxTitle}
            value={draft.value.title}
            onChange={({ target }) => draft.put('title', target.value)}
            ref={selectAtFirst}
            {...control}
          />
        )}
      </Field>
      <div className="cluster settings-actions">
        <button type="submit" disabled={isCreating}>
          {isCreating ? words.creating : words.now}
        </button>
        <button type="button" className="quiet" onClick={close} disabled={isCreating}>
          {common.cancel}
        </button>
        {draft.saving.state === 'refused' && (
          <p className="error" role="alert">
            <CircleAlert size={16} aria-hidden="true" />
            {words.notCreated(draft.saving.words)}
          </p>
        )}
      </div>
    </Form>
  )
}

/** Typing replaces the suggested title. */
function selectAtFirst(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}
