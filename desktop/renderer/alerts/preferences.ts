import type { AlertClass } from '../../../shared/push.ts'
import { createStore, useStore } from '../live/store.ts'
import { fieldsOf, isNumberWithin } from '../live/unknown.ts'

type Channels = { sound: boolean; notification: boolean }

/** How this browser tells what happens: a matter of the machine, so it is kept there. */
export type Preferences = {
  classes: Record<AlertClass, Channels>
  /** Seconds until what still stands is heard again; 0: never. */
  repeatSeconds: number
  /** From 0 to 1. */
  volume: number
  /** Times of the day, `HH:MM`. */
  quiet: { on: boolean; from: string; to: string }
  /** Whether a notification shows the visitor's name and words. */
  preview: boolean
}

const both: Channels = { sound: true, notification: true }
const atFirst: Preferences = {
  classes: { waiting: both, mine: both, mention: both, missed: { sound: false, notification: true } },
  repeatSeconds: 15,
  volume: 0.6,
  quiet: { on: false, from: '22:00', to: '07:00' },
  preview: false,
}

/** Everything that a person can be told of, in the order in which it is listed. */
export const alertClasses = Object.keys(atFirst.classes) as AlertClass[]

const isBoolean = (value: unknown) => typeof value === 'boolean'
const isTime = (value: unknown) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
const isChannels = (value: unknown) => isBoolean(fieldsOf(value).sound) && isBoolean(fieldsOf(value).notification)

/** Whether a part of what is kept can be taken. */
const isReadable: Record<keyof Preferences, (value: unknown) => boolean> = {
  classes: (value) => alertClasses.every((name) => isChannels(fieldsOf(value)[name])),
  repeatSeconds: (value) => Number.isInteger(value) && isNumberWithin(value, 0, 600),
  volume: (value) => isNumberWithin(value, 0, 1),
  quiet(value) {
    const { on, from, to } = fieldsOf(value)
    return isBoolean(on) && isTime(from) && isTime(to)
  },
  preview: isBoolean,
}

const kept = 'frontdesk.alerts'

/** What is kept, each part for itself: one that is not readable is as at first. */
export function readPreferences(text: string | null): Preferences {
  const all = fieldsOf(parsed(text))
  const readable = Object.entries(isReadable).filter(([name, fits]) => fits(all[name]))
  return { ...atFirst, ...Object.fromEntries(readable.map(([name]) => [name, all[name]])) }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return undefined
  }
}

/** Whether sounds and notifications rest at a time of the day, `HH:MM`. A span that ends before it begins goes over midnight. */
export function isQuiet({ quiet: { on, from, to } }: Pick<Preferences, 'quiet'>, now: string): boolean {
  if (!on || from === to) return false
  return from < to ? now >= from && now < to : now >= from || now < to
}

export const timeOfDay = (date: Date): string =>
  `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`

export const preferences = createStore<Preferences>(atFirst)

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
