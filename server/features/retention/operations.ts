import { RetentionPreview, RetentionQuery } from '../../../shared/retention.ts'
import { get } from '../../core/operation.ts'
import { previewRetention } from './old.ts'

export const retentionOperations = {
  preview: get('/retention', {
    summary: 'Count what would be removed',
    description:
      'By the days of the settings, or by others that you try; nothing is removed. Live chats, open callback requests and ' +
      'whoever they are of stay, and are not counted.',
    scope: 'settings:read',
    input: RetentionQuery,
    output: RetentionPreview,
    run: previewRetention,
  }),
}
