import './key-caps.css'
import { isMac, useKeysOf } from './own-keys.ts'
import { capsOf } from './press.ts'

/** The keys of a command as caps, for the eye alone: who cannot see them has the sheet. Nothing where it has none. */
export const KeysOf = ({ id }: { id: string }) => <KeyCaps keys={useKeysOf(id)} />

export function KeyCaps({ keys }: { keys: string }) {
  if (!keys) return null
  const caps = capsOf(keys, isMac).flat()
  return (
    <span className="key-caps" aria-hidden="true">
      {caps.map((cap, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same cap may come twice, and they never move
        <kbd key={at}>{cap}</kbd>
      ))}
    </span>
  )
}
