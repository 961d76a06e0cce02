import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { EntryDraft } from '../../../../../shared/copilot.ts'
import { CardForm } from '../../../form/card-form.tsx'
import { useDraft } from '../../../form/draft.ts'
import { TextField } from '../../../form/fields.tsx'
import { putCaret } from '../../../keys/caret.ts'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys, knowledgeKeys } from '../../../live/keys.ts'
import { toast } from '../../../ui/toast.ts'
import { useCopilotWords } from '../../../words/screen-words.ts'
import { SidePanel } from './side-panel.tsx'
import styles from './summary-panel.module.css'

type Props = { messageId: string; close: () => void }

/** A person's reply as a knowledge entry for the visitor's question above it, to edit before it is saved. */
export function TeachPanel({ messageId, close }: Props) {
  const { client, site } = useDesk()
  const words = useCopilotWords().teach
  const { data, error } = useQuery({
    queryKey: keys.entryDraft(site.id, messageId),
    queryFn: () => client.messages.draftEntry.query({ site: site.id, id: messageId }),
    // A new one each time, because the knowledge may have changed.
    gcTime: 0,
  })
  return (
    <SidePanel title={words.title} close={close}>
      <div className={styles.summary}>
        {data && <Editor draft={data} close={close} />}
        {error && <p className="error">{wordsOf(error)}</p>}
      </div>
    </SidePanel>
  )
}

function Editor({
  draft: { title, content, gapId, removed, conversationId },
  close,
}: {
  draft: EntryDraft
  close: () => void
}) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useCopilotWords().teach
  const leave = () => {
    close()
    putCaret(conversationId)
  }
  const draft = useDraft({ title, content }, async (entry) => {
    const at = { site: site.id, title: entry.title }
    if (gapId === null) await client.manual.save.mutate({ ...at, content: entry.content, category: '', url: '' })
    else await client.gaps.answer.mutate({ ...at, id: gapId, answer: entry.content })
    await queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
    toast(words.saved)
    leave()
  })
  return (
    <CardForm label={words.title} draft={draft} close={leave}>
      <p className="muted">{words.intro}</p>
      {removed && (
        <p className="warning" role="status">
          {words.removed}
        </p>
      )}
      <TextField label={words.question} path="title" lines={2} required maxLength={200} isFirst={title === ''} />
      <TextField label={words.answer} path="content" lines={8} required maxLength={5000} isFirst={title !== ''} />
    </CardForm>
  )
}
