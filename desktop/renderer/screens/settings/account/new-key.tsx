import { useState } from 'react'
import type { ApiKey, KeyCreated, KeyList, NewApiKey } from '../../../../../shared/key.ts'
import { useDraft } from '../../../form/draft.ts'
import { type Faults, noFaults } from '../../../form/faults.ts'
import { TextField } from '../../../form/fields.tsx'
import { Field, Form, useField } from '../../../form/form.tsx'
import { focusAtFirst } from '../../../ui/focus.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import styles from './account.module.css'
import { type Change, draftLike, emptyKey, type KeyDraft, newKeyOf, wrongLine } from './key-draft.ts'
import { ScopeChoice } from './scope-choice.tsx'

type Props = {
  list: KeyList
  /** The key that the new one replaces. */
  like: ApiKey | undefined
  create: (key: NewApiKey) => Promise<KeyCreated>
  cancel: () => void
}

/** Creates a key. Disabled during the request, so that a double click creates one key. */
export function NewKey({ list, like, create, cancel }: Props) {
  const { keys: words } = useLaterWords().account
  const { draft, submit, lacksScope } = useKeyDraft(like ? draftLike(like, list) : emptyKey, create)
  const { value, change, saving, faults } = draft
  return (
    <Form draft={draft} submit={submit} className={`stack gap-3 ${styles.newKey}`} aria-label={words.create}>
      {like && <p className="muted">{words.replacing(like.prefix)}</p>}
      <div className="cluster gap-3 fields">
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
      <KeyLimits isWrong={faults.has('addresses')} />
      {saving.state === 'refused' && !faults.has('addresses') && (
        <p className="error" role="alert">
          {saving.words}
        </p>
      )}
      <div className="cluster">
        <button type="submit" disabled={saving.state === 'saving'}>
          {words.create}
        </button>
        {like && (
          <button type="button" className="quiet" onClick={cancel}>
            {words.cancel}
          </button>
        )}
      </div>
    </Form>
  )
}

/** The fields of a new key, and their faults after sending. */
function useKeyDraft(first: KeyDraft, create: Props['create']) {
  const { account, fields } = useLaterWords()
  const [isSent, setSent] = useState(false)
  const draft = useDraft(first, (typed) => create(newKeyOf(typed)))
  const { mayDo, scopes, addresses } = draft.value
  const wrong = wrongLine(draft.faults, addresses)
  const faults: Faults = wrong
    ? new Map([['addresses', { message: account.keys.line(wrong.line, fields.fault(wrong.fault)) }]])
    : noFaults
  const lacksScope = mayDo === 'own' && scopes.length === 0
  const submit = () => {
    setSent(true)
    if (!lacksScope) void draft.save()
  }
  return { draft: { ...draft, faults }, submit, lacksScope: isSent && lacksScope }
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
  /** Individual scopes start with those of the selected preset. */
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

/** Where and how often a key may be used. Collapsed, because most keys have neither limit. */
function KeyLimits({ isWrong }: { isWrong: boolean }) {
  const { keys: words } = useLaterWords().account
  const { value = '', change } = useField<string>({ path: 'rate' })
  return (
    <details open={isWrong || undefined}>
      <summary>{words.more}</summary>
      <TextField label={words.addresses} hint={words.addressesHint} path="addresses" type="code" lines={3} />
      <Field isInline label={words.rate} hint={words.rateHint}>
        {(control) => (
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={100_000}
            step={1}
            value={value}
            onChange={({ target }) => change(target.value)}
            {...control}
          />
        )}
      </Field>
    </details>
  )
}
