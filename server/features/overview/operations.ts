import { OverviewAnswer, OverviewQuery } from '../../../shared/overview.ts'
import { get } from '../../core/operation.ts'
import { getOverview } from './overview.ts'

export const overviewOperations = {
  get: get('/overview', {
    summary: 'How the site is doing',
    description:
      'Counts of the last days beside those of as many days before, what visitors asked that the knowledge did not cover, ' +
      'and what fails now. Counts of conversations are those of the day on which they began, and change with them. What ' +
      'is deleted is taken off; what retention removes stays counted. Medians are exact to 2 %, all else is exact.',
    scope: 'analytics:read',
    input: OverviewQuery,
    output: OverviewAnswer,
    run: getOverview,
  }),
}
