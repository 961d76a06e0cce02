import { z } from 'zod'
import { MeAnswer } from '../../../shared/site.ts'
import { get } from '../../core/operation.ts'
import { getMe } from './me.ts'

export const identityOperations = {
  me: get('/me', {
    summary: 'Who am I',
    description: 'The caller, and the sites that it may work on.',
    scope: 'any',
    on: 'deployment',
    input: z.object({}),
    output: MeAnswer,
    run: getMe,
  }),
}
