import { describe, expect, test } from 'vitest'
import { siteWith } from '../../desktop/renderer/screens/settings/widget/preview-site.ts'
import type { ChatSite } from '../../shared/chat.ts'

const site = {
  botName: 'Bo',
  accent: '#000000',
  onAccent: '#ffffff',
  home: {},
  form: {},
  privacyUrl: 'https://shop.example/privacy',
  consent: 'Stored for a year.',
  widget: {},
} as unknown as ChatSite

describe('the preview of the widget', () => {
  test.each([
    ['is kept where nothing is said of it', {}, 'https://shop.example/privacy'],
    ['is another one', { privacyUrl: 'https://shop.example/data' }, 'https://shop.example/data'],
    ['is gone once it is emptied', { privacyUrl: '' }, null],
  ])('the address of the privacy notice %s', (_, widget, expected) => {
    expect(siteWith(site, { widget }).privacyUrl).toBe(expected)
  })

  test('has a colour once it is one, with what can be read on it', () => {
    expect(siteWith(site, { accent: '#ffff' })).toMatchObject({ accent: '#000000', onAccent: '#ffffff' })
    const light = siteWith(site, { accent: '#ffffff' })
    expect([light.accent, light.onAccent === site.onAccent]).toEqual(['#ffffff', false])
  })
})
