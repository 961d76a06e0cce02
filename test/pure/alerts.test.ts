import { describe, expect, test } from 'vitest'
import { addAlert, afterMineList } from '../../desktop/renderer/alerts/alert-state.ts'
import { gapMs, settleMs } from '../../desktop/renderer/alerts/decide.ts'
import { isQuiet, readPreferences } from '../../desktop/renderer/alerts/preferences.ts'
import { readMessage } from '../../desktop/renderer/alerts/windows.ts'
import { createWindows, event, me } from '../support/alert-windows.ts'

const other = 'other@example.com'
const second = 1000
const soon = settleMs + 100

describe('a waiting visitor', () => {
  test('is announced once over all windows, then repeated until somebody takes the chat', () => {
    const windows = createWindows(3, { repeatSeconds: 10 })
    windows.told(event.requested('a'))
    windows.move(soon)
    expect([windows.sounds().length, windows.notifications().length]).toEqual([1, 1])
    windows.move(35 * second)
    expect(windows.sounds()).toHaveLength(4)
    windows.told(event.assigned('a', other, other))
    windows.move(60 * second)
    expect([windows.sounds().length, windows.notifications().length, windows.waiting()]).toEqual([4, 1, []])
  })

  test.each([
    ['a person who replies', event.replied('a', other)],
    ['a reply from a phone', event.replied('a', 'telegram:7')],
    ['a close', event.closed('a')],
    ['a hand-back', event.handedBack('a')],
  ])('is answered by %s', (_, ends) => {
    const windows = createWindows(1)
    windows.told(event.requested('a'))
    windows.move(soon)
    windows.told(ends)
    windows.move(60 * second)
    expect([windows.sounds().length, windows.waiting()]).toEqual([1, []])
  })

  test('is not answered by the assistant in between', () => {
    const windows = createWindows(1)
    windows.told(event.requested('a'))
    windows.told(event.replied('a'))
    expect(windows.waiting()).toEqual(['a'])
  })

  test('who was taken while offline is not announced after reconnecting', () => {
    const windows = createWindows(1)
    windows.told(event.requested('a'))
    windows.told(event.assigned('a', other, other))
    windows.told(event.requested('b'))
    windows.move(60 * second)
    expect(windows.sounds().flatMap(({ alerts }) => alerts)).not.toContain('waiting a')
    expect(windows.notifications().map(({ alert }) => alert)).toEqual(['waiting b'])
  })

  test('from more than an hour ago is not announced, nor one missed so long ago', () => {
    const windows = createWindows(1)
    const at = windows.state.now - 3_600_001
    windows.told({ ...event.requested('a'), at })
    windows.told({ ...event.missed('b'), at })
    windows.told({ ...event.requested('c'), at: at + 60 * second })
    windows.move(60 * second)
    expect([windows.waiting(), windows.notifications().map(({ alert }) => alert)]).toEqual([['c'], ['waiting c']])
  })

  test('who is viewed in a focused window is not announced; after leaving untaken, they are', () => {
    const windows = createWindows(2, { repeatSeconds: 10 })
    windows.looks(1, 'a')
    windows.told(event.requested('a'))
    windows.move(30 * second)
    expect(windows.noticed).toEqual([])
    windows.looks(1, null)
    windows.move(9 * second)
    expect(windows.noticed).toEqual([])
    windows.move(2 * second)
    expect(windows.sounds()).toHaveLength(1)
  })

  test('is announced as often as ten of them', () => {
    const windows = createWindows(1, { repeatSeconds: 10 })
    for (let count = 0; count < 10; count++) {
      windows.told(event.requested(`c${count}`))
      windows.move(2 * second)
    }
    const before = windows.sounds().length
    windows.move(60 * second)
    expect(windows.sounds().length - before).toBeLessThanOrEqual(7)
    expect(windows.notifications()).toHaveLength(10)
  })

  test('is not announced to an away person, except for their own chats', () => {
    const windows = createWindows(1)
    windows.state.available = false
    windows.told(event.requested('a'))
    windows.told(event.missed('b'))
    windows.move(20 * second)
    expect([windows.noticed, windows.waiting()]).toEqual([[], ['a']])
    windows.told(event.assigned('c', me, other))
    windows.move(soon)
    expect(windows.sounds().map((sound) => sound.class)).toEqual(['mine'])
  })

  test('is not announced while the server is unreachable, because nobody knows whether they still wait', () => {
    const windows = createWindows(1)
    windows.told(event.requested('a'))
    windows.state.online = false
    windows.move(60 * second)
    expect(windows.noticed).toEqual([])
    windows.state.online = true
    windows.move(soon)
    expect(windows.sounds()).toHaveLength(1)
  })
})

describe('the server’s list of waiting visitors', () => {
  test('adds what this window missed, and ends what is no longer active', () => {
    const windows = createWindows(1)
    windows.listed(['a', 'b'], windows.state.now)
    windows.move(soon)
    expect([windows.waiting(), windows.sounds().length]).toEqual([['a', 'b'], 1])
    windows.listed(['b'], windows.state.now)
    expect(windows.waiting()).toEqual(['b'])
  })

  test('does not override what was learned after it was requested', () => {
    const windows = createWindows(1)
    const asked = windows.state.now
    windows.move(second)
    windows.told(event.requested('new'))
    windows.told(event.assigned('taken', other, other))
    windows.told(event.replied('answered', other))
    windows.listed(['taken', 'answered'], asked)
    expect(windows.waiting()).toEqual(['new'])
  })
})

describe('my conversations', () => {
  test('announce an assignment by others until it is viewed, but not one by myself', () => {
    const windows = createWindows(1, { repeatSeconds: 10 })
    windows.told(event.assigned('own', me, me))
    windows.told(event.assigned('given', me, 'system'))
    windows.move(25 * second)
    expect(windows.sounds().map((sound) => sound.alerts)).toEqual([['given given'], ['given given'], ['given given']])
    windows.looks(0, 'given')
    windows.move(second)
    windows.looks(0, null)
    windows.move(30 * second)
    expect(windows.sounds()).toHaveLength(3)
  })

  test('announce a message once and the next one again, unless it is viewed, or the chat is another’s', () => {
    const windows = createWindows(1)
    windows.told(event.assigned('a', me, me))
    windows.told(event.assigned('b', other, other))
    for (const id of ['a', 'a', 'b', 'unknown']) {
      windows.told(event.received(id))
      windows.move(20 * second)
    }
    windows.looks(0, 'a')
    windows.told(event.received('a'))
    windows.move(20 * second)
    expect(windows.sounds().map((sound) => sound.alerts)).toEqual([['message a'], ['message a']])
  })

  test('end when they are assigned to another, handed back or closed', () => {
    for (const ends of [event.assigned('a', other, me), event.handedBack('a'), event.closed('a')]) {
      const windows = createWindows(1)
      windows.told(event.assigned('a', me, me))
      windows.told(event.received('a'))
      windows.told(ends)
      windows.told(event.received('a'))
      windows.move(20 * second)
      expect(windows.noticed).toEqual([])
    }
  })

  test('are those of the server’s list, updated by what was learned since', () => {
    const windows = createWindows(1)
    windows.told(event.assigned('gone', me, other))
    windows.move(second)
    const asked = windows.state.now
    windows.move(second)
    windows.told(event.assigned('new', me, other))
    windows.states[0] = afterMineList(windows.states[0]!, ['listed'], asked)
    for (const id of ['gone', 'new', 'listed']) windows.told(event.received(id))
    expect([...windows.states[0]!.alerts.keys()].sort()).toEqual(['given new', 'message listed'])
  })
})

describe('missed requests and mentions', () => {
  test('are announced once and never repeated; a later one is new', () => {
    const windows = createWindows(2, {
      classes: { ...readPreferences(null).classes, missed: { sound: true, notification: true } },
    })
    windows.told(event.requested('a'))
    windows.told(event.missed('a'))
    windows.move(60 * second)
    windows.states[0] = addAlert(windows.states[0]!, 'mention', 'b', windows.state.now)
    windows.move(60 * second)
    expect(windows.sounds().map((sound) => sound.alerts)).toEqual([['missed a'], ['mention b']])
    windows.told(event.missed('a'))
    windows.move(soon)
    expect(windows.sounds()).toHaveLength(3)
  })
})

describe('the person’s settings', () => {
  test('make a class silent, or not shown, or neither', () => {
    const { classes } = readPreferences(null)
    for (const [sound, notification] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      const windows = createWindows(1, { classes: { ...classes, waiting: { sound, notification } } })
      windows.told(event.requested('a'))
      windows.move(soon)
      expect([windows.sounds().length, windows.notifications().length]).toEqual([Number(sound), Number(notification)])
    }
  })

  test('turn off repetition', () => {
    const windows = createWindows(1, { repeatSeconds: 0 })
    windows.told(event.requested('a'))
    windows.move(300 * second)
    expect(windows.sounds()).toHaveLength(1)
  })

  test('set quiet hours, after which only those who still wait are announced', () => {
    const quiet = { on: true, from: '22:00', to: '07:00' }
    const windows = createWindows(1, { quiet })
    windows.state.time = '23:30'
    windows.told(event.requested('a'))
    windows.told(event.missed('b'))
    windows.move(60 * second)
    expect(windows.noticed).toEqual([])
    windows.state.time = '07:00'
    windows.move(second)
    expect(windows.notifications().map(({ alert }) => alert)).toEqual(['waiting a'])
    const at = (time: string) => isQuiet({ quiet }, time)
    expect(['21:59', '22:00', '00:00', '06:59', '07:00'].map(at)).toEqual([false, true, true, true, false])
    expect(isQuiet({ quiet: { on: true, from: '12:00', to: '13:00' } }, '12:30')).toBe(true)
    expect(isQuiet({ quiet: { on: true, from: '12:00', to: '12:00' } }, '12:00')).toBe(false)
  })

  test('are reset part by part if the stored ones are unreadable', () => {
    const first = readPreferences(null)
    for (const text of ['', '{', 'null', '7', '[]', '{"volume":"loud"}', '{"classes":{"waiting":1}}'])
      expect(readPreferences(text)).toEqual(first)
    expect(readPreferences('{"volume":0.2,"repeatSeconds":-1,"more":1}')).toEqual({ ...first, volume: 0.2 })
    for (const part of [{ repeatSeconds: 1.5 }, { volume: 1.1 }, { quiet: { on: true, from: '24:00', to: '07:00' } }])
      expect(readPreferences(JSON.stringify(part))).toEqual(first)
    const chosen = { ...first, quiet: { on: true, from: '20:00', to: '06:30' }, preview: true }
    expect(readPreferences(JSON.stringify(chosen))).toEqual(chosen)
  })

  test('messages of other windows are accepted if they are complete and of a known kind', () => {
    const reports = [{ id: 'waiting a', sounded: null, shown: true }]
    for (const said of [{ kind: 'hello' }, { kind: 'viewed', from: 'w', at: null }, { kind: 'reports', reports }])
      expect(readMessage(said)).toEqual(said)
    const broken = [
      null,
      'hello',
      {},
      { kind: 'waves' },
      { kind: 'viewed', from: 'w' },
      { kind: 'reports', reports: [{}] },
    ]
    for (const said of broken) expect(readMessage(said)).toBeUndefined()
  })
})

test('two alerts at a time are one sound, that of the more urgent; one right after waits a moment', () => {
  const windows = createWindows(1)
  windows.told(event.assigned('m', me, other))
  windows.told(event.requested('w'))
  windows.move(soon)
  expect(windows.sounds()).toMatchObject([{ class: 'waiting', alerts: ['given m', 'waiting w'] }])
  windows.told(event.requested('x'))
  windows.move(gapMs)
  expect(windows.sounds()).toHaveLength(2)
  expect(windows.sounds()[1]!.at - windows.sounds()[0]!.at).toBeGreaterThanOrEqual(gapMs)
})
