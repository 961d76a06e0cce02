import { describe, expect, test } from 'vitest'
import { ownerAtSettings } from '../support/widget-owner.ts'

const { owner, main, field, button, list, open, save, set, saved, faultHere } = ownerAtSettings()

describe('the appearance page', () => {
  test('[U41] saves its fields together, and keeps what other pages set', async () => {
    await set({ widget: { teaser: { text: 'Hello' }, brand: { tokens: { '--radius-window': '4px' } } } })
    await open('look')
    await field('Name').fill('Ada')
    await field('Picture').fill('https://shop.example/ada.png')
    await field('Accent colour').fill('#123abc')
    await field('Dark').check()
    await field('First sentence').fill('Good day')
    await button('Add a question').click()
    await owner.page.keyboard.type('Are you open?')
    await field('Left').check()
    await field('Pill, with words').check()
    await field('Words on it').fill('Ask us')
    await field('Pixels from the side').fill('32')
    await button('Add a path').click()
    await owner.page.keyboard.type('/checkout/**')
    await field('Privacy page').fill('https://shop.example/privacy')
    await field('Ask before the first message').check()
    await save()
    expect(await saved()).toMatchObject({
      botName: 'Ada',
      accent: '#123abc',
      welcomeMessage: 'Good day',
      starterQuestions: ['Are you open?'],
      position: 'left',
      widget: {
        brand: { avatar: 'https://shop.example/ada.png', theme: 'dark', tokens: { '--radius-window': '4px' } },
        launcher: { shape: 'pill', label: 'Ask us', offset: { x: 32, y: 20 }, hideOnPaths: ['/checkout/**'] },
        teaser: { text: 'Hello' },
        privacyUrl: 'https://shop.example/privacy',
        consent: 'required',
      },
    })
  })

  test('shows the server’s message at each invalid field until it is fixed, and keeps text that is too long', async () => {
    await open('look')
    await field('Name').fill('N'.repeat(61))
    await field('Privacy page').fill('our page')
    await button('Save').click()
    expect(await faultHere()).toBe('Must have at most 60 characters.')
    await main().getByText('Something is wrong with 2 fields.').waitFor()
    await main().getByText('Must be a URL that begins with https:// or http://.').waitFor()
    expect(await field('Name').inputValue()).toHaveLength(61)
    await field('Name').fill('Ada')
    await main().getByText('Must have at most 60 characters.').waitFor({ state: 'detached' })
    await main().getByText('Something is wrong with a field.').waitFor()
    await field('Privacy page').fill('https://shop.example')
    await save()
    expect(await saved()).toMatchObject({ botName: 'Ada', widget: { privacyUrl: 'https://shop.example' } })
  })

  test('asks before leaving with unsaved changes', async () => {
    await open('look')
    await field('First sentence').fill('Not saved')
    await owner.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Teaser' }).click()
    await owner.page.getByRole('button', { name: 'Leave without saving' }).click()
    await field('Sentence').waitFor()
    expect((await saved()).welcomeMessage).not.toBe('Not saved')
  })
})

describe('other languages', () => {
  test('a language is added with its texts, changed, and removed', async () => {
    await set({ welcomeMessage: 'Good day', starterQuestions: ['Where are you?'] })
    await open('languages')
    await owner.page.getByRole('combobox', { name: 'Add a language' }).selectOption({ label: 'German' })
    await field('First sentence').fill('Guten Tag')
    expect(await field('First sentence').getAttribute('placeholder')).toBe('Good day')
    await button('Add a question').click()
    await field('Question 1').fill('Wo sind Sie?')
    await button('Save').click()
    await expect
      .poll(async () => (await saved()).widget.translations)
      .toEqual({ de: { welcomeMessage: 'Guten Tag', starterQuestions: ['Wo sind Sie?'] } })
    await button('Remove language').click()
    await button('Save').click()
    await expect.poll(async () => (await saved()).widget.translations).toEqual({})
  })
})

const preview = () => owner.page.frameLocator('iframe[title="Preview"]')

describe('the preview', () => {
  test('is the real widget with unsaved changes, and sends no messages', async () => {
    await set({ welcomeMessage: 'Good day', leads: { enabled: false } })
    await open('look')
    await preview().getByRole('heading', { name: 'Good day' }).waitFor()
    await field('First sentence').fill('Nice to see you')
    await preview().getByRole('heading', { name: 'Nice to see you' }).waitFor()
    expect(await field('First sentence').evaluate((it) => it === document.activeElement)).toBe(true)
    await preview().getByRole('textbox').fill('Is anybody there?')
    await preview().getByRole('textbox').press('Enter')
    await preview().getByText('This is a preview. Nothing is sent.').first().waitFor()
    expect((await owner.desk.get('/conversations')).body.total ?? 0).toBe(0)
    expect((await saved()).welcomeMessage).toBe('Good day')
    await button('Discard').click()
  })

  test('is open even if something is changed before the widget was loaded', async () => {
    const gate = Promise.withResolvers<void>()
    await owner.page.route('**/widget/*.js*', (route) => gate.promise.then(() => route.continue()))
    await open('look')
    const first = preview().locator('svc-widget')
    await first.waitFor({ state: 'attached' })
    await first.evaluate((widget) => widget.setAttribute('data-first', ''))
    await field('First sentence').fill('Nice to see you')
    await preview().locator('svc-widget:not([data-first])').waitFor({ state: 'attached' })
    gate.resolve()
    await preview().getByRole('heading', { name: 'Nice to see you' }).waitFor()
    await owner.page.unrouteAll()
    await button('Discard').click()
  })

  test('shows what another owner saves, and keeps what is typed', async () => {
    await open('look')
    await preview().getByRole('textbox').waitFor()
    await field('First sentence').fill('Nice to see you')
    await set({ botName: 'Grace', home: { title: 'Welcome' } })
    await preview().getByRole('dialog', { name: 'Chat with Grace' }).waitFor()
    await preview().getByRole('heading', { name: 'Welcome' }).waitFor()
    expect(await field('Name').inputValue()).toBe('Grace')
    expect(await field('First sentence').inputValue()).toBe('Nice to see you')
    await button('Discard').click()
  })

  test('shows the teaser beside the button, regardless of its conditions', async () => {
    await set({ widget: { teaser: { afterScroll: 90, paths: ['/far/**'] }, launcher: { hideOnPaths: ['/**'] } } })
    await open('teaser')
    await field('Sentence').fill('Questions?')
    await preview().getByText('Questions?').waitFor()
    await button('Discard').click()
  })

  test('has an opaque origin, and can be framed only by the dashboard', async () => {
    const response = await fetch(`${owner.server.url}/preview/`)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain('sandbox allow-scripts')
    expect(policy).not.toContain('allow-same-origin')
    expect((await fetch(`${owner.server.url}/preview/nothing.js`)).status).toBe(404)
  })
})

test('replaces the widget’s texts, which must contain the product’s name where the original does', async () => {
  await open('texts')
  await main().getByRole('searchbox', { name: 'Search' }).fill('runs on')
  await field('Runs on Frontdesk').fill('Mine')
  await button('Save').click()
  expect(await faultHere()).toBe('Must contain Frontdesk.')
  await field('Runs on Frontdesk').fill('Thanks to Frontdesk')
  await main().getByRole('searchbox', { name: 'Search' }).fill('placeholder')
  await field('Write a message').fill('Ask away')
  await save()
  expect((await saved()).widget.strings).toEqual({ poweredBy: 'Thanks to Frontdesk', placeholder: 'Ask away' })
  await preview().getByPlaceholder('Ask away').waitFor()
  await field('Write a message').fill('')
  await save()
  expect((await saved()).widget.strings).toEqual({ poweredBy: 'Thanks to Frontdesk' })
})

describe('the home screen', () => {
  const shortcut = (id: string) => ({
    ...{ id, label: id, icon: '' },
    action: { id, label: id, kind: 'reply', value: id },
  })

  test('has shortcuts of six kinds, and links', async () => {
    const fields = [{ name: 'a', label: 'A', type: 'text' }]
    const steps = [{ field: 'a', ask: 'A?', input: 'text' }]
    await set({
      widget: {
        forms: [{ id: 'quote', title: 'A quote', fields }],
        flows: [{ id: 'repair', title: 'Repair', steps, submit: { as: 'message', template: '{a}' } }],
      },
    })
    await open('home')
    await field('Title').fill('Welcome')
    const kinds = [
      ['Opens a page', 'Address', 'https://shop.example'],
      ['Calls a number', 'Phone number', '+44 1632 960 112'],
      ['Writes an email', 'Email', 'us@shop.example'],
      ['Opens a form', 'Form', 'quote'],
      ['Starts a flow', 'Flow', 'repair'],
      ['Sends a message', 'Message', 'When are you open?'],
    ] as const
    for (const [kind, target, value] of kinds) {
      await button('Add a shortcut').click()
      await owner.page.keyboard.type(kind)
      const row = list('Shortcuts').getByRole('listitem').last()
      await row.getByLabel('Action', { exact: true }).selectOption(kind)
      const leads = row.getByLabel(target, { exact: true })
      if (target === 'Form' || target === 'Flow') await leads.selectOption(value)
      else await leads.fill(value)
    }
    await button('Add a link').click()
    await owner.page.keyboard.type('Prices')
    await list('Links').getByLabel('Address').fill('https://shop.example/prices')
    await save()
    const { home } = await saved()
    expect(home.shortcuts.map(({ action }: { action: Record<string, string> }) => action)).toMatchObject([
      { kind: 'url', url: 'https://shop.example' },
      { kind: 'tel', phone: '+44 1632 960 112' },
      { kind: 'email', email: 'us@shop.example' },
      { kind: 'form', form: 'quote' },
      { kind: 'flow', flow: 'repair' },
      { kind: 'reply', value: 'When are you open?' },
    ])
    expect(home).toMatchObject({ title: 'Welcome', links: { items: [{ label: 'Prices' }] } })
  })

  test('reorders shortcuts by keys and by dragging', async () => {
    await set({ home: { shortcuts: ['one', 'two', 'three'].map(shortcut) } })
    await open('home')
    const order = async () => await list('Shortcuts').locator('button[aria-expanded]').allInnerTexts()
    await button('Move down: one').focus()
    await owner.page.keyboard.press('Enter')
    await owner.page.keyboard.press('Enter')
    expect(await order()).toEqual(['two', 'three', 'one'])
    await main().getByRole('status').getByText('Now at place 3 of 3').waitFor()
    expect(await owner.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move down: one')
    const rows = list('Shortcuts').locator('.lucide-grip-vertical')
    const [first, last] = [(await rows.first().boundingBox())!, (await rows.last().boundingBox())!]
    await owner.page.mouse.move(last.x + 8, last.y + 8)
    await owner.page.mouse.down()
    await owner.page.mouse.move(first.x + 8, first.y - 8, { steps: 5 })
    await owner.page.mouse.up()
    expect(await order()).toEqual(['one', 'two', 'three'])
    await button('Move up: three').click()
    await save()
    expect((await saved()).home.shortcuts.map(({ id }: { id: string }) => id)).toEqual(['one', 'three', 'two'])
  })

  test('allows eight shortcuts, and says if one opens a form that no longer exists', async () => {
    const gone = { ...shortcut('h'), action: { id: 'h', label: 'h', kind: 'form', form: 'old' } }
    await set({ home: { shortcuts: [...[...'abcdefg'].map(shortcut), gone] } })
    await open('home')
    await main().getByText('That is all: there may be 8.').waitFor()
    expect(await button('Add a shortcut').isDisabled()).toBe(true)
    await button('h').click()
    await main().getByText('No forms yet.').waitFor()
    await button('Remove: a').click()
    await save()
    expect((await saved()).home.shortcuts).toHaveLength(7)
  })
})

test('saves the teaser’s text, delay and pages', async () => {
  await open('teaser')
  await field('Sentence').fill('Questions?')
  await field('Shown once this much of the page was scrolled, in percent').fill('130')
  await button('Add a path').click()
  await owner.page.keyboard.type('services')
  await button('Save').click()
  expect(await faultHere()).toBe('Must be at most 100.')
  await main().getByText('Must begin with / or *.').waitFor()
  await field('Shown once this much of the page was scrolled, in percent').fill('30')
  await field('Path 1').fill('/services/**')
  await save()
  expect((await saved()).widget.teaser).toEqual({ text: 'Questions?', afterScroll: 30, paths: ['/services/**'] })
})

test('the browser logged no errors', () => {
  // The preview loads the picture that the owner entered, from a host that does not exist.
  expect(owner.opened.errors.filter((words) => !words.includes('ERR_NAME_NOT_RESOLVED'))).toEqual([])
})
