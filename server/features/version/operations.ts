import { z } from 'zod'
import { VersionAnswer } from '../../../shared/version.ts'
import { get } from '../../core/operation.ts'
import { getVersion } from './version.ts'

export const versionOperations = {
  get: get('/version', {
    summary: 'Read the running release',
    scope: 'analytics:read',
    on: 'deployment',
    input: z.object({}),
    output: VersionAnswer,
    run: getVersion,
  }),
}
