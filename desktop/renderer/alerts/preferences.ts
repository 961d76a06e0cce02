import type { AlertClass } from '../../../shared/push.ts'
import { createStore, useStore } from '../live/store.ts'

type Channels = { sound: boolean; notification: boolean }

/** Alert settings of this browser. They depend on the machine, so they are stored there. */
export type Preferences = {
  classes: Record<AlertClass, Channels>
  /** Seconds until an open alert sounds again; 0: never. */
  repeatSeconds: number
  /** From 0 to 1. */
  volume: number
  /** Times of day, `HH:MM`. */
  quiet: { on: boolean; from: string; to: string }
  /** Whether a notification shows the visitor's name and message. */
  preview: boolean
}

const both: Channels = { sound: true, notification: true }
const atFirst: Preferences = {
  classes: { waiting: both, mine: both, mention: both, missed: both },
  repeatSeconds: 15,
  volume: 0.6,
  quiet: { on: false, from: '22:00', to: '07:00' },
  preview: false,
}

/** All classes of alerts, in the order in which they are listed. */
export const alertClasses = Object.keys(atFirst.classes) as AlertClass[]

const isBoolean = (value: unknown) => typeof value === 'boolean'
const isTime = (value: unknown) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
const isChannels = (value: unknown) => isBoolean(fieldsOf(value).sound) && isBoolean(fieldsOf(value).notification)

/** Whether a stored value is valid. */
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

/** The stored preferences. Invalid values are replaced by the defaults. */
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

/** Whether a time of day, `HH:MM`, is in the quiet hours. They may span midnight. */
export function isQuiet({ quiet: { on, from, to } }: Pick<Preferences, 'quiet'>, now: string): boolean {
  if (!on || from === to) return false
  return from < to ? now >= from && now < to : now >= from || now < to
}

export const timeOfDay = (date: Date): string =>
  `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`

export const preferences = createStore<Preferences>(atFirst)

/**
 * Reads the stored preferences, and follows changes by other windows of this browser. @returns a function that stops
 * this
 */
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

/** The classes with notifications. */
export const notifiedClasses = ({ classes }: Preferences): AlertClass[] =>
  alertClasses.filter((name) => classes[name].notification)

/** The fields of an untrusted value; none if it is not an object. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const isNumberWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most
