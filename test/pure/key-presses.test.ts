import { describe, expect, test } from 'vitest'
import {
  capsOf,
  createPresses,
  keyWords,
  type Press,
  parseKeys,
  strokeOf,
  writeKeys,
} from '../../desktop/renderer/keys/press.ts'

const pressed = (key: string, held: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

const possible = ['t', 'shift+t', 'g i', 'g s', '?', 'mod+k', 'mod+shift+enter', 'alt+1', 'j'].map((keys) => ({ keys }))

/** What is meant by presses that follow each other within so many milliseconds. */
function meant(presses: Press[], { isMac = false, apart = 100 } = {}) {
  const find = createPresses<{ keys: string }>()
  return presses.map((press, at) => {
    const stroke = strokeOf(press, isMac)
    const found = stroke && find(stroke, at * apart, possible)
    return typeof found === 'object' ? found.keys : found
  })
}

describe('what is pressed', () => {
  test.each<[string, Press, string | undefined]>([
    ['a letter', pressed('t'), 't'],
    ['with shift it is another', pressed('T', { shiftKey: true }), 'shift+t'],
    ['with caps lock it is the same', pressed('T'), 't'],
    ['a sign, however it is typed', pressed('?', { shiftKey: true }), '?'],
    ['a sign where it needs no shift', pressed('?'), '?'],
    ['with Ctrl', pressed('k', { ctrlKey: true }), 'mod+k'],
    ['with Ctrl and shift', pressed('Enter', { ctrlKey: true, shiftKey: true }), 'mod+shift+enter'],
    ['a letter of another script, by its place', pressed('о', { code: 'KeyJ' }), 'j'],
    ['what Alt makes of a digit, by its place', pressed('¡', { code: 'Digit1', altKey: true }), 'alt+1'],
    ['with the system’s own key: nothing', pressed('t', { metaKey: true }), undefined],
    ['a key that is only held: nothing', pressed('Shift', { shiftKey: true }), undefined],
    ['something else: nothing', pressed('x'), undefined],
  ])('%s', (_, press, expected) => {
    expect(meant([press])).toEqual([expected])
  })

  test('on a Mac, Cmd is what Ctrl is elsewhere', () => {
    expect(meant([pressed('k', { metaKey: true }), pressed('k', { ctrlKey: true })], { isMac: true })).toEqual([
      'mod+k',
      undefined,
    ])
  })
})

describe('keys one after the other', () => {
  test('are one command; what was begun and not gone on with is forgotten', () => {
    expect(meant([pressed('g'), pressed('i')])).toEqual(['begun', 'g i'])
    expect(meant([pressed('g'), pressed('t'), pressed('i')])).toEqual(['begun', 't', undefined])
    expect(meant([pressed('g'), pressed('g'), pressed('s')])).toEqual(['begun', 'begun', 'g s'])
  })

  test('too late is not together', () => {
    expect(meant([pressed('g'), pressed('i')], { apart: 1_500 })).toEqual(['begun', undefined])
  })
})

test('of two commands with the same keys, the one that became possible last is meant', () => {
  const [first, last] = [{ keys: 't' }, { keys: 't' }]
  expect(createPresses()(parseKeys('t')[0]!, 0, [first, last])).toBe(last)
})

test('a command without keys is never pressed', () => {
  expect(createPresses()(parseKeys('t')[0]!, 0, [{ keys: '' }])).toBeUndefined()
})

test.each(['t', 'shift+t', 'g i', '?', 'mod+alt+k', 'mod+shift+enter', 'alt+1'])(
  '%s is written as it was read',
  (keys) => {
    expect(writeKeys(parseKeys(keys))).toBe(keys)
  },
)

test('keys are shown as they stand on the keyboard', () => {
  expect(capsOf('mod+shift+enter', true)).toEqual([['⌘', '⇧', '↵']])
  expect(capsOf('mod+shift+enter', false)).toEqual([['Ctrl', 'Shift', '↵']])
  expect(keyWords('g i', false, 'then')).toBe('G then I')
  expect(keyWords('mod+k', true, 'then')).toBe('⌘K')
})
