import { Check, CircleAlert } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { isComposing } from '../../../../shared/composing.ts'
import { useJobPageWords } from '../../words/screen-words.ts'
import { type FieldDraft, useFieldDraft } from './job-draft.ts'
import styles from './job-page.module.css'

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

type FieldProps = {
  label: string
  draft: FieldDraft
  hint?: string | undefined
  isBare?: boolean
  children: (control: Control) => ReactNode
}

/** A field that is saved when it is left, with its state below it. */
export function SavedField({ label, draft, hint, isBare = false, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, `${id}-state`].filter(Boolean).join(' ')
  return (
    <div className={`stack gap-1 ${styles.field}`}>
      <label htmlFor={id} className={isBare ? 'unseen' : undefined}>
        {label}
      </label>
      {children({ id, 'aria-invalid': draft.fault !== '' || undefined, 'aria-describedby': described })}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      <FieldState draft={draft} id={`${id}-state`} />
    </div>
  )
}

/** That a field is being saved, was saved, was refused, or was changed by somebody else. */
export function FieldState({ draft, id }: { draft: FieldDraft; id?: string }) {
  const { page: words } = useJobPageWords()
  const { state, fault, theirs, restore } = draft
  return (
    <div id={id} className={styles.state}>
      <p role="status" className="row gap-1 muted">
        {state === 'saving' && words.saving}
        {state === 'saved' && (
          <>
            <Check size={12} aria-hidden="true" />
            {words.saved}
          </>
        )}
        {theirs !== null && (theirs === '' ? words.clearedByOther : words.changedByOther(shortOf(theirs)))}
      </p>
      {theirs !== null && (
        <div className="cluster">
          <button type="button" className="quiet" onClick={() => draft.save(true)}>
            {words.saveMine}
          </button>
          <button type="button" className="quiet" onClick={restore}>
            {words.takeTheirs}
          </button>
        </div>
      )}
      {fault && (
        <p role="alert" className="row gap-1 error">
          <CircleAlert size={12} aria-hidden="true" />
          {fault}
        </p>
      )}
    </div>
  )
}

const maxShown = 80
const shortOf = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text)

type Element = HTMLInputElement | HTMLTextAreaElement

/** Enter saves, with Ctrl or Cmd if the text has lines. Escape restores the saved text and leaves the field. */
export const boundTo = (draft: FieldDraft, hasLines = false) => ({
  value: draft.text,
  onChange: ({ target }: { target: Element }) => draft.change(target.value),
  onBlur: () => draft.save(),
  onKeyDown(event: KeyboardEvent<Element>) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      // The browser keeps showing what is no number or no date.
      if (event.currentTarget.validity.badInput) event.currentTarget.value = ''
      draft.restore()
      event.currentTarget.blur()
    }
    if (event.key !== 'Enter' || (hasLines && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    draft.save(true)
  },
})

type Saved = { label: string; saved: string; write: (text: string) => Promise<unknown>; hint?: string | undefined }

type TypedProps = Saved & Pick<ComponentProps<'input'>, 'maxLength' | 'min'> & { type?: 'text' | 'number' | 'date' }

/** A field of one line. */
export function LineField({ label, saved, write, hint, type = 'text', ...input }: TypedProps) {
  const { page: words } = useJobPageWords()
  const element = useRef<HTMLInputElement>(null)
  // The browser hides what is no number or no date.
  const check = () => (element.current?.validity.badInput ? (type === 'date' ? words.badDate : words.badNumber) : '')
  const draft = useFieldDraft({ label, saved, write, check })
  return (
    <SavedField label={label} draft={draft} hint={hint}>
      {(control) => (
        <input
          ref={element}
          type={type}
          step={type === 'number' ? 'any' : undefined}
          dir={type === 'text' ? 'auto' : undefined}
          autoComplete="off"
          {...input}
          {...boundTo(draft)}
          {...control}
        />
      )}
    </SavedField>
  )
}

type ChoiceProps = Saved & {
  choices: readonly (readonly [value: string, name: string])[]
  ref?: Ref<HTMLSelectElement>
}

/** Somebody who looks for a choice by the arrow keys passes others. */
const choosesFor = 800

/** A choice. It is saved a moment after the last change. */
export function ChoiceField({ label, saved, write, hint, choices, ref }: ChoiceProps) {
  const draft = useFieldDraft({ label, saved, write })
  const latest = useRef(draft)
  latest.current = draft
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (value: string) => {
    draft.change(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current.save(true), choosesFor)
  }
  const press = ({ key, currentTarget }: KeyboardEvent<HTMLSelectElement>) => {
    if (key === 'Enter') draft.save(true)
    if (key !== 'Escape') return
    draft.restore()
    currentTarget.blur()
  }
  const isKnown = choices.some(([value]) => value === draft.text)
  return (
    <SavedField label={label} draft={draft} hint={hint}>
      {(control) => (
        <select
          ref={ref}
          value={draft.text}
          onChange={({ target }) => change(target.value)}
          onBlur={() => draft.save()}
          onKeyDown={press}
          {...control}
        >
          {!isKnown && <option value={draft.text}>{draft.text}</option>}
          {choices.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </SavedField>
  )
}
