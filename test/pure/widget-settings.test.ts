import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { isFaulty, remainingFaults } from '../../desktop/renderer/form/faults.ts'
import { changedAt, valueAt, withValueAt } from '../../desktop/renderer/form/path.ts'
import { patchOf } from '../../desktop/renderer/form/settings-form.tsx'
import { fitKeys, moved, placeAt } from '../../desktop/renderer/form/use-rows.ts'
import { named, newField, optionsOf, optionTexts } from '../../desktop/renderer/screens/settings/widget/fields.ts'
import {
  composed,
  identified,
  newFlow,
  newStep,
  putStep,
  unknownFields,
  unusedFields,
} from '../../desktop/renderer/screens/settings/widget/flow.ts'
import { actionTo, kinds, labelled, openedBy, targetOf } from '../../desktop/renderer/screens/settings/widget/home.ts'
import { freeName, nameFrom } from '../../desktop/renderer/screens/settings/widget/names.ts'
import { tidy, withDefaults } from '../../desktop/renderer/screens/settings/widget/tidy.ts'
import { originOf } from '../../desktop/renderer/screens/settings/widget/website.ts'
import { later as de } from '../../desktop/renderer/words/de/later.ts'
import type { AppError } from '../../server/core/error.ts'
import { parseInput } from '../../server/core/validation.ts'
import { FormFields } from '../../shared/form.ts'
import { mergeSettings, Settings, SettingsPatch } from '../../shared/settings.ts'
import { Flow } from '../../shared/widget.ts'

const settings = Settings.parse({})

describe('a list that is put in order', () => {
  test('keeps all that was in it, wherever something is moved to', () => {
    const places = fc.array(fc.integer(), { minLength: 1 }).chain((list) => {
      const place = fc.nat({ max: list.length - 1 })
      return fc.tuple(fc.constant(list), place, place)
    })
    fc.assert(
      fc.property(places, ([list, from, to]) => {
        const after = moved(list, from, to)
        expect(after[to]).toBe(list[from])
        expect(after.toSorted()).toEqual(list.toSorted())
        expect(moved(after, to, from)).toEqual(list)
      }),
    )
    expect([moved(['a', 'b'], 0, 2), moved(['a', 'b'], 0, -1), moved([], 0, 0)]).toEqual([['a', 'b'], ['a', 'b'], []])
  })

  test('knows its rows by keys of which no two are the same', () => {
    expect([fitKeys([], 3), fitKeys([2, 0, 1], 4), fitKeys([2, 0], 1)]).toEqual([[0, 1, 2], [2, 0, 1, 3], [2]])
  })

  test('has the row that is dragged after each whose middle is above the pointer', () => {
    expect([10, 49, 51, 300].map((y) => placeAt([20, 50, 100], 0, y))).toEqual([0, 0, 1, 2])
    expect([10, 30, 60, 300].map((y) => placeAt([20, 50, 100], 2, y))).toEqual([0, 1, 2, 2])
  })
})

describe('a path', () => {
  const value = { a: { b: [{ c: 'x' }], d: null }, 'attributes.a.b': 'y', text: 'one\ntwo' }

  test('reads and replaces what is there, and leaves the rest as it is', () => {
    expect(['a.b.0.c', 'a.d.e', 'a.z', 'attributes.a.b', 'text.1'].map((path) => valueAt(value, path))).toEqual([
      'x',
      undefined,
      undefined,
      'y',
      'one\ntwo',
    ])
    expect(withValueAt(value, 'a.b.0.c', 'z')).toEqual({ ...value, a: { b: [{ c: 'z' }], d: null } })
    expect(withValueAt(value, 'a.d.e', 1).a).toEqual({ b: [{ c: 'x' }], d: { e: 1 } })
    expect(withValueAt(value, 'attributes.a.b', 'z')).toEqual({ ...value, 'attributes.a.b': 'z' })
    expect(withValueAt(value, 'attributes.new', 'z')).toEqual({ ...value, 'attributes.new': 'z' })
    expect(value.a.b[0]?.c).toBe('x')
  })

  test('of something in a list is that of the list: a list is changed as a whole', () => {
    expect(['a.b.0.c', 'a.b', 'a.d.e'].map((path) => changedAt(value, path))).toEqual(['a.b', 'a.b', 'a.d.e'])
  })

  test('of a field of the settings leads to a setting', () => {
    const full = withValueAt(withDefaults(settings), 'home.links', { title: '', items: [] })
    const folder = 'desktop/renderer/screens/settings'
    const files = [
      ...readdirSync(`${folder}/widget`).map((name) => `${folder}/widget/${name}`),
      ...['assistant-page', 'data-page', 'retention-section'].map((name) => `${folder}/${name}.tsx`),
      'desktop/renderer/screens/knowledge/plan-card.tsx',
    ]
    const paths = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bpath(?:=|: ')"?([\w.]+)["']/g)].map(([, path]) => path!),
    )
    expect(paths.length).toBeGreaterThan(40)
    /** Optional settings, which are there once somebody set them. */
    const optional = [
      'widget.brand.avatar',
      'widget.launcher.label',
      'widget.launcher.hideOnPaths',
      'widget.teaser.text',
      'widget.teaser.paths',
    ]
    expect(paths.filter((path) => valueAt(full, path) === undefined && !optional.includes(path))).toEqual([])
  })
})

test('the server merges a patch of the changed paths as they were typed', () => {
  const changes = {
    botName: 'Ada',
    'behaviour.goal': 'leads',
    'security.limits.apiKeysPerSite': 7,
    'security.signIn.windowMinutes': 9,
    'security.sessionTtlHours': 3,
    'retention.leads': null,
  }
  const value = Object.entries(changes).reduce((now, [path, one]) => withValueAt(now, path, one), settings)
  const patch = SettingsPatch.parse(patchOf(value, Object.keys(changes)))
  expect(mergeSettings(settings, patch)).toEqual(value)
  // What somebody else saves at the same time stays.
  const other = mergeSettings(settings, {
    behaviour: { tone: 'playful' },
    security: { limits: { apiKeysPerSite: 5, messagesPerSession: 5 } },
  } as SettingsPatch)
  expect(mergeSettings(other, patch)).toMatchObject({
    behaviour: { goal: 'leads', tone: 'playful' },
    security: { limits: { apiKeysPerSite: 7, messagesPerSession: 5 } },
  })
})

describe('what is wrong with a field', () => {
  const wrong = {
    widget: {
      flows: [{ ...newFlow(), id: 'a', submit: { as: 'message' as const, template: '' } }],
      privacyUrl: 'here',
    },
    allowedOrigins: ['https://shop.example/path'],
    botName: 'x'.repeat(61),
  }

  test('is told with all else that is wrong, in the words of the server and in German', () => {
    const { faults = [] } = refusalOf(SettingsPatch, wrong).body()
    expect(faults).toEqual([
      { field: 'botName', message: 'Must have at most 60 characters.', reason: 'too_long', params: { max: 60 } },
      {
        field: 'allowedOrigins.0',
        message: 'Must be an origin such as https://www.example.com, or https://*.example.com.',
        reason: 'origin',
        params: { example: 'https://www.example.com', wildcard: 'https://*.example.com' },
      },
      {
        field: 'widget.privacyUrl',
        message: 'Must be a URL that begins with https:// or http://.',
        reason: 'web_address',
      },
      { field: 'widget.flows.0.steps.0.ask', message: 'Must not be empty.', reason: 'empty' },
      { field: 'widget.flows.0.submit.template', message: 'Must not be empty.', reason: 'empty' },
    ])
    for (const fault of faults) expect(de.fields.fault(fault)).not.toBe(fault.message)
    expect(de.fields.fault({ message: 'New words.', reason: 'too_long', params: { max: 60 } })).toBe(
      'Darf höchstens 60 Zeichen haben.',
    )
    expect(de.fields.fault({ message: 'Something else.', reason: 'of_tomorrow' })).toBe('Something else.')
  })

  test('is wrong until that field changes, and is found from what stands around it', () => {
    const faults = new Map([
      ['botName', { message: 'Must not be empty.' }],
      ['home.shortcuts.1.label', { message: 'Must not be empty.' }],
    ])
    const before = { botName: '', home: { shortcuts: [{ label: 'a' }, { label: '' }] } }
    const named = { ...before, botName: 'b' }
    const shorter = { ...before, home: { shortcuts: [{ label: 'a' }] } }
    expect([...remainingFaults(faults, before, before).keys()]).toEqual([...faults.keys()])
    expect([...remainingFaults(faults, before, named).keys()]).toEqual(['home.shortcuts.1.label'])
    expect([...remainingFaults(faults, before, shorter).keys()]).toEqual(['botName'])
    expect(['home.shortcuts', 'home.shortcuts.1', 'home.short'].map((path) => isFaulty(faults, path))).toEqual([
      true,
      true,
      false,
    ])
  })
})

const refusalOf = (schema: z.ZodType, input: unknown): AppError => {
  try {
    parseInput(schema, input)
  } catch (error) {
    return error as AppError
  }
  throw new Error('nothing was refused')
}

describe('names', () => {
  test.each([
    ['Bike size', 'bike_size'],
    ['  Größe (cm) ', 'grosse_cm'],
    ['2nd name', 'nd_name'],
    ['名前', 'field'],
    ['', 'field'],
  ])('%j becomes %s', (words, name) => {
    expect(nameFrom(words, 'field')).toBe(name)
  })

  test('are free, and such as the server takes', () => {
    expect(freeName('a', ['a', 'a_2'])).toBe('a_3')
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 6 }), (labels) => {
        const fields = named(labels.map((label) => ({ ...newField(), label: label.trim() || 'x' })))
        expect(FormFields.safeParse(fields).error?.issues).toBeUndefined()
      }),
    )
  })

  test('of email and phone are those of the contact; one that is set stays', () => {
    const of = (name: string, type: 'email' | 'tel' | 'text') => ({ ...newField(), label: 'Yours', name, type })
    expect(
      named([of('', 'email'), of('', 'tel'), of('kept', 'email'), of('', 'text')]).map(({ name }) => name),
    ).toEqual(['email', 'phone', 'kept', 'yours'])
  })
})

/** What is saved of these changes, made one after the other in the fields of the widget's pages. */
function saveOver(saved: Settings, changes: Record<string, unknown>): Settings {
  const value = Object.entries(changes).reduce(
    (now, [path, one]) => withValueAt(now, path, one),
    withDefaults(saved) as Settings,
  )
  return mergeSettings(saved, SettingsPatch.parse(tidy(patchOf(value, Object.keys(changes)))))
}

describe('the look', () => {
  const changed = mergeSettings(settings, {
    accent: '#123456',
    widget: { brand: { tokens: { '--radius-window': '4px' }, theme: 'dark' }, launcher: { offset: { x: 1, y: 2 } } },
  })

  test('a change leaves alone what it does not name', () => {
    for (const one of [settings, changed]) {
      const saved = saveOver(one, { 'widget.launcher.label': 'Ask', 'widget.brand.avatar': 'https://a.example/b.png' })
      expect(saved).toMatchObject({
        ...one,
        widget: { ...one.widget, brand: expect.any(Object), launcher: expect.any(Object) },
      })
      expect(saved.widget.launcher).toMatchObject({ ...one.widget.launcher, label: 'Ask' })
      expect(saved.widget.brand).toMatchObject({ ...one.widget.brand, avatar: 'https://a.example/b.png' })
      expect(saved.widget.launcher.offset).toEqual(one.widget.launcher.offset)
    }
  })

  test('half of the button’s place may be set', () => {
    expect(saveOver(settings, { 'widget.launcher.offset.x': 7 }).widget.launcher.offset).toEqual({ x: 7, y: 20 })
    expect(saveOver(changed, { 'widget.launcher.offset.x': 7 }).widget.launcher.offset).toEqual({ x: 7, y: 2 })
  })

  test('without a picture and words has none', () => {
    const one = mergeSettings(settings, {
      widget: { brand: { avatar: 'https://a.example/b.png' }, launcher: { label: 'Ask' } },
    })
    const { widget } = saveOver(one, { 'widget.brand.avatar': '', 'widget.launcher.label': '' })
    expect([widget.brand.avatar, widget.launcher.label]).toEqual([undefined, undefined])
  })
})

describe('the home screen', () => {
  const shortcut = {
    id: 'a',
    label: 'Hours',
    icon: '',
    action: actionTo('reply', { id: 'a', label: 'Hours' }, 'Hours'),
  }

  test('is saved without what is empty, and without links there is no title for them', () => {
    const links = [{ label: 'x', url: 'https://a.example', description: '' }]
    const full = saveOver(settings, {
      'home.shortcuts': [{ ...shortcut, description: '' }],
      'home.links.items': links,
    })
    expect(full.home).toEqual({
      ...settings.home,
      shortcuts: [shortcut],
      links: { title: '', items: [{ label: 'x', url: 'https://a.example' }] },
    })
    const titled = saveOver(full, { 'home.links.title': 'Good' })
    expect(titled.home).toEqual({ ...full.home, links: { ...full.home.links, title: 'Good' } })
    expect(saveOver(titled, { 'home.links.items': [] }).home.links).toBeNull()
  })

  test('has shortcuts of six kinds, each with its own target', () => {
    for (const kind of kinds) {
      const action = actionTo(kind, { id: 'a', label: 'b' }, 'there')
      expect([Object.keys(action).length, targetOf(action)]).toEqual([4, 'there'])
    }
  })

  test('a shortcut that sends what it says goes on to; one that sends something else does not', () => {
    expect(targetOf(labelled(shortcut, 'Open?').action)).toBe('Open?')
    const other = { ...shortcut, action: actionTo('reply', shortcut.action, 'When are you open?') }
    expect(labelled(other, 'Open?').action).toMatchObject({ label: 'Open?', value: 'When are you open?' })
  })

  test('tells what opens a form', () => {
    const form = { ...shortcut, action: actionTo('form', shortcut, 'quote') }
    const home = { ...settings.home, shortcuts: [shortcut, form] }
    expect([openedBy(home, 'form', 'quote'), openedBy(home, 'flow', 'quote')]).toEqual([['Hours'], []])
  })
})

describe('forms', () => {
  test('are sent as the server wants them: named, without what is empty', () => {
    const quote = {
      id: '',
      title: 'A quote',
      submitLabel: '',
      fields: [{ ...newField(), label: 'Size', placeholder: '' }],
    }
    const { widget } = saveOver(settings, { 'widget.forms': [quote, { ...quote, title: '' }, quote] })
    expect(widget.forms.map(({ id }) => id)).toEqual(['a_quote', 'form', 'a_quote_2'])
    expect(widget.forms[1]).toEqual({
      id: 'form',
      fields: [{ name: 'size', label: 'Size', type: 'text', required: false }],
    })
  })

  test('a choice that keeps its words keeps what is sent for it', () => {
    const before = [{ label: 'City bike', value: 'city' }]
    expect(optionsOf(['E-bike', ...optionTexts(before)], before)).toEqual([
      { label: 'E-bike', value: 'E-bike' },
      ...before,
    ])
  })
})

describe('a flow', () => {
  const flow: Flow = {
    ...newFlow(),
    id: 'a',
    steps: [
      { field: 'part', ask: 'What?', input: 'text' },
      { field: 'day', ask: 'When?', input: 'text' },
    ],
    submit: { as: 'message', template: '{part} on {date}' },
  }

  test('tells what its message names and nobody asks for, and what is asked for nothing', () => {
    expect([unknownFields(flow), unusedFields(flow)]).toEqual([['date'], ['day']])
    expect(composed(flow.submit.template, { part: '$& {date}', toString: 'x' })).toBe('$& {date} on {date}')
  })

  test('goes on to name a step in its message while that gets another name, letter by letter', () => {
    const typed = ['par', 'p', '', 'w', 'wheel'].reduce((at, field) => putStep(at, 0, { ...at.steps[0]!, field }), flow)
    expect(typed.submit.template).toBe('{wheel} on {date}')
  })

  test('is sent as the server wants it', () => {
    const flows = [{ ...flow, id: '', title: 'Repair', steps: [{ ...flow.steps[0]!, choices: [] }] }]
    const [sent] = tidy({ widget: { flows } }).widget?.flows ?? []
    expect(Flow.parse(sent)).toMatchObject({ id: 'repair', title: 'Repair' })
    expect(sent?.steps[0]).not.toHaveProperty('choices')
    expect(newStep([newStep([])]).field).toBe('answer_2')
    expect(identified([{ id: 'flow' }, { id: '' }], 'flow').map(({ id }) => id)).toEqual(['flow', 'flow_2'])
  })
})

test('a website whose pages may not show the widget is told', () => {
  const of = (website: string, ...allowedOrigins: string[]) => originOf({ website, allowedOrigins })
  expect(of('https://www.shop.example/de')).toBe('https://www.shop.example')
  expect(of('https://www.shop.example/de', 'https://*.shop.example')).toBeUndefined()
  expect([of(''), of('shop.example')]).toEqual([undefined, undefined])
})
