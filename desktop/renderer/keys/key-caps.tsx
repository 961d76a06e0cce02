import styles from './key-caps.module.css'
import { isMac, useKeysOf } from './own-keys.ts'
import { capsOf } from './press.ts'

/**
 * The keys of a command as caps. Hidden from screen readers, which have the list of shortcuts. Nothing if it has no
 * keys.
 */
export const KeysOf = ({ id }: { id: string }) => <KeyCaps keys={useKeysOf(id)} />

export function KeyCaps({ keys }: { keys: string }) {
  if (!keys) return null
  const caps = capsOf(keys, isMac).flat()
  return (
    <span className={styles.keyCaps} aria-hidden="true">
      {caps.map((cap, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same cap may occur twice, and they never move
        <kbd key={at}>{cap}</kbd>
      ))}
    </span>
  )
}
