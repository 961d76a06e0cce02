import { useEffect } from 'react'
import { useDesk } from '../live/desk.tsx'
import { navigate, parseRoute } from '../ui/route.ts'
import { useLanguage } from '../words/words.tsx'
import { followPreferences, usePreferences } from './preferences.ts'
import { followWorker, renewPush } from './push.ts'
import { wakeOnGesture } from './sound.ts'
import { useAlerts } from './use-alerts.ts'

/** Runs the alerts, and renders nothing. */
export function Alerts() {
  useEffect(() => followPreferences(), [])
  useEffect(() => wakeOnGesture(), [])
  useEffect(() => followWorker(openPath), [])
  useRenewedPush()
  useAlerts()
  return null
}

function openPath(path: string): void {
  const route = parseRoute(path)
  if (route) navigate(route)
}

/** The choices here also apply to push messages to this browser. */
function useRenewedPush(): void {
  const { client } = useDesk()
  const { language } = useLanguage()
  const { classes, preview } = usePreferences()
  // biome-ignore lint/correctness/useExhaustiveDependencies: run again when one of these changes
  useEffect(() => {
    // If the server is unreachable, the next start sends it.
    const timer = setTimeout(() => void renewPush(client, language).catch(() => {}), 1_000)
    return () => clearTimeout(timer)
  }, [client, language, classes, preview])
}
