import { VolumeX } from 'lucide-react'
import { useWords } from '../words/words.tsx'
import { usePreferences } from './preferences.ts'
import { useSoundState, wakeSound } from './sound.ts'

/** A button that allows sound, if the browser blocks it although some is wanted. Any click or key does too. */
export function SoundOff({ className }: { className?: string | undefined }) {
  const { alerts: words } = useWords()
  const { classes, volume } = usePreferences()
  const state = useSoundState()
  const isWanted = volume > 0 && Object.values(classes).some(({ sound }) => sound)
  if (state !== 'blocked' || !isWanted) return null
  return (
    <button
      type="button"
      className={className}
      aria-label={words.turnOn}
      title={words.blocked}
      onClick={() => void wakeSound()}
    >
      <VolumeX size={16} aria-hidden="true" />
    </button>
  )
}
