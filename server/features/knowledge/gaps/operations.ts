import { AnsweredGap, AnswerGap, ChangeGap, Gap, GapQuery, Gaps } from '../../../../shared/gap.ts'
import { get, patch, post } from '../../../core/operation.ts'
import { answerGap } from './answer.ts'
import { changeGap, listGaps } from './gaps.ts'

export const gapOperations = {
  list: get('/knowledge/gaps', {
    summary: 'List what the knowledge does not cover',
    description:
      'Questions about the business that the assistant could not answer, those asked most first. Like questions count as one.',
    scope: 'knowledge:read',
    input: GapQuery,
    output: Gaps,
    run: listGaps,
  }),
  answer: post('/knowledge/gaps/:id/answer', {
    summary: 'Answer what the knowledge does not cover',
    description:
      'Adds a hand-written entry with the answer, and asks the question again; a second answer replaces that entry. 409 where ' +
      'another entry has the title.',
    scope: 'knowledge:write',
    errors: [404, 409],
    input: AnswerGap,
    output: AnsweredGap,
    run: answerGap,
  }),
  change: patch('/knowledge/gaps/:id', {
    summary: 'Dismiss or reopen a question',
    description: 'A dismissed question that is asked again stays dismissed; it is counted all the same.',
    scope: 'knowledge:write',
    errors: [404],
    input: ChangeGap,
    output: Gap,
    run: changeGap,
  }),
}
