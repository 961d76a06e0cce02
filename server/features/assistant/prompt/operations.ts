import { z } from 'zod'
import { Prompt, PromptVersion, PublishedPrompt, PublishPrompt, RestorePrompt } from '../../../../shared/prompt.ts'
import { get, post } from '../../../core/operation.ts'
import { getPrompt } from './prompt.ts'
import { getVersion, publishPrompt, restorePrompt } from './versions.ts'

/** What is no number of a version names none: it is not found. */
const version = z.preprocess((value) => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : 0
}, z.int())

const stale =
  'With an outdated `baseVersion` the answer is 409 with code `bad_request`, and `current` beside `error`: the version, ' +
  'hash, text, author and time of what was published since.'

export const promptOperations = {
  get: get('/prompt', {
    summary: 'Read the prompt',
    description:
      'The instructions of the business, what is built in around them, and the versions. The text may hold ' +
      '`{{prechat.<name>}}`, `{{lead.<field>}}` and `{{user.<field>}}`, which are filled for each visitor as data; ' +
      '`{{user.*}}` only where the site vouched for the visitor. What is not known is left out; any other name in braces ' +
      'stays as it is.',
    scope: 'prompt:read',
    input: z.object({}),
    output: Prompt,
    run: getPrompt,
  }),
  version: get('/prompt/versions/:version', {
    summary: 'Read one version of the prompt',
    scope: 'prompt:read',
    input: z.object({ version }),
    output: PromptVersion,
    run: getVersion,
  }),
  publish: post('/prompt', {
    summary: 'Publish the prompt',
    description: `Makes a new version, which is live at once on this server and within a second on others. ${stale}`,
    scope: 'prompt:write',
    errors: [409],
    input: PublishPrompt,
    output: PublishedPrompt,
    run: publishPrompt,
  }),
  restore: post('/prompt/restore', {
    summary: 'Bring an old version of the prompt back',
    description: `Publishes its text as a new version. ${stale}`,
    scope: 'prompt:write',
    errors: [409],
    input: RestorePrompt,
    output: PublishedPrompt,
    run: restorePrompt,
  }),
}
