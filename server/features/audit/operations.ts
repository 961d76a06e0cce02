import { AuditPage, AuditQuery } from '../../../shared/audit.ts'
import { get } from '../../core/operation.ts'
import { listAudit } from './audit.ts'

export const auditOperations = {
  list: get('/audit', {
    summary: 'Read the audit log',
    description:
      'Every change through the API or the dashboard, refused ones included, newest first. Kept for 90 days.',
    scope: 'audit:read',
    input: AuditQuery,
    output: AuditPage,
    run: listAudit,
  }),
}
