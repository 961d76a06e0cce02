import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { InstallCheck } from '../../../../../shared/install.ts'
import { Section } from '../../../form/fields.tsx'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useLaterWords } from '../../../words/later-words.ts'

/** Checks whether the snippet is on a page. */
export function InstallCheckSection({ website }: { website: string }) {
  const { client, site } = useDesk()
  const { install: words } = useLaterWords()
  const [typed, setTyped] = useState<string>()
  const id = useId()
  const url = (typed ?? website).trim()
  const check = useMutation({
    mutationFn: () => client.install.check.query({ site: site.id, ...(url !== '' && { url }) }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    check.mutate()
  }
  return (
    <Section title={words.title} hint={words.intro}>
      <form className="settings-tools" onSubmit={submit} noValidate>
        <label className="unseen" htmlFor={id}>
          {words.page}
        </label>
        <input
          id={id}
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={typed ?? website}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" disabled={check.isPending}>
          {check.isPending ? words.checking : words.check}
        </button>
      </form>
      <div role="status">
        {check.isSuccess && <Result found={check.data} />}
        {check.isError && <Verdict isGood={false} words={words.failed(wordsOf(check.error))} />}
      </div>
    </Section>
  )
}

function Result({ found: { url, reachable, installed, reason } }: { found: InstallCheck }) {
  const { install: words } = useLaterWords()
  const isGood = installed && reason === null
  const text = isGood
    ? words.works(url)
    : installed
      ? words.blocked(url)
      : reachable
        ? words.missing(url)
        : words.away(url)
  return <Verdict isGood={isGood} words={text} reason={reason} />
}

function Verdict({ isGood, words, reason }: { isGood: boolean; words: string; reason?: string | null }) {
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <>
      <p className={isGood ? 'checked good' : 'checked error'} dir="auto">
        <Icon size={16} aria-hidden="true" />
        <span>{words}</span>
      </p>
      {reason && (
        <p className="muted" dir="auto">
          {reason}
        </p>
      )}
    </>
  )
}
