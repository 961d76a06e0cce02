import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Discovered } from '../../../../shared/crawl.ts'
import type { Settings } from '../../../../shared/settings.ts'
import { Section, withoutBlanks } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys, knowledgeKeys } from '../../live/keys.ts'
import { useFailureWords, usePagesWords } from '../../words/screen-words.ts'
import { changesOf } from './choice.ts'
import { ChoiceList } from './choice-list.tsx'
import { noticeText } from './notice-text.ts'
import { PathFields, type Paths } from './plan-card.tsx'

type Props = { found: Discovered; crawl: Settings['crawl']; close: () => void }

/** Selects which of the found pages are learned. */
export function ChoosePages({ found, crawl, close }: Props) {
  const { choose: words, list } = usePagesWords()
  const failures = useFailureWords()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(wantedOf(found)))
  const [paths, setPaths] = useState<Paths>(crawl)
  const learn = useLearn(found, crawl, close)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { include, exclude } = paths
    learn.mutate({ chosen, paths: { include: withoutBlanks(include), exclude: withoutBlanks(exclude) } })
  }
  const bind = (name: keyof Paths) => ({
    value: paths[name],
    change: (lines: readonly string[]) => setPaths((before) => ({ ...before, [name]: lines })),
  })
  const pages = (count: number) => list.count(count)
  return (
    <form onSubmit={submit}>
      <Section title={words.title} hint={words.found(pages(found.urls.length), new URL(found.origin).host)}>
        {found.notices.map((notice) => (
          <p key={notice.message} className="warning" dir="auto">
            {noticeText(notice, { choose: words }, failures)}
          </p>
        ))}
        <ChoiceList found={found.urls} chosen={chosen} choose={setChosen} />
        <details>
          <summary>{words.paths}</summary>
          <PathFields include={bind('include')} exclude={bind('exclude')} />
        </details>
        <p className="muted">{words.hint}</p>
        <div className="cluster settings-actions">
          <button type="submit" disabled={learn.isPending || chosen.size === 0}>
            {learn.isPending ? words.learning : words.learn(pages(chosen.size))}
          </button>
          <button type="button" className="quiet" onClick={close} disabled={learn.isPending}>
            {words.cancel}
          </button>
          {learn.isError && (
            <p className="error" role="alert">
              <CircleAlert size={16} aria-hidden="true" />
              {words.failed(wordsOf(learn.error))}
            </p>
          )}
        </div>
      </Section>
    </form>
  )
}

const wantedOf = ({ urls }: Discovered) => urls.filter(({ selected }) => selected).map(({ url }) => url)

type Wanted = { chosen: ReadonlySet<string>; paths: Paths }

/** Saves the selection, for later runs too, and starts a run. */
function useLearn({ urls }: Discovered, crawl: Settings['crawl'], close: () => void) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ chosen, paths }: Wanted) {
      const { taken, left } = changesOf(urls, chosen)
      for (const [selected, some] of [
        [true, taken],
        [false, left],
      ] as const)
        if (some.length > 0) await client.knowledge.select.mutate({ site: site.id, urls: some, selected })
      if (JSON.stringify(paths) !== JSON.stringify({ include: crawl.include, exclude: crawl.exclude }))
        queries.setQueryData(
          keys.settings(site.id),
          await client.settings.put.mutate({ site: site.id, settings: { crawl: paths } }),
        )
      return await client.knowledge.start.mutate({ site: site.id })
    },
    onSuccess: close,
    onSettled: () => queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) }),
  })
}
