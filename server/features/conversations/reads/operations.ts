import { MarkRead, ReadMark } from '../../../../shared/inbox.ts'
import { exact } from '../../../../shared/text.ts'
import { put } from '../../../core/operation.ts'
import { markRead } from './reads.ts'

export const readOperations = {
  read: put('/conversations/:id/read', {
    summary: 'Say up to which message you have read',
    description:
      'What `unread` in the list goes by, for you alone. Visitors are told in a live chat that is yours, where what they ' +
      'wrote gets its `seenAt`, and nowhere else. For a signed-in person; a key is refused with 400. Not audited.',
    scope: 'conversations:read',
    reads: true,
    input: MarkRead.extend({ id: exact(64, 1) }),
    output: ReadMark,
    run: markRead,
  }),
}
