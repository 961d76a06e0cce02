import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Models, StoredModel } from '../../../../shared/model.ts'
import type { Settings } from '../../../../shared/settings.ts'
import { Section, SelectField, Switch } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { ModelWords } from '../../words/en/model.ts'
import { failureText } from '../../words/failure-words.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { useFailureWords, useModelWords } from '../../words/screen-words.ts'

type Assistant = Settings['assistant']
type Props = { models: Models; assistant: Assistant }

/** The state of the model in use, and the selection of another one. Changes apply immediately. */
export function ModelInUse({ models, assistant }: Props) {
  const words = useModelWords()
  const { chosen, status, refused, choose } = useChoosing(assistant)
  const able = models.models.filter(({ abilities }) => abilities.length === 0 || abilities.includes('chat'))
  const isOwn = models.provider === 'http'
  const missing = missingIn(models, able, chosen.model)
  const hostOf = (model: string) => able.find(({ name }) => name === model)?.remoteHost ?? null
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState('')
  const ask = (model: string) => {
    setAsked(model)
    dialog.current?.showModal()
  }
  return (
    <Section title={words.inUse}>
      <ConfirmDialog
        dialog={dialog}
        title={words.askRemote(asked)}
        text={words.askRemoteText(hostOf(asked) ?? '')}
        cancel={words.cancel}
        confirm={words.useRemote}
        onConfirm={() => choose({ model: asked })}
      />
      <ModelState models={models} />
      {!isOwn && able.length > 0 && (
        <SelectField
          label={words.chat}
          hint={words.chatHint}
          value={chosen.model}
          choices={[
            ['', words.ofDeployment(assistant.model === '' ? (models.chat ?? '') : '')],
            ...(missing === '' ? [] : [[missing, words.missingChoice(missing)] as const]),
            ...able.map((one) => [one.name, labelOf(one, words)] as const),
          ]}
          change={(model) => (hostOf(model) === null ? choose({ model }) : ask(model))}
        />
      )}
      {!isOwn && <Missing name={missing} />}
      {!isOwn && models.mayFetch && models.chat !== null && (
        <>
          <Switch
            label={words.warm}
            hint={words.warmHint}
            value={chosen.keepWarm}
            change={(keepWarm) => choose({ keepWarm })}
          />
          <LoadButton />
        </>
      )}
      <p role="status" className="muted said">
        {status}
      </p>
      {refused && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
    </Section>
  )
}

/** The selected model if it is not there; empty if it is, or the server does not list its models. */
const missingIn = ({ models }: Models, able: StoredModel[], chosen: string): string =>
  models.length === 0 || able.some(({ name }) => name === chosen || name === `${chosen}:latest`) ? '' : chosen

function Missing({ name }: { name: string }) {
  const words = useModelWords()
  if (name === '') return null
  return (
    <p className="warning" role="alert">
      {words.missing(name)}
    </p>
  )
}

const labelOf = ({ name, remoteHost }: StoredModel, words: ModelWords) =>
  remoteHost === null ? name : words.remoteChoice(name, remoteHost)

function ModelState({ models }: { models: Models }) {
  const { provider, ok, detail, reason, params, chat, remoteHost, embedding, suggestedEmbedding, mayEmbed } = models
  const words = useModelWords()
  const failures = useFailureWords()
  const isGood = ok && (chat !== null || provider === 'http')
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <>
      <p className={isGood ? 'checked good' : 'checked warning'}>
        <Icon size={16} aria-hidden="true" />
        <span>
          {words.provider[provider]} {provider !== 'http' && chat !== null && (ok ? words.answers(chat) : words.fails)}
        </span>
      </p>
      {remoteHost !== null && <p className="warning">{words.leavesTo(remoteHost)}</p>}
      {!isGood && (provider !== 'none' || reason !== null) && (
        <p className="muted" dir="auto">
          {words.serverError} {failureText({ reason, params }, detail, failures)}
        </p>
      )}
      {provider !== 'http' && (
        <p className="muted">
          {embedding !== null ? words.byMeaning(embedding) : mayEmbed ? words.byWords : words.byWordsAlone}
        </p>
      )}
      {provider !== 'http' && embedding !== null && suggestedEmbedding !== null && (
        <p className="warning">{words.englishOnly(embedding, suggestedEmbedding)}</p>
      )}
    </>
  )
}

/** Saves each selection. Reverted if it is rejected. */
function useChoosing(assistant: Assistant) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { settings: words } = useLaterWords()
  const [refused, setRefused] = useState('')
  const [isSaved, setSaved] = useState(false)
  // Shown immediately. Another selection can be made while one is being saved.
  const [asked, setAsked] = useState<Partial<Assistant>>({})
  const put = useMutation({
    mutationFn: (part: Partial<Assistant>) =>
      client.settings.put.mutate({ site: site.id, settings: { assistant: part } }),
    onSuccess(answer) {
      queries.setQueryData(keys.settings(site.id), answer)
      void queries.invalidateQueries({ queryKey: keys.models(site.id) })
      setSaved(true)
    },
    onError: (error) => setRefused(words.notSaved(wordsOf(error))),
    onSettled: (_answer, _error, part) => setAsked((before) => without(before, part)),
  })
  return {
    chosen: { ...assistant, ...asked },
    status: put.isPending ? words.saving : isSaved ? words.saved : '',
    refused,
    choose(part: Partial<Assistant>) {
      setRefused('')
      setSaved(false)
      setAsked((before) => ({ ...before, ...part }))
      put.mutate(part)
    },
  }
}

/** A later selection stays. */
const without = (asked: Partial<Assistant>, part: Partial<Assistant>): Partial<Assistant> =>
  Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => part[name as keyof Assistant] !== value),
  ) as Partial<Assistant>

function LoadButton() {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useModelWords()
  const load = useMutation({
    mutationFn: () => client.models.load.mutate({ site: site.id }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.models(site.id) }),
  })
  return (
    <div className="cluster settings-actions">
      <button type="button" aria-disabled={load.isPending} onClick={() => !load.isPending && load.mutate()}>
        {words.load}
      </button>
      <p role="status" className={load.isError || load.data?.ok === false ? 'error' : 'muted'} dir="auto">
        {load.isPending && words.loading}
        {load.isError && words.notLoaded(wordsOf(load.error))}
        {load.data && (load.data.ok ? words.loaded(load.data.model) : words.notLoaded(load.data.detail))}
      </p>
    </div>
  )
}
