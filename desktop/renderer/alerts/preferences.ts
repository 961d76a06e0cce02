import { z } from 'zod'
import { type AlertClass, alertClasses } from '../../../shared/push.ts'
import { createStore, useStore } from '../data/store.ts'

const Channels = z.object({ sound: z.boolean(), notification: z.boolean() })
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const first = { sound: true, notification: true }
/** How this browser tells what happens: a matter of the machine, so it is kept there. */
export const Preferences = z.object({
  classes: z
    .object({ waiting: Channels, mine: Channels, mention: Channels, missed: Channels })
    .default({ waiting: first, mine: first, mention: first, missed: { sound: false, notification: true } }),
  /** Seconds until what still stands is heard again; 0: never. */
  repeatSeconds: z.int().min(0).max(600).default(15),
  /** From 0 to 1. */
  volume: z.number().min(0).max(1).default(0.6),
  quiet: z.object({ on: z.boolean(), from: time, to: time }).default({ on: false, from: '22:00', to: '07:00' }),
  /** Whether a notification shows the visitor's name and words. */
  preview: z.boolean().default(false),
})
export type Preferences = z.infer<typeof Preferences>

const kept = 'frontdesk.alerts'

/** What is kept, each part for itself: one that is not readable is as at first. */
export function readPreferences(text: string | null): Preferences {
  const all = asObject(text)
  const good = Object.entries(Preferences.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(all[name])
    return success ? [[name, data]] : []
  })
  return Preferences.parse(Object.fromEntries(good))
}

function asObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Whether sounds and notifications rest at a time of the day, `HH:MM`. A span that ends before it begins goes over midnight. */
export function isQuiet({ quiet: { on, from, to } }: Pick<Preferences, 'quiet'>, now: string): boolean {
  if (!on || from === to) return false
  return from < to ? now >= from && now < to : now >= from || now < to
}

export const timeOfDay = (date: Date): string =>
  `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`

export const preferences = createStore<Preferences>(readPreferences(null))

/** Reads what is kept, and follows what another window of this browser changes. The answer ends it. */
export function followPreferences(): () => void {
  const read = () => preferences.set(readPreferences(localStorage.getItem(kept)))
  const changed = ({ key }: StorageEvent) => {
    if (key === kept || key === null) read()
  }
  read()
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}

export function changePreferences(change: Partial<Preferences>): void {
  preferences.set((before) => ({ ...before, ...change }))
  localStorage.setItem(kept, JSON.stringify(preferences.get()))
}

export const usePreferences = (): Preferences => useStore(preferences, (all) => all)

/** The classes of which notifications are wanted. */
export const notifiedClasses = ({ classes }: Preferences): AlertClass[] =>
  alertClasses.filter((name) => classes[name].notification)
