import { useId } from 'react'
import { useLaterWords } from '../../../words/later-words.ts'
import type { Change, KeyDraft, wrongLine } from './key-draft.ts'

type LimitsProps = Change & { value: KeyDraft; wrong: ReturnType<typeof wrongLine> }

/** From where and how often it may be used: folded, as most keys have neither limit. */
export function KeyLimits({ value: { addresses, rate }, change, wrong }: LimitsProps) {
  const { keys: words } = useLaterWords().account
  const id = useId()
  return (
    <details open={wrong !== undefined || undefined}>
      <summary>{words.more}</summary>
      <div className="settings-field">
        <label htmlFor={`${id}-from`}>{words.addresses}</label>
        <textarea
          id={`${id}-from`}
          rows={3}
          dir="ltr"
          spellCheck={false}
          value={addresses}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong ? `${id}-wrong` : `${id}-hint`}
          onChange={({ target }) => change({ addresses: target.value })}
        />
        <small id={`${id}-hint`}>{words.addressesHint}</small>
        {wrong && (
          <p className="error" role="alert" id={`${id}-wrong`}>
            {words.line(wrong.line, wrong.fault)}
          </p>
        )}
      </div>
      <div className="settings-field">
        <label className="settings-number">
          {words.rate}
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={100_000}
            step={1}
            value={rate}
            aria-describedby={`${id}-rate`}
            onChange={({ target }) => change({ rate: target.value })}
          />
        </label>
        <small id={`${id}-rate`}>{words.rateHint}</small>
      </div>
    </details>
  )
}
