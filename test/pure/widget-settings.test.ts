import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { isFaulty, stillWrong } from '../../desktop/renderer/form/faults.ts'
import { fitKeys, moved, placeAt } from '../../desktop/renderer/form/order.ts'
import { named, newField, optionsOf, optionTexts } from '../../desktop/renderer/screens/settings/widget/fields.ts'
import {
  composed,
  flowsOf,
  identified,
  newFlow,
  newStep,
  putStep,
  unknownFields,
  unusedFields,
} from '../../desktop/renderer/screens/settings/widget/flow.ts'
import { formsOf, formsPatch } from '../../desktop/renderer/screens/settings/widget/forms.ts'
import {
  actionTo,
  homeFieldsOf,
  homeOf,
  homePatch,
  kinds,
  labelled,
  targetOf,
} from '../../desktop/renderer/screens/settings/widget/home.ts'
import { lookOf, lookPatch } from '../../desktop/renderer/screens/settings/widget/look.ts'
import { freeName, nameFrom } from '../../desktop/renderer/screens/settings/widget/names.ts'
import { openedBy } from '../../desktop/renderer/screens/settings/widget/opened-by.ts'
import { originOf } from '../../desktop/renderer/screens/settings/widget/website.ts'
import { later as de } from '../../desktop/renderer/words/de/later.ts'
import type { Refusal } from '../../server/core/error.ts'
import { parseInput } from '../../server/core/fault-words.ts'
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
        message: 'Must be an address that begins with https:// or http://.',
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
    expect([...stillWrong(faults, before, before).keys()]).toEqual([...faults.keys()])
    expect([...stillWrong(faults, before, named).keys()]).toEqual(['home.shortcuts.1.label'])
    expect([...stillWrong(faults, before, shorter).keys()]).toEqual(['botName'])
    expect(['home.shortcuts', 'home.shortcuts.1', 'home.short'].map((path) => isFaulty(faults, path))).toEqual([
      true,
      true,
      false,
    ])
  })
})

const refusalOf = (schema: z.ZodType, input: unknown): Refusal => {
  try {
    parseInput(schema, input)
  } catch (error) {
    return error as Refusal
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

describe('the look', () => {
  test('goes to fields and back, and leaves alone what they do not show', () => {
    const changed = mergeSettings(settings, {
      accent: '#123456',
      widget: { brand: { tokens: { '--radius-window': '4px' }, theme: 'dark' }, launcher: { offset: { x: 1, y: 2 } } },
    })
    for (const one of [settings, changed]) {
      const patch = SettingsPatch.parse(lookPatch(one, lookOf(one)))
      const saved = mergeSettings(one, patch)
      expect(lookOf(saved)).toEqual(lookOf(one))
      expect(saved.widget.brand.tokens).toEqual(one.widget.brand.tokens)
      expect(saved.widget.launcher.offset).toEqual(one.widget.launcher.offset)
    }
  })

  test('without a picture and words has none', () => {
    const one = mergeSettings(settings, {
      widget: { brand: { avatar: 'https://a.example/b.png' }, launcher: { label: 'Ask' } },
    })
    const { widget } = mergeSettings(
      one,
      SettingsPatch.parse(lookPatch(one, { ...lookOf(one), avatar: '', label: '' })),
    )
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

  test('goes to fields and back', () => {
    const full = {
      ...settings.home,
      shortcuts: [shortcut],
      links: { title: 'Good', items: [{ label: 'x', url: 'https://a.example' }] },
    }
    for (const home of [settings.home, full]) expect(homeOf(homeFieldsOf(home))).toEqual(home)
    expect(SettingsPatch.safeParse(homePatch(homeFieldsOf(full))).success).toBe(true)
    expect(homeOf({ ...homeFieldsOf(full), links: [] }).links).toBeNull()
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
    const patch = formsPatch({ ...formsOf(settings), forms: [quote, { ...quote, title: '' }, quote] })
    expect(SettingsPatch.safeParse(patch).success).toBe(true)
    expect(patch.widget?.forms?.map(({ id }) => id)).toEqual(['a_quote', 'form', 'a_quote_2'])
    expect(patch.widget?.forms?.[1]).toEqual({
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
    const [sent] = flowsOf([{ ...flow, id: '', title: 'Repair', steps: [{ ...flow.steps[0]!, choices: [] }] }])
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
