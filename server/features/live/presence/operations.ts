import { z } from 'zod'
import { Presence, SetPresence, Viewers, WindowId } from '../../../../shared/presence.ts'
import { exact } from '../../../../shared/text.ts'
import { post, put } from '../../../core/operation.ts'
import { setPresence, setTyping, setViewing } from './set.ts'

const id = exact(64, 1)
const persons = 'For signed-in people: a key is refused with 400.'

export const presenceOperations = {
  set: put('/live/presence', {
    summary: 'Say whether visitors may be given to you',
    description:
      'Of one window; a person is available while at least one of their windows is connected and set so. A window is ' +
      `connected by the subscription \`events\` that names it, and for 30 seconds after it. ${persons}`,
    scope: 'conversations:write',
    reads: true,
    input: SetPresence,
    output: Presence,
    run: setPresence,
  }),
  view: put('/conversations/:id/viewing', {
    summary: 'Say that a window shows a conversation, or shows it no longer',
    description: `Colleagues see who looks at it. A window shows one at a time, and none once it is gone. ${persons}`,
    scope: 'conversations:read',
    reads: true,
    input: z.object({ id, window: WindowId, viewing: z.boolean() }),
    output: Viewers,
    run: setViewing,
  }),
  type: post('/conversations/:id/typing', {
    summary: 'Say that you type, or stopped',
    description:
      'The visitor and the team are told, at most once a second. It ends by itself after six seconds, so say it again ' +
      `every few. ${persons}`,
    scope: 'conversations:write',
    reads: true,
    input: z.object({ id, typing: z.boolean() }),
    output: z.object({ id: z.string() }),
    run: setTyping,
  }),
}
