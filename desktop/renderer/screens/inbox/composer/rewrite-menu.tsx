import { WandSparkles } from 'lucide-react'
import { useRef } from 'react'
import { useCommand } from '../../../keys/commands.tsx'
import { KeysOf } from '../../../keys/key-caps.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { focusAtFirst } from '../../../ui/focus.ts'
import { Popup } from '../../../ui/popup.tsx'
import { useCopilotWords } from '../../../words/screen-words.ts'
import { useWords } from '../../../words/words.tsx'
import styles from './composer.module.css'
import { rewritings, useRewriter } from './rewriting.ts'
import type { Writing } from './writing.ts'

/** Rewrites what stands in the reply box. */
export function RewriteMenu({ id, writing }: { id: string; writing: Writing }) {
  const rewriter = useRewriter(id, writing)
  const { common, composer } = useWords()
  const words = useCopilotWords().rewrite
  const button = useRef<HTMLButtonElement>(null)
  const open = () => button.current?.click()
  const { group } = composer
  useCommand(
    { id: 'composer.rewrite', words: words.open, group, keys: 'alt+r', inFields: true, run: open },
    rewriter.mayRewrite,
  )
  const title = useTitle(words.open, 'composer.rewrite')
  if (rewriter.isSlow)
    return (
      <span className="row gap-1">
        <span className={styles.hint} role="status">
          {words.busy}
        </span>
        <button type="button" className="quiet" onClick={rewriter.cancel}>
          {common.cancel}
        </button>
      </span>
    )
  if (!rewriter.mayRewrite) return null
  return (
    <Popup
      label={words.open}
      title={title}
      className="icon"
      button={<WandSparkles size={16} aria-hidden />}
      ref={button}
    >
      {(close) => (
        <div className="menu">
          {rewritings.map((how, place) => (
            <button
              type="button"
              className="choice"
              key={how}
              ref={place === 0 ? focusAtFirst : undefined}
              onClick={() => {
                close()
                rewriter.rewrite(how)
              }}
            >
              {words.ways[how]} <KeysOf id={`composer.${how}`} />
            </button>
          ))}
        </div>
      )}
    </Popup>
  )
}
