import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classOf } from '../../desktop/renderer/alerts/alert-state.ts'
import { gapMs, settleMs } from '../../desktop/renderer/alerts/decide.ts'
import { createWindows, event, me, type Windows } from '../support/alert-windows.ts'

const other = 'other@example.com'
const repeatSeconds = 5
const repeat = repeatSeconds * 1000
const count = 3
/** What may pass beyond the time at which something is due. */
const slack = settleMs + gapMs + 200

const conversation = fc.constantFrom('a', 'b', 'c', 'd')
const someone = fc.constantFrom(me, other, 'telegram:7', 'key:1')
type Act = { name: string; run(windows: Windows): void }
const act = (name: string, run: Act['run']): Act => ({ name, run })

const acts: fc.Arbitrary<Act> = fc.oneof(
  conversation.map((id) => act(`${id} asks`, (windows) => windows.told(event.requested(id)))),
  conversation.map((id) => act(`${id} is missed`, (windows) => windows.told(event.missed(id)))),
  fc
    .tuple(conversation, fc.option(someone), fc.constantFrom(me, other, 'system'))
    .map(([id, to, by]) => act(`${id} to ${to} by ${by}`, (windows) => windows.told(event.assigned(id, to, by)))),
  fc
    .tuple(conversation, fc.option(someone, { nil: undefined }))
    .map(([id, by]) => act(`${by} answers ${id}`, (windows) => windows.told(event.replied(id, by)))),
  conversation.map((id) => act(`${id} writes`, (windows) => windows.told(event.received(id)))),
  conversation.map((id) => act(`${id} is closed`, (windows) => windows.told(event.closed(id)))),
  conversation.map((id) => act(`${id} is handed back`, (windows) => windows.told(event.handedBack(id)))),
  fc
    .tuple(fc.nat(count - 1), fc.option(conversation))
    .map(([window, id]) => act(`window ${window} shows ${id}`, (windows) => windows.looks(window, id))),
  fc.nat(count - 1).map((window) =>
    act(`window ${window} is heard`, (windows) => {
      windows.state.sounder = window
    }),
  ),
  fc.nat(count - 1).map((window) =>
    act(`window ${window} shows notifications`, (windows) => {
      windows.state.shower = window
    }),
  ),
  fc
    .integer({ min: 50, max: 3 * repeat })
    .map((milliseconds) => act(`${milliseconds} ms pass`, (windows) => windows.move(milliseconds))),
)
const story = fc.array(acts, { minLength: 1, maxLength: 40 })

/** Tells a story to three windows; `each` sees them after each of its acts. */
function tell(acts: Act[], each: (windows: Windows) => void = () => {}): Windows {
  const windows = createWindows(count, { repeatSeconds })
  for (const { run } of acts) {
    run(windows)
    each(windows)
  }
  return windows
}

/** Whether a conversation waits, by the last thing that says so: a second, simpler reading of the rules. */
function waits(told: { type: string; data: Record<string, unknown> }[]): boolean {
  return told.reduce((before, { type, data }) => {
    if (type === 'handover.requested') return true
    if (type === 'conversation.assigned') return data.assignedTo === null && data.by === 'system'
    if (type === 'message.received' || (type === 'message.sent' && data.author === undefined)) return before
    return false
  }, false)
}

describe('after anything, in any order', () => {
  test('every window lists exactly those who wait', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(conversation, fc.nat(8))), (list) => {
        const windows = createWindows(count)
        const told = new Map<string, { type: string; data: Record<string, unknown> }[]>()
        for (const [id, kind] of list) {
          const one = [
            event.requested(id),
            event.missed(id),
            event.assigned(id, me, other),
            event.assigned(id, null, 'system'),
            event.assigned(id, null, other),
            event.replied(id),
            event.replied(id, other),
            event.received(id),
            event.closed(id),
          ][kind]!
          windows.told(one)
          told.set(id, [...(told.get(id) ?? []), one])
          windows.move(100)
        }
        const expected = [...told].filter(([, events]) => waits(events)).map(([id]) => id)
        for (let window = 0; window < count; window++) expect(windows.waiting(window)).toEqual(expected.sort())
      }),
    )
  })

  test('a sound is only for active alerts that nobody is viewing, and two are never closer than the gap', () => {
    fc.assert(
      fc.property(story, (acts) => {
        const lookedAt = new Map<number, string>()
        const windows = createWindows(count, { repeatSeconds })
        const original = windows.looks
        windows.looks = (window, id) => {
          if (id === null) lookedAt.delete(window)
          else lookedAt.set(window, id)
          original(window, id)
        }
        for (const { run } of acts) {
          const from = windows.noticed.length
          const before = new Set(windows.states.flatMap(({ alerts }) => [...alerts.keys()]))
          run(windows)
          for (const one of windows.noticed.slice(from)) {
            const alerts = one.kind === 'sound' ? one.alerts : [one.alert]
            for (const alert of alerts) {
              expect(before).toContain(alert)
              if (one.kind === 'sound') expect([...lookedAt.values()]).not.toContain(alert.split(' ')[1])
            }
          }
        }
        const times = windows.sounds().map(({ at }) => at)
        for (const [place, at] of times.entries())
          if (place > 0) expect(at - times[place - 1]!).toBeGreaterThanOrEqual(gapMs)
      }),
    )
  })

  test('one window at a time plays sounds, and a notification is shown once per alert', () => {
    fc.assert(
      fc.property(story, (acts) => {
        const windows = tell(acts)
        const moments = windows.sounds().map(({ at }) => at)
        expect(new Set(moments).size).toBe(moments.length)
        const shown = windows.notifications().map(({ alert, since }) => `${alert} ${since}`)
        expect(new Set(shown).size).toBe(shown.length)
      }),
    )
  })

  test('opening and closing windows neither loses an alert nor repeats it', () => {
    const turns = fc.array(fc.tuple(fc.nat(count - 1), fc.integer({ min: 0, max: 900 }), fc.option(conversation)))
    fc.assert(
      fc.property(turns, (list) => {
        const windows = createWindows(count, { repeatSeconds: 0 })
        const asked = new Set<string>()
        for (const [window, milliseconds, id] of list) {
          windows.state.sounder = window
          windows.state.shower = (window + 1) % count
          if (id !== null) asked.add(id)
          if (id !== null) windows.told(event.requested(id))
          windows.move(milliseconds)
        }
        windows.move(slack)
        const expected = [...asked].map((id) => `waiting ${id}`).sort()
        expect(
          windows
            .notifications()
            .map(({ alert }) => alert)
            .sort(),
        ).toEqual(expected)
        expect(
          windows
            .sounds()
            .flatMap(({ alerts }) => alerts)
            .sort(),
        ).toEqual(expected)
      }),
    )
  })

  test('a waiting visitor whom nobody views is announced soon and repeatedly, whichever window does it', () => {
    fc.assert(
      fc.property(story, fc.array(fc.nat(count - 1), { minLength: 3, maxLength: 3 }), (acts, turns) => {
        const windows = tell(acts)
        for (let window = 0; window < count; window++) windows.looks(window, null)
        windows.move(repeat + slack)
        for (const turn of turns) {
          windows.state.sounder = turn
          const from = windows.noticed.length
          windows.move(repeat + slack)
          const heard = new Set(windows.noticed.slice(from).flatMap((one) => (one.kind === 'sound' ? one.alerts : [])))
          for (const id of windows.waiting()) expect(heard).toContain(`waiting ${id}`)
        }
      }),
    )
  })

  test('once everything is answered there is silence', () => {
    fc.assert(
      fc.property(story, (acts) => {
        const windows = tell(acts)
        for (const id of ['a', 'b', 'c', 'd']) windows.told(event.closed(id))
        const from = windows.noticed.length
        windows.move(20 * repeat)
        expect(windows.noticed.slice(from)).toEqual([])
        for (const { alerts } of windows.states) expect([...alerts.keys()]).toEqual([])
      }),
    )
  })

  test('a disabled class is neither played nor shown', () => {
    fc.assert(
      fc.property(story, fc.constantFrom('waiting', 'mine', 'missed'), (acts, off) => {
        const windows = createWindows(count, { repeatSeconds })
        const classes = { ...windows.state.preferences.classes, [off]: { sound: false, notification: false } }
        windows.state.preferences = { ...windows.state.preferences, classes }
        for (const { run } of acts) run(windows)
        windows.move(repeat)
        const isOff = (alert: string) => classOf(alert.split(' ')[0] as 'waiting') === off
        expect(windows.sounds().filter((sound) => sound.class === off)).toEqual([])
        expect(windows.notifications().filter(({ alert }) => isOff(alert))).toEqual([])
      }),
    )
  })

  test('if it reports that nothing is due before a time, nothing is', () => {
    fc.assert(
      fc.property(story, (acts) => {
        const windows = tell(acts)
        windows.state.sounder = 0
        windows.state.shower = 0
        const { next } = windows.look(0)
        const from = windows.noticed.length
        const last = next === null ? 30 * repeat : next - 50
        if (last > 0) windows.move(Math.floor(last / 50) * 50)
        expect(windows.noticed.slice(from)).toEqual([])
      }),
    )
  })
})
