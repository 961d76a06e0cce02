import { EventList, EventQuery } from '../../../shared/event-list.ts'
import { get } from '../../core/operation.ts'
import { listEvents } from './events.ts'

export const eventOperations = {
  list: get('/events', {
    summary: 'Follow the event log',
    description:
      'Ids grow in the order in which events became visible: whoever asks for everything after an id never misses one. ' +
      'Each type needs the read scope of its area; other types are left out.',
    scope: 'any',
    errors: [410],
    input: EventQuery,
    output: EventList,
    run: listEvents,
  }),
}
