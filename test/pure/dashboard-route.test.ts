import { describe, expect, test } from 'vitest'
import { type ConnectionEvent, connectionAfter, firstConnection } from '../../desktop/renderer/live/connection-state.ts'
import { parseRoute, pathOf, type Route } from '../../desktop/renderer/ui/route.ts'

describe('an address of the dashboard', () => {
  test.each<[string, Route | null]>([
    ['/dashboard', null],
    ['/dashboard/', null],
    ['/dashboard/elsewhere', null],
    ['/dashboard/inbox', { page: 'inbox', list: 'all', id: null }],
    ['/dashboard/inbox/mine', { page: 'inbox', list: 'mine', id: null }],
    ['/dashboard/inbox/all/conv_1', { page: 'inbox', list: 'all', id: 'conv_1' }],
    ['/dashboard/inbox/label%3Albl_1/conv_1', { page: 'inbox', list: 'label:lbl_1', id: 'conv_1' }],
    ['/dashboard/inbox/unknown/conv_1', { page: 'inbox', list: 'all', id: 'conv_1' }],
    ['/dashboard/inbox/all/%3Cscript%3E', { page: 'inbox', list: 'all', id: null }],
    ['/dashboard/inbox/%E0%A4%A/conv_1', { page: 'inbox', list: 'all', id: 'conv_1' }],
    ['/dashboard/inbox/found', { page: 'inbox', list: 'all', id: null }],
    ['/dashboard/inbox/found/conv_1?from=1&topic=a+b', { page: 'inbox', list: 'found:from=1&topic=a+b', id: 'conv_1' }],
    ['/dashboard/knowledge', { page: 'knowledge', tab: '', id: null }],
    ['/dashboard/knowledge/pages/page_1', { page: 'knowledge', tab: 'pages', id: 'page_1' }],
    ['/dashboard/knowledge/..%2f../%3Cb%3E', { page: 'knowledge', tab: '', id: null }],
    ['/dashboard/contacts', { page: 'contacts', id: null, query: '' }],
    ['/dashboard/contacts/lead_1?status=new&q=a%20b', { page: 'contacts', id: 'lead_1', query: 'status=new&q=a%20b' }],
    ['/dashboard/callbacks', { page: 'callbacks', list: '' }],
    ['/dashboard/callbacks/done', { page: 'callbacks', list: 'done' }],
    ['/dashboard/callbacks/%3Cb%3E', { page: 'callbacks', list: '' }],
    ['/dashboard/overview?days=7', { page: 'overview', query: 'days=7' }],
    ['/dashboard/settings', { page: 'settings', name: '' }],
    ['/dashboard/settings/live', { page: 'settings', name: 'live' }],
    ['/dashboard/settings/..%2f..', { page: 'settings', name: '' }],
  ])('%s', (path, route) => {
    const { pathname, search } = new URL(path, 'http://localhost')
    expect(parseRoute(pathname, search)).toEqual(route)
  })

  test('is found again from what it shows', () => {
    const shown: Route[] = [
      { page: 'inbox', list: 'label:lbl_1', id: 'conv_1' },
      { page: 'inbox', list: 'waiting', id: null },
      { page: 'inbox', list: 'found:page=https%3A%2F%2Fx.example%2F%3F', id: 'conv_1' },
      { page: 'contacts', id: null, query: 'status=new' },
      { page: 'contacts', id: 'lead_1', query: '' },
      { page: 'callbacks', list: 'done' },
      { page: 'overview', query: 'days=7' },
      { page: 'knowledge', tab: '', id: null },
      { page: 'knowledge', tab: 'pages', id: 'page_1' },
      { page: 'settings', name: 'account' },
      { page: 'settings', name: '' },
    ]
    const found = shown.map((route) => parseRoute(...(pathOf(route).split('?') as [string, string?])))
    expect(found).toEqual(shown)
  })
})

describe('how it stands with the server', () => {
  const stateAfter = (...happenings: ConnectionEvent[]) => happenings.reduce(connectionAfter, firstConnection)

  test('a cut: offline, then what was missed is counted, then all is well for a moment', () => {
    expect(stateAfter('closed')).toMatchObject({ state: 'offline' })
    expect(stateAfter('closed', 'subscribed', 'event', 'event')).toMatchObject({ state: 'catching', events: 2 })
    expect(stateAfter('closed', 'subscribed', 'event', 'caughtUp')).toEqual({
      state: 'live',
      events: 1,
      back: 'complete',
    })
    expect(stateAfter('closed', 'subscribed', 'caughtUp', 'settled')).toEqual(firstConnection)
    expect(stateAfter('closed', 'subscribed', 'settled')).toMatchObject({ state: 'catching', back: 'complete' })
  })

  test('where the past could not be told, it is said that everything was loaded anew', () => {
    expect(stateAfter('closed', 'subscribed', 'resync', 'caughtUp')).toMatchObject({ state: 'live', back: 'reloaded' })
  })

  test('without a cut nothing is said, whatever happens', () => {
    expect(stateAfter('subscribed', 'event', 'caughtUp', 'event', 'settled')).toEqual(firstConnection)
  })

  test('a cut in the middle of it begins it anew', () => {
    expect(stateAfter('closed', 'subscribed', 'event', 'closed')).toEqual({ state: 'offline', events: 0, back: null })
  })
})
