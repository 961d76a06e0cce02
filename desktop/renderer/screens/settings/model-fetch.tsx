import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Models, Pull } from '../../../../shared/model.ts'
import { Section, TextField } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { useReportedPull } from '../../live/ephemeral.ts'
import { keys } from '../../live/keys.ts'
import { useFigures } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toast.ts'
import { useModelWords } from '../../words/screen-words.ts'

/** Downloads a model through Ollama by its name, and shows the progress. */
export function FetchModel({ models }: { models: Models }) {
  const words = useModelWords()
  const pull = latestPull(models.pull, useReportedPull())
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
    <form className="stack gap-4" onSubmit={submit}>
      <TextField label={words.name} type="url" placeholder="qwen3:4b" value={name} change={setName} />
      <div className="cluster">
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

/** The missing models, each with a download button. */
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
      text={isKnown ? far : words.queued(model)}
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

const isFetching = ({ status }: Pull): boolean => status === 'queued' || status === 'running'

/**
 * The current download. Ephemeral events are newer than what was fetched, but only a fetched download can have ended.
 * @param reported the last reported download, possibly an earlier one
 */
function latestPull(read: Pull | null, reported: Pull | undefined): Pull | null {
  if (!reported || !isFetching(reported)) return read
  if (reported.id !== read?.id)
    return !read || (!isFetching(read) && reported.startedAt > read.startedAt) ? reported : read
  return isFetching(read) && reported.completed >= read.completed ? reported : read
}

/** Small models that run on most machines and are not installed yet. */
function offersFor({ models, chat, suggestedEmbedding, mayEmbed }: Models): string[] {
  const offers = [
    ...(chat === null ? ['qwen3:4b', 'llama3.2'] : []),
    ...(mayEmbed && suggestedEmbedding !== null ? [suggestedEmbedding] : []),
  ]
  return offers.filter((offer) => !models.some(({ name }) => name.replace(/:latest$/, '') === offer))
}
