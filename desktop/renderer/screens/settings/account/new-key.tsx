import { type FormEvent, useState } from 'react'
import type { ApiKey, KeyCreated, KeyList, NewApiKey } from '../../../../../shared/key.ts'
import { useDraft } from '../../../form/draft.ts'
import { faultsOf, noFaults } from '../../../form/faults.ts'
import { focusAtFirst } from '../../../ui/focus-at-first.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { type Change, draftLike, emptyKey, type KeyDraft, newKeyOf, wrongLine } from './key-draft.ts'
import { KeyLimits } from './key-limits.tsx'
import { ScopeChoice } from './scope-choice.tsx'

type Props = {
  list: KeyList
  /** Whose place the new one takes. */
  like: ApiKey | undefined
  create: (key: NewApiKey) => Promise<KeyCreated>
  cancel: () => void
}

/** Makes a key. While one is being made, no second one can be: a double click is one key. */
export function NewKey({ list, like, create, cancel }: Props) {
  const { keys: words } = useLaterWords().account
  const { value, change, saving, submit, wrong, lacksScope } = useKeyDraft(
    like ? draftLike(like, list) : emptyKey,
    create,
  )
  return (
    <form onSubmit={submit} className="new-key" aria-label={words.create}>
      {like && <p className="muted">{words.replacing(like.prefix)}</p>}
      <div className="fields">
        <KeyName name={value.name} change={change} isFirst={like !== undefined} />
        <MayDo list={list} value={value} change={change} />
        <WorksFor days={value.days} change={change} />
      </div>
      {value.mayDo === 'own' && (
        <ScopeChoice
          all={list.scopes}
          chosen={value.scopes}
          choose={(scopes) => change({ scopes })}
          fault={lacksScope ? words.noScope : undefined}
        />
      )}
      <KeyLimits value={value} change={change} wrong={wrong} />
      {saving.state === 'refused' && wrong === undefined && (
        <p className="error" role="alert">
          {saving.words}
        </p>
      )}
      <div className="settings-actions">
        <button type="submit" disabled={saving.state === 'saving'}>
          {words.create}
        </button>
        {like && (
          <button type="button" className="quiet" onClick={cancel}>
            {words.cancel}
          </button>
        )}
      </div>
    </form>
  )
}

/** What is typed of a key, and what is wrong with it once it is sent. */
function useKeyDraft(first: KeyDraft, create: Props['create']) {
  const [faults, setFaults] = useState(noFaults)
  const [isSent, setSent] = useState(false)
  const { value, change, saving, save } = useDraft(first, async (typed) => {
    setFaults(noFaults)
    try {
      await create(newKeyOf(typed))
    } catch (error) {
      setFaults(faultsOf(error))
      throw error
    }
  })
  const lacks = value.mayDo === 'own' && value.scopes.length === 0
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(true)
    if (!lacks) void save()
  }
  return { value, change, saving, submit, wrong: wrongLine(faults, value.addresses), lacksScope: isSent && lacks }
}

function KeyName({ name, change, isFirst }: Change & { name: string; isFirst: boolean }) {
  const { keys: words } = useLaterWords().account
  return (
    <label>
      {words.name}
      <input
        required
        maxLength={100}
        autoComplete="off"
        dir="auto"
        value={name}
        onChange={({ target }) => change({ name: target.value })}
        ref={isFirst ? focusAtFirst : undefined}
      />
    </label>
  )
}

function MayDo({ list, value, change }: Change & { list: KeyList; value: KeyDraft }) {
  const { account, keyScopes } = useLaterWords()
  const scopesOf = (mayDo: KeyDraft['mayDo']) => list.presets.find(({ id }) => id === mayDo)?.scopes ?? []
  /** Single rights begin with those of what was chosen before. */
  const choose = (mayDo: KeyDraft['mayDo']) =>
    change(mayDo === 'own' ? { mayDo, scopes: scopesOf(value.mayDo) } : { mayDo })
  return (
    <label>
      {account.keys.mayDo}
      <select value={value.mayDo} onChange={({ target }) => choose(target.value as KeyDraft['mayDo'])}>
        {list.presets.map(({ id, label }) => (
          <option key={id} value={id}>
            {keyScopes.presets[id] ?? label}
          </option>
        ))}
        <option value="own">{keyScopes.presets.own}</option>
      </select>
    </label>
  )
}

const usualDays = [30, 90, 365]

function WorksFor({ days, change }: Change & { days: number | null }) {
  const { keys: words } = useLaterWords().account
  const choices = days === null || usualDays.includes(days) ? usualDays : [days, ...usualDays]
  return (
    <label>
      {words.worksFor}
      <select
        value={days ?? ''}
        onChange={({ target }) => change({ days: target.value === '' ? null : Number(target.value) })}
      >
        <option value="">{words.forever}</option>
        {choices.map((count) => (
          <option key={count} value={count}>
            {words.days(count)}
          </option>
        ))}
      </select>
    </label>
  )
}
