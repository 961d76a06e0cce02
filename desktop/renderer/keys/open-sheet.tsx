import { X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from '../live/store.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useWords } from '../words/words.tsx'
import { type Command, useCommands } from './commands.tsx'
import { KeyCaps } from './key-caps.tsx'
import styles from './key-sheet.module.css'
import { closeDialog, Modal } from './modal.tsx'
import { ownKeys, resetKeys, setKeys, withOwnKeys } from './own-keys.ts'
import { Recorder } from './recorder.tsx'

/** The open list of shortcuts. */
export function OpenSheet() {
  const { keys: words } = useWords()
  const own = useStore(ownKeys, (all) => all)
  const commands = withOwnKeys(useCommands(), own)
  const groups = [...new Set(commands.map(({ group }) => group))]
  return (
    <Modal label={words.sheet} className={styles.keySheet}>
      <header className="row">
        <h2>{words.sheet}</h2>
        {Object.keys(own).length > 0 && (
          <button type="button" className="quiet" onClick={resetKeys}>
            {words.reset}
          </button>
        )}
        <IconButton Icon={X} label={words.close} onClick={closeDialog} />
      </header>
      <div className={styles.keyGroups}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {commands
                .filter((command) => command.group === group)
                .map((command) => (
                  <KeyRow key={command.id} command={command} all={commands} />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Modal>
  )
}

function KeyRow({ command, all }: { command: Command; all: readonly Command[] }) {
  const { keys: words } = useWords()
  const [isRecording, setRecording] = useState(false)
  const choose = (keys: string) => {
    setKeys(command.id, keys)
    setRecording(false)
  }
  return (
    <li className="row spread">
      <span dir="auto">{command.words}</span>
      {isRecording ? (
        <Recorder command={command} all={all} choose={choose} stop={() => setRecording(false)} />
      ) : (
        <button type="button" className="quiet" title={words.change(command.words)} onClick={() => setRecording(true)}>
          {command.keys ? <KeyCaps keys={command.keys} /> : words.none}
          <span className="unseen">{words.change(command.words)}</span>
        </button>
      )}
    </li>
  )
}
