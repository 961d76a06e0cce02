import { useId } from 'react'
import type { KeyList } from '../../../../../shared/key.ts'
import type { Scope } from '../../../../../shared/scope.ts'
import type { LaterWords } from '../../../words/en/later.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import styles from './account.module.css'
import { withScope } from './key-draft.ts'

type Area = keyof LaterWords['keyScopes']['areas']
type Props = { all: KeyList['scopes']; chosen: Scope[]; choose: (scopes: Scope[]) => void; fault: string | undefined }

/** All scopes, by resource. */
export function ScopeChoice({ all, chosen, choose, fault }: Props) {
  const { keyScopes: words } = useLaterWords()
  const id = useId()
  const areas = Map.groupBy(all, ({ scope }) => scope.split(':')[0] as Area)
  return (
    <fieldset className={`stack gap-3 ${styles.scopes}`} aria-describedby={fault && id}>
      <legend>{words.which}</legend>
      {fault && (
        <p className="error" role="alert" id={id}>
          {fault}
        </p>
      )}
      {[...areas].map(([area, scopes]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of its parent's columns.
        <div key={area} role="group" aria-labelledby={`${id}-${area}`}>
          <span id={`${id}-${area}`}>{words.areas[area] ?? area}</span>
          {scopes.map(({ scope, description }) => (
            <ScopeBox key={scope} scope={scope} label={description} chosen={chosen} choose={choose} />
          ))}
        </div>
      ))}
    </fieldset>
  )
}

type BoxProps = { scope: Scope; label: string; chosen: Scope[]; choose: (scopes: Scope[]) => void }

function ScopeBox({ scope, label, chosen, choose }: BoxProps) {
  const { keyScopes: words } = useLaterWords()
  const isIncluded = scope.endsWith(':read') && chosen.includes(scope.replace(/read$/, 'write') as Scope)
  return (
    <label>
      <input
        type="checkbox"
        checked={isIncluded || chosen.includes(scope)}
        disabled={isIncluded}
        onChange={({ target }) => choose(withScope(chosen, scope, target.checked))}
      />
      <span>
        <code>{scope}</code> {words.does[scope] ?? label}
      </span>
    </label>
  )
}
