import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Models, Pull } from '../../../../shared/model.ts'
import { wordsOf } from '../../app/connection.ts'
import { Section } from '../../form/fields.tsx'
import { TextField } from '../../form/text-field.tsx'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { useToldPull } from '../../live/moments.ts'
import { useFigures } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toast.ts'
import { useModelWords } from '../../words/screen-words.ts'
import { isFetching, latestPull, offersFor } from './pull.ts'

/** Has Ollama fetch a model by its name, and shows how far that is. */
export function FetchModel({ models }: { models: Models }) {
  const words = useModelWords()
  const pull = latestPull(models.pull, useToldPull())
  if (!models.mayFetch) return models.provider === 'http' ? null : <p className="muted">{words.fetchElsewhere}</p>
  return (
    <Section title={words.fetch} hint={words.fetchHint}>
      {pull && isFetching(pull) ? <Fetching pull={pull} /> : <NameForm models={models} />}
      <div role="status">{pull && !isFetching(pull) && <Outcome pull={pull} />}</div>
    </Section>
  )
}

function NameForm({ models }: { models: Models }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useModelWords()
  const [name, setName] = useState('')
  const begin = useMutation({
    mutationFn: (model: string) => client.models.pull.mutate({ site: site.id, model }),
    onSuccess: () => setName(''),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.models(site.id) }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() !== '') begin.mutate(name.trim())
  }
  return (
    <form className="settings-form" onSubmit={submit}>
      <TextField label={words.name} path="model" type="url" placeholder="qwen3:4b" value={name} change={setName} />
      <div className="settings-actions">
        <button type="submit" disabled={begin.isPending}>
          {words.begin}
        </button>
        <Offers models={models} choose={(offer) => begin.mutate(offer)} />
      </div>
      {begin.isError && (
        <p className="error" role="alert" dir="auto">
          {wordsOf(begin.error)}
        </p>
      )}
    </form>
  )
}

/** What is missing, to be fetched with one click. */
function Offers({ models, choose }: { models: Models; choose: (name: string) => void }) {
  const words = useModelWords()
  const offers = offersFor(models)
  if (offers.length === 0) return null
  return (
    <>
      <span className="muted">{words.offered}</span>
      {offers.map((name) => (
        <button key={name} type="button" className="quiet" aria-label={words.offers(name)} onClick={() => choose(name)}>
          {name}
        </button>
      ))}
    </>
  )
}

function Fetching({ pull: { id, model, status, completed, total } }: { pull: Pull }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useModelWords()
  const write = useFigures()
  const stop = useMutation({
    mutationFn: () => client.models.cancel.mutate({ site: site.id, id }),
    onSuccess: () => toast(words.stopped),
    onError: (error) => toast(wordsOf(error), { tone: 'danger' }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.models(site.id) }),
  })
  const isKnown = status === 'running' && total > 0
  const isWhole = isKnown && completed === total
  const far = isWhole ? words.checking(model) : words.running(model, write.size(completed), write.size(total))
  return (
    <ProgressBar
      label={words.progress}
      said={isKnown ? far : words.queued(model)}
      done={isKnown && !isWhole ? completed : undefined}
      total={total}
      stop={{ words: words.stop, busy: stop.isPending, press: () => stop.mutate() }}
    />
  )
}

function Outcome({ pull: { model, status, error } }: { pull: Pull }) {
  const words = useModelWords()
  if (status === 'done') return <p className="muted">{words.done(model)}</p>
  if (status === 'cancelled' || error === null) return <p className="muted">{words.cancelled(model)}</p>
  return (
    <>
      <p className="error">{words.failed(model, words.faults[error.kind])}</p>
      {error.kind === 'other' && (
        <p className="muted" dir="auto">
          {error.message}
        </p>
      )}
    </>
  )
}
