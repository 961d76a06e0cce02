import { Callback, CallbackList, CallbacksQuery, PatchCallback } from '../../../../shared/callback.ts'
import { exact } from '../../../../shared/text.ts'
import { get, patch } from '../../../core/operation.ts'
import { listCallbacks, patchCallback } from './callbacks.ts'

export const callbackOperations = {
  list: get('/callbacks', {
    summary: 'List callback requests',
    description:
      'Open ones oldest first, all others newest first. `counts` is over all statuses, of the time that `from` and `to` ask for.',
    scope: 'callbacks:read',
    input: CallbacksQuery,
    output: CallbackList,
    run: listCallbacks,
  }),
  update: patch('/callbacks/:id', {
    summary: 'Mark a callback request done or dismissed, or open it again',
    description: 'Or change its note alone. What is already as you ask for it is answered and not told of.',
    scope: 'callbacks:write',
    input: PatchCallback.extend({ id: exact(64, 1) }),
    output: Callback,
    run: patchCallback,
  }),
}
