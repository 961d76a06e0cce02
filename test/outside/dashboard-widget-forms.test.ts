import { describe, expect, test } from 'vitest'
import { eventually } from '../support/agent.ts'
import { accessFaults } from '../support/axe.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { ownerAtSettings } from '../support/widget-owner.ts'
import { full } from '../support/widget-settings.ts'

const { owner, main, field, button, list, open, save, set, saved, faultHere } = ownerAtSettings()

describe('forms', () => {
  test('have fields with generated names; questions before the chat can be optional', async () => {
    await open('forms')
    await main().getByRole('switch', { name: 'Ask visitors who they are' }).uncheck()
    await button('Add a form').click()
    await owner.page.keyboard.type('A quote')
    await button('Field 1').click()
    const fields = list('Fields')
    await fields.getByLabel('Label').fill('Which bike')
    await fields.getByLabel('Type').selectOption('Choice')
    await button('Save').click()
    await main().getByText('A select field needs options.').waitFor()
    await button('Add a choice').click()
    await owner.page.keyboard.type('City bike')
    await button('Add a field').click()
    await owner.page.keyboard.type('How to reach you')
    await fields.getByLabel('Type').last().selectOption('Email')
    await save()
    const { leads, widget } = await saved()
    expect(leads.enabled).toBe(false)
    const options = [{ label: 'City bike', value: 'City bike' }]
    expect(widget.forms).toEqual([
      {
        id: 'a_quote',
        title: 'A quote',
        fields: [
          { name: 'which_bike', label: 'Which bike', type: 'select', required: false, options },
          { name: 'email', label: 'How to reach you', type: 'email', required: false },
        ],
      },
    ])
    await main().getByRole('switch', { name: 'Ask visitors who they are' }).check()
    await save()
    expect((await saved()).leads.enabled).toBe(true)
  })
})

test('[R409] a flow asks its questions in order, and names answers that its message does not use', async () => {
  await open('flows')
  await button('Add a flow').click()
  await owner.page.keyboard.type('Repair')
  await button('answer').click()
  await list('Questions').getByLabel('Question', { exact: true }).fill('What is broken?')
  await field('The visitor chooses').check()
  await field('Choice 1').fill('Brakes')
  await field('Choice 2').fill('Wheel')
  await field('Name of the answer').fill('part')
  expect(await field('Message').inputValue()).toBe('{part}')
  await button('Add a question').click()
  await owner.page.keyboard.type('When can you come?')
  await main().getByText('{answer} does not come into the message.').waitFor()
  await field('Message').fill('{part} on {day}')
  await main().getByText('No question has the name {day}').waitFor()
  await field('Message').fill('My {part} is broken, I come ')
  await button('{answer}').click()
  await main().getByText('My Brakes is broken, I come […]').waitFor()
  await save()
  const submit = { as: 'message', template: 'My {part} is broken, I come {answer}' }
  expect((await saved()).widget.flows).toEqual([
    {
      id: 'repair',
      title: 'Repair',
      steps: [
        { field: 'part', ask: 'What is broken?', input: 'choice', choices: ['Brakes', 'Wheel'] },
        { field: 'answer', ask: 'When can you come?', input: 'text' },
      ],
      submit,
    },
  ])
})

describe('the website page', () => {
  test('[R388] [R389] has the snippet to copy; origins are allowed one by one, the website’s by a button', async () => {
    await open('website')
    await owner.opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await button('Copy: Script tag').click()
    await main().getByText('Copied').waitFor()
    const copied = await owner.page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`<script src="${owner.server.url}/loader.js" data-site="shop" async></script>`)
    await field('Address of the website').fill('https://www.shop.example/en')
    await button('Allow https://www.shop.example').click()
    await expect
      .poll(saved)
      .toMatchObject({ website: 'https://www.shop.example/en', allowedOrigins: ['https://www.shop.example'] })
    await button('Add an origin').click()
    await owner.page.keyboard.type('https://*.shop.example/path')
    await button('Save').click()
    expect(await faultHere()).toBe('Must be an origin such as https://www.example.com, or https://*.example.com.')
    await field('Origin 2').fill('https://*.shop.example')
    await save()
    expect(await saved()).toMatchObject({
      website: 'https://www.shop.example/en',
      allowedOrigins: ['https://www.shop.example', 'https://*.shop.example'],
    })
  })

  test('[R193] the check says whether visitors can chat on a page, and why not', async () => {
    const { host } = owner
    await set({ website: host.url })
    await open('website')
    const tag = await main().getByText('<script src=').innerText()
    const check = async (page: string, ...words: string[]) => {
      host.put('/', page)
      await button('Check').click()
      for (const each of words) await main().getByText(each).waitFor()
    }
    await check('<h1>Shop</h1>', `The snippet is not on ${host.url}/.`)
    await check(tag.replace('"shop"', '"other"'), 'names the site other instead of shop')
    await check(
      tag,
      `The snippet is on ${host.url}/, but visitors cannot chat there yet.`,
      'is not allowed to show the chat yet',
    )
    await button(`Allow ${host.url}`).click()
    await main().getByText('Saved').waitFor()
    await check(tag, `The snippet is on ${host.url}/, and visitors can chat there.`)
    await field('Page to look at').fill(`${host.url}/gone`)
    await check(tag, `${host.url}/gone cannot be fetched.`, 'The page returned the status 404.')
    await field('Page to look at').fill('our page')
    await check(tag, 'Nothing was checked.')
  })

  test('[U14] shows the identity secret once, and warns before replacing it', async () => {
    await open('website')
    await button('Make a secret').click()
    const secret = () => main().getByRole('region', { name: 'Identity secret' }).locator('code').innerText()
    const first = await secret()
    expect(first).toMatch(/^\w{43}$/)
    await button('Make a new secret').click()
    await main().getByText('The secret in use stops working at once').waitFor()
    await button('Cancel').click()
    expect(await secret()).toBe(first)
    await button('Make a new secret').click()
    await button('Make a new one now').click()
    await eventually(async () => (await secret()) !== first).toBe(true)
    await owner.page.reload()
    await main().getByText('A secret is in use.').waitFor()
    expect(await owner.page.content()).not.toContain(first)
    expect((await owner.desk.get('/identity-secret')).body).toEqual({ source: 'made' })
  })
})

const names = ['website', 'look', 'texts', 'home', 'teaser', 'forms', 'flows']

/** Shows a page with everything expanded. */
async function openWhole(name: string) {
  await open(name)
  const folded = main().locator('li button[aria-expanded="false"]')
  while ((await folded.count()) > 0)
    await folded.evaluateAll((all) => {
      for (const one of all) (one as HTMLElement).click()
    })
}

test('axe finds no faults on any page, light and wide, dark and narrow, and nothing overflows', async () => {
  await set(full((most) => 'A rather long text '.repeat(3).slice(0, most)))
  for (const name of names) {
    await openWhole(name)
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 360],
    ] as const) {
      await owner.page.emulateMedia({ colorScheme })
      await owner.page.setViewportSize({ width, height: 900 })
      const wider = await main().evaluate((it) => it.scrollWidth - it.clientWidth)
      const faults = await accessFaults(owner.page, 'div:has(> main)')
      expect({ name, colorScheme, width, wider, faults }).toEqual({ name, colorScheme, width, wider: 0, faults: [] })
    }
    await owner.page.emulateMedia({ colorScheme: 'light' })
    await owner.page.setViewportSize({ width: 1280, height: 900 })
  }
})

test('[threat 3] renders all stored texts as text', async () => {
  for (const hostile of [hostileTexts.slice(0, 6).join(' '), hostileTexts.slice(6).join(' ').replaceAll('\n', ' ')]) {
    await set(full((most) => hostile.slice(0, most)))
    for (const name of names) {
      await openWhole(name)
      await expectHarmless(owner.opened, main().locator('.settings-section'))
    }
  }
})

test('the browser logged no errors', () => {
  expect(owner.opened.errors).toEqual([])
})
