import { z } from 'zod'
import { LoadedModel, Models, PullModel, PullStarted } from '../../../shared/model.ts'
import { exact } from '../../../shared/text.ts'
import { get, post } from '../../core/operation.ts'
import { loadModel, readModels } from './models.ts'
import { cancelPull, startPull } from './pulls.ts'

export const modelOperations = {
  list: get('/models', {
    summary: 'See which models are in use, and which there are',
    description:
      'Asks the model server. Which model writes the replies of a site is the setting `assistant.model`; where models come ' +
      'from, and which one embeds, is the configuration of the deployment (`ai`).',
    scope: 'settings:read',
    input: z.object({}),
    output: Models,
    run: readModels,
  }),
  pull: post('/models/pull', {
    summary: 'Fetch a model through Ollama',
    description:
      'In the background: `GET /models` tells how far it is. One at a time for the whole deployment; the same one again ' +
      'is the one at work. What was fetched before a failure is not fetched again. For a signed-in person or the ' +
      'deployment’s own key; a key of a site is refused with 400, as a model takes up the disk of all.',
    scope: 'settings:write',
    on: 'deployment',
    status: 202,
    errors: [409],
    input: PullModel,
    output: PullStarted,
    run: startPull,
  }),
  cancel: post('/models/pulls/:id/cancel', {
    summary: 'Stop fetching a model',
    description:
      '`cancelled` is false where it was over. Ollama keeps what it has of it. A key of a site is refused with 400.',
    scope: 'settings:write',
    on: 'deployment',
    errors: [404],
    input: z.object({ id: exact(64, 1) }),
    output: z.object({ cancelled: z.boolean() }),
    run: cancelPull,
  }),
  load: post('/models/load', {
    summary: 'Load the site’s model into memory',
    description:
      'So that the next visitor does not wait for it. It stays for as long as Ollama keeps one or, with the setting ' +
      '`assistant.keepWarm`, until Ollama ends. What fails is answered with `ok` false and what to do about it.',
    scope: 'settings:write',
    input: z.object({}),
    output: LoadedModel,
    run: (ctx) => loadModel(ctx),
  }),
}
