import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { mergeSettings, PutSettings, Settings, SettingsPatch } from '../../shared/settings.ts'
import { limitNames } from '../../shared/settings-section.ts'

const initial = Settings.parse({})
const put = (patch: unknown) => mergeSettings(initial, SettingsPatch.parse(patch))
const faultOf = (patch: unknown) => {
  const issue = PutSettings.safeParse({ settings: patch }).error?.issues[0]
  return issue && `${issue.path.join('.')}: ${issue.message}`
}
const refused = (patch: unknown) => faultOf(patch) !== undefined

describe('the default settings', () => {
  test('are those of the contract [U107, R310, R311]', () => {
    expect(initial.autoSummary).toBe(true)
    expect(initial.live).toMatchObject({
      enabled: true,
      waitSeconds: 90,
      closeAfterMinutes: 30,
      showAgentName: true,
      aiWhileWaiting: false,
      routing: 'manual',
      capacity: 4,
    })
    expect(initial.leads.enabled).toBe(true)
    expect(initial.leads.fields.map(({ name, required }) => [name, required])).toEqual([
      ['name', false],
      ['email', false],
    ])
    expect(initial.behaviour).toEqual({ goal: 'answer', tone: 'friendly', length: 'short', prices: 'share' })
    expect(initial.knowledge.factGuard).toBe(true)
    expect(initial.bookings).toMatchObject({ mode: null, sync: 'none', notice: 120, daysAhead: 30, syncMinutes: 15 })
    expect(initial.files).toMatchObject({
      chat: 'off',
      jobs: false,
      maxChatMb: 5,
      maxJobMb: 10,
      perConversation: 5,
      keepChatDays: 90,
    })
    const plain = {
      brand: {},
      launcher: {},
      teaser: {},
      flows: [],
      forms: [],
      strings: {},
      sound: false,
      translations: {},
    }
    expect(initial.widget).toEqual({ privacyUrl: '', consent: 'none', ...plain })
  })

  test('contain the limits of the contract [R209, R210, R235]', () => {
    expect(initial.security.limits).toEqual({
      apiRequestsPerKeyPerMinute: 120,
      apiKeysPerSite: 50,
      messagesPerSession: 60,
      messagesPerSitePerDay: 500,
      maxMessageLength: 1000,
      messagesPerIpPerMinute: 10,
      slotLookupsPerIpPerMinute: 30,
      bookingsPerIpPerHour: 5,
    })
    expect(initial.security.signIn).toEqual({
      attemptsPerIp: 10,
      attemptsPerAccount: 5,
      windowMinutes: 15,
      captcha: true,
    })
    expect(initial.security.sessionTtlHours).toBe(24)
  })

  test('are valid themselves, and unchanged when parsed again', () => {
    expect(Settings.parse(initial)).toEqual(initial)
    expect(SettingsPatch.parse(initial)).toEqual(initial)
    expect(put({})).toEqual(initial)
  })
})

describe('changing settings', () => {
  test('sets only what was sent [R301]', () => {
    expect(SettingsPatch.parse({ live: { enabled: false }, security: { limits: {} } })).toEqual({
      live: { enabled: false },
      security: { limits: {} },
    })
  })

  test('keeps the other sections and the other fields of a section [R301, R302]', () => {
    const changed = put({ live: { waitSeconds: 30 }, botName: 'Robin' })
    expect(changed).toEqual({ ...initial, botName: 'Robin', live: { ...initial.live, waitSeconds: 30 } })
    expect(mergeSettings(changed, { live: { capacity: 2 } }).live).toEqual({
      ...initial.live,
      waitSeconds: 30,
      capacity: 2,
    })
  })

  test('merges limits and sign-in by name [U76]', () => {
    const { security } = put({ security: { limits: { messagesPerSession: 5 }, signIn: { captcha: false } } })
    expect(security).toEqual({
      ...initial.security,
      limits: { ...initial.security.limits, messagesPerSession: 5 },
      signIn: { ...initial.security.signIn, captcha: false },
    })
  })

  test('replaces lists, opening hours and the links of the home screen [U76, R304, R306]', () => {
    const shortcut = { id: 's', label: 'Ask', icon: '', action: { id: 'a', kind: 'reply', label: 'Ask', value: 'Hi' } }
    const links = { title: 'More', items: [{ label: 'Blog', url: 'https://example.com/blog', description: 'News' }] }
    const first = put({
      home: { shortcuts: [shortcut, shortcut], links },
      bookings: { hours: { mon: ['08:00-10:00'] } },
    })
    expect(first.bookings.hours).toMatchObject({ mon: ['08:00-10:00'], tue: [], fri: [] })
    const second = mergeSettings(
      first,
      SettingsPatch.parse({ home: { shortcuts: [shortcut] }, starterQuestions: ['Open?'] }),
    )
    expect(second.home).toEqual({ ...first.home, shortcuts: [shortcut] })
    const other = { title: 'Else', items: [] }
    expect(mergeSettings(second, SettingsPatch.parse({ home: { links: other } })).home.links).toEqual(other)
    expect(mergeSettings(second, SettingsPatch.parse({ home: { links: null } })).home.links).toBeNull()
  })

  test('lets the website decide on bookings again with null [R308]', () => {
    const chosen = put({ bookings: { mode: 'picker' } })
    expect(chosen.bookings.mode).toBe('picker')
    expect(mergeSettings(chosen, { bookings: { mode: null } }).bookings.mode).toBeNull()
  })

  test('ignores unknown sections and fields, but names an unknown limit [U76]', () => {
    expect(put({ nonsense: { a: 1 }, live: { nonsense: 1 } })).toEqual(initial)
    expect(faultOf({ security: { limits: { messagesPerMoon: 3 } } })).toBe(
      'settings.security.limits: Unknown limit: messagesPerMoon.',
    )
  })

  test('does not modify its input', () => {
    const before = structuredClone(initial)
    put({ security: { limits: { apiKeysPerSite: 1 } }, home: { title: 'x' } })
    expect(initial).toEqual(before)
  })

  test('of valid settings is valid, because no section checks its fields against each other', () => {
    const { security, ...sections } = Settings.shape
    const objects = [...Object.values(sections), security, ...Object.values(security.unwrap().shape)]
      .map((schema) => ('unwrap' in schema ? schema.unwrap() : schema))
      .filter((schema) => schema instanceof z.ZodObject)
    expect(objects.length).toBeGreaterThan(12)
    for (const { def } of [Settings, ...objects]) expect(def.checks ?? []).toEqual([])
  })

  test('can change every limit [R239]', () => {
    for (const name of limitNames)
      expect(put({ security: { limits: { [name]: 7 } } }).security.limits).toHaveProperty(name, 7)
  })
})

describe('valid settings', () => {
  test.each(limitNames)('%s is a whole number within bounds', (name) => {
    for (const value of [-1, 1.5, '5', null, 1e12])
      expect(refused({ security: { limits: { [name]: value } } })).toBe(true)
  })

  test.each([
    ['behaviour', 'goal', ['answer', 'leads', 'callbacks', 'bookings', 'sales', 'support']],
    ['behaviour', 'tone', ['friendly', 'professional', 'formal', 'playful']],
    ['behaviour', 'length', ['short', 'medium', 'long']],
    ['behaviour', 'prices', ['share', 'range', 'never']],
    ['files', 'chat', ['off', 'live', 'always']],
    ['bookings', 'mode', ['none', 'link', 'picker', null]],
    ['bookings', 'sync', ['none', 'calcom', 'calendly', 'google', 'outlook']],
    ['bookings', 'phone', ['no', 'optional', 'required']],
    ['live', 'routing', ['manual', 'round_robin', 'least_busy']],
    ['widget', 'consent', ['none', 'notice', 'required']],
  ])('%s.%s accepts its values and no other [U38, U110, R310]', (section, name, values) => {
    for (const value of values) expect(put({ [section]: { [name]: value } })).toHaveProperty([section, name], value)
    expect(refused({ [section]: { [name]: 'other' } })).toBe(true)
  })

  test('the home screen has at most eight shortcuts [R304]', () => {
    const shortcut = { id: 's', label: 'Ask', icon: '', action: { id: 'a', kind: 'reply', label: 'Ask', value: 'Hi' } }
    const shortcuts = (count: number) => ({ home: { shortcuts: Array(count).fill(shortcut) } })
    expect([8, 9].map((count) => refused(shortcuts(count)))).toEqual([false, true])
    expect(faultOf(shortcuts(9))).toBe('settings.home.shortcuts: Must have at most eight shortcuts.')
  })

  test('opening hours have up to four ranges a day, in order [R309]', () => {
    const monday = (...mon: string[]) => refused({ bookings: { hours: { mon } } })
    expect(monday()).toBe(false)
    expect(monday('00:00-01:00', '01:00-02:00', '08:30-12:00', '13:00-24:00')).toBe(false)
    expect(monday('00:00-01:00', '02:00-03:00', '04:00-05:00', '06:00-07:00', '08:00-09:00')).toBe(true)
    for (const range of [
      '9:00-17:00',
      '09:00',
      '17:00-09:00',
      '09:00-09:00',
      '25:00-26:00',
      '09:60-10:00',
      '24:00-24:00',
    ]) {
      expect(monday(range), range).toBe(true)
    }
    expect(monday('09:00-12:00', '11:00-13:00')).toBe(true)
    expect(faultOf({ live: { hours: { monday: [] } } })).toContain('Unknown day: monday')
  })

  test('time zones and languages are those that the runtime knows', () => {
    for (const timezone of ['Europe/Berlin', 'Asia/Kolkata', 'UTC'])
      expect(refused({ assistant: { timezone } })).toBe(false)
    for (const timezone of ['Europe/Atlantis', '+02:00', ''])
      expect(refused({ assistant: { timezone } }), timezone).toBe(true)
    expect(refused({ bookings: { timezone: '' } })).toBe(false)
    for (const locale of ['de', 'en-GB', 'zh-Hant-TW']) expect(refused({ assistant: { locale } })).toBe(false)
    for (const locale of ['de_DE', '!', '']) expect(refused({ assistant: { locale } }), locale).toBe(true)
  })

  test('colours are hexadecimal, URLs http or https, texts limited', () => {
    expect(put({ accent: ' #FF8800 ' }).accent).toBe('#ff8800')
    for (const accent of ['red', '#12', '#1234567', 'url(x)']) expect(refused({ accent })).toBe(true)
    expect(refused({ website: 'ftp://example.com' })).toBe(true)
    expect(refused({ widget: { privacyUrl: 'javascript:alert(1)' } })).toBe(true)
    expect(refused({ botName: '' })).toBe(true)
    expect(refused({ botName: 'x'.repeat(61) })).toBe(true)
    expect(refused({ welcomeMessage: 'a\u0000b' })).toBe(true)
    expect(refused({ starterQuestions: Array(9).fill('Why?') })).toBe(true)
  })

  test('allowed origins are exact or cover all subdomains', () => {
    const origins = ['https://www.example.com', 'http://127.0.0.1:8080', 'https://*.example.com']
    expect(put({ allowedOrigins: ['HTTPS://www.Example.com/', ...origins.slice(1)] }).allowedOrigins).toEqual(origins)
    expect(put({ allowedOrigins: ['https://example.com:443', 'https://*.Example.com:443/'] }).allowedOrigins).toEqual([
      'https://example.com',
      'https://*.example.com',
    ])
    for (const origin of [
      '*',
      'https://user@example.com',
      'https://example.com/?a',
      'https://*',
      'https://*.com',
      'https://example.com/path',
      'example.com',
      'null',
      'https://a*.b.com',
    ]) {
      expect(refused({ allowedOrigins: [origin] }), origin).toBe(true)
    }
  })

  test('crawl patterns are paths with few wildcards', () => {
    for (const glob of ['/services/**', '/*.html', '**'])
      expect(refused({ crawl: { include: [glob] } }), glob).toBe(false)
    for (const glob of ['services', '/(a+)+$', '/{a,b}', `/${'*a'.repeat(9)}`]) {
      expect(refused({ crawl: { include: [glob] } }), glob).toBe(true)
    }
  })

  test('a section is an object and no null', () => {
    for (const section of ['live', 'security', 'home', 'bookings'])
      expect(refused({ [section]: null }), section).toBe(true)
  })
})
