import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Section } from '../../form/fields.tsx'
import { useDesk } from '../../live/desk.tsx'
import { demoHistoryQuery } from '../../live/queries.ts'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { toast } from '../../ui/toast.ts'
import { useDataPageWords } from '../../words/screen-words.ts'

/** Deletes the demo data; nothing if there is none. */
export function DemoHistory() {
  const words = useDataPageWords().demo
  const desk = useDesk()
  const client = useQueryClient()
  const { data } = useQuery(demoHistoryQuery(desk))
  const removal = useMutation({
    mutationFn: () => desk.client.demo.removeHistory.mutate({ site: desk.site.id }),
    onSuccess: ({ conversations }) => toast(words.removed(conversations)),
    // A failed deletion may have deleted a part.
    onSettled: () => client.invalidateQueries(),
  })
  if (!data || (data.conversations === 0 && data.contacts === 0)) return null
  const remove = () => removal.mutateAsync()
  const found = words.found(data.conversations, data.contacts)
  return (
    <Section title={words.title} hint={words.hint}>
      <div className="settings-line">
        <p role="status">{removal.isPending ? words.removing : data.making ? words.making(found) : found}</p>
        <RemoveButton words={words.remove} label={words.remove} sure={words.sure} remove={remove} />
      </div>
    </Section>
  )
}
