import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { Discovered } from '../../../../shared/crawl.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys, knowledgeKeys } from '../../live/keys.ts'
import { Link } from '../../ui/link.tsx'
import { shortAddress } from '../../ui/web-address.ts'
import { useFailureWords, usePagesWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { noticeText } from './notice-text.ts'
import styles from './pages-tab.module.css'

type Props = {
  website: string
  /** Whether anything was learned already, of this website or another. */
  hasPages: boolean
  found: (found: Discovered) => void
  /** Given if there is something to return to. */
  cancel?: () => void
}

/** Asks for the website's address, and finds its pages. */
export function WebsiteAddress({ website, hasPages, found, cancel }: Props) {
  const { first: words } = usePagesWords()
  const { common } = useWords()
  const [typed, setTyped] = useState(website)
  const id = useId()
  const look = useLook(found)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (typed.trim() !== '') look.mutate(withScheme(typed))
  }
  const isOther = hasPages && website !== '' && withScheme(typed) !== website
  return (
    <section className={`stack gap-3 ${styles.websiteFirst}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{words.title}</h2>
      <p className="muted">{words.intro}</p>
      <form className="cluster" onSubmit={submit} noValidate>
        <label className="unseen" htmlFor={id}>
          {words.address}
        </label>
        <input
          id={id}
          inputMode="url"
          dir="ltr"
          autoComplete="url"
          spellCheck={false}
          placeholder="https://www.example.com"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" disabled={look.isPending}>
          {look.isPending ? words.looking : words.look}
        </button>
        {cancel && (
          <button type="button" className="quiet" onClick={cancel}>
            {common.cancel}
          </button>
        )}
      </form>
      {isOther && <p className="warning">{words.another}</p>}
      <div role="status">
        {look.isPending && <p className="muted">{words.lookingHint}</p>}
        {look.isError && <Trouble text={words.failed(wordsOf(look.error))} />}
        {look.data && <NothingFound found={look.data} />}
      </div>
      {!hasPages && <Link to={{ page: 'knowledge', tab: 'entries', id: null }}>{words.entry}</Link>}
    </section>
  )
}

/** Saves the address and finds its pages. Continues with the selection if there is one to make. */
function useLook(found: (found: Discovered) => void) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(website: string) {
      const answer = await client.settings.put.mutate({ site: site.id, settings: { website } })
      queries.setQueryData(keys.settings(site.id), answer)
      return await client.knowledge.discover.mutate({ site: site.id })
    },
    onSuccess(answer) {
      void queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
      if (answer.urls.length > 0) found(answer)
    },
  })
}

function NothingFound({ found: { reachable, origin, notices, urls } }: { found: Discovered }) {
  const words = usePagesWords()
  const failures = useFailureWords()
  if (urls.length > 0) return null
  const text = reachable ? words.choose.nothing : words.choose.unreachable(shortAddress(origin))
  return (
    <>
      <Trouble text={text} />
      {notices.map((notice) => (
        <p key={notice.message} className="muted" dir="auto">
          {noticeText(notice, words, failures)}
        </p>
      ))}
    </>
  )
}

const Trouble = ({ text }: { text: string }) => (
  <p className="checked error">
    <CircleAlert size={16} aria-hidden="true" />
    <span>{text}</span>
  </p>
)

/** As people type it: the scheme may be missing. */
const withScheme = (typed: string): string =>
  /^\w+:\/\//.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`
