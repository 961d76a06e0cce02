import { describe, expect, test } from 'vitest'
import { ownerAtSettings } from '../support/widget-owner.ts'

const { owner, main, field, button, list, open, save, set, saved, faultHere } = ownerAtSettings()

describe('the look', () => {
  test('[U41] is changed and saved as a whole; what other pages set stays', async () => {
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

  test('each field at fault says so in the words of the server, until it is mended; what is too long stays typed', async () => {
    await open('look')
    await field('Name').fill('N'.repeat(61))
    await field('Privacy page').fill('our page')
    await button('Save').click()
    expect(await faultHere()).toBe('Must have at most 60 characters.')
    await main().getByText('Something is wrong with 2 fields.').waitFor()
    await main().getByText('Must be an address that begins with https:// or http://.').waitFor()
    expect(await field('Name').inputValue()).toHaveLength(61)
    await field('Name').fill('Ada')
    await main().getByText('Must have at most 60 characters.').waitFor({ state: 'detached' })
    await main().getByText('Something is wrong with a field.').waitFor()
    await field('Privacy page').fill('https://shop.example')
    await save()
    expect(await saved()).toMatchObject({ botName: 'Ada', widget: { privacyUrl: 'https://shop.example' } })
  })

  test('leaving with something unsaved is asked about', async () => {
    await open('look')
    await field('First sentence').fill('Not saved')
    await owner.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Teaser' }).click()
    await owner.page.getByRole('button', { name: 'Leave without saving' }).click()
    await field('Sentence').waitFor()
    expect((await saved()).welcomeMessage).not.toBe('Not saved')
  })
})

const preview = () => owner.page.frameLocator('iframe[title="Preview"]')

describe('the preview', () => {
  test('is the real widget with what is not saved yet; what is written in it is sent nowhere', async () => {
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

  test('is open also where something is changed before the widget was loaded', async () => {
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

  test('shows what another owner saves meanwhile, and leaves alone what is typed', async () => {
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

  test('of the teaser is the button with its sentence, wherever and whenever that is shown', async () => {
    await set({ widget: { teaser: { afterScroll: 90, paths: ['/far/**'] }, launcher: { hideOnPaths: ['/**'] } } })
    await open('teaser')
    await field('Sentence').fill('Questions?')
    await preview().getByText('Questions?').waitFor()
    await button('Discard').click()
  })

  test('has no origin of its own, and may stand in our frames alone', async () => {
    const response = await fetch(`${owner.server.url}/preview/`)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain('sandbox allow-scripts')
    expect(policy).not.toContain('allow-same-origin')
    expect((await fetch(`${owner.server.url}/preview/nothing.js`)).status).toBe(404)
  })
})

test('the widget speaks in words of the owner, and never without the name of the product', async () => {
  await open('texts')
  await main().getByRole('searchbox', { name: 'Search' }).fill('runs on')
  await field('Runs on Frontdesk').fill('Mine')
  await button('Save').click()
  expect(await faultHere()).toBe('Must name Frontdesk.')
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
      await row.getByLabel('What it does', { exact: true }).selectOption(kind)
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

  test('shortcuts are put in order by keys, and by hand', async () => {
    await set({ home: { shortcuts: ['one', 'two', 'three'].map(shortcut) } })
    await open('home')
    const order = async () => await list('Shortcuts').locator('.fold').allInnerTexts()
    await button('Move down: one').focus()
    await owner.page.keyboard.press('Enter')
    await owner.page.keyboard.press('Enter')
    expect(await order()).toEqual(['two', 'three', 'one'])
    await main().getByRole('status').getByText('Now at place 3 of 3').waitFor()
    expect(await owner.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move down: one')
    const rows = list('Shortcuts').locator('.grip')
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

  test('eight are all there may be; one that opens what is gone says so', async () => {
    const gone = { ...shortcut('h'), action: { id: 'h', label: 'h', kind: 'form', form: 'old' } }
    await set({ home: { shortcuts: [...[...'abcdefg'].map(shortcut), gone] } })
    await open('home')
    await main().getByText('That is all: there may be 8.').waitFor()
    expect(await button('Add a shortcut').isDisabled()).toBe(true)
    await button('h').click()
    await main().getByText('There is no form yet.').waitFor()
    await button('Remove: a').click()
    await save()
    expect((await saved()).home.shortcuts).toHaveLength(7)
  })
})

test('the teaser has its sentence, its moment and its pages', async () => {
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

test('nothing went wrong in the browser meanwhile', () => {
  // The preview asks for the picture that the owner named, on a host that there is not.
  expect(owner.opened.errors.filter((words) => !words.includes('ERR_NAME_NOT_RESOLVED'))).toEqual([])
})
