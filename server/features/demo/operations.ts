import { z } from 'zod'
import { DemoHistory, DemoHistoryRemoved } from '../../../shared/demo.ts'
import { del, get } from '../../core/operation.ts'
import { readHistory, removeHistory } from './remove.ts'

export const demoOperations = {
  history: get('/demo/history', {
    summary: 'See what there is of the demo’s history',
    description:
      'The demo begins with some weeks of invented conversations, unless the server is started with DEMO_HISTORY=off. ' +
      'Other sites have none.',
    scope: 'settings:read',
    input: z.object({}),
    output: DemoHistory,
    run: readHistory,
  }),
  removeHistory: del('/demo/history', {
    summary: 'Take the demo’s history away',
    description:
      'For good, with its contacts, labels, tags and canned replies, and off every count. What real visitors wrote stays, ' +
      'and so do the site and what it learned. Repeating the request changes nothing.',
    scope: 'settings:write',
    input: z.object({}),
    output: DemoHistoryRemoved,
    run: removeHistory,
  }),
}
