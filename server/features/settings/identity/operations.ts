import { z } from 'zod'
import { IdentitySecret, IdentitySecretMade } from '../../../../shared/identity.ts'
import { get, post } from '../../../core/operation.ts'
import { describeIdentitySecret, makeIdentitySecret } from './secret.ts'

export const identitySecretOperations = {
  get: get('/identity-secret', {
    summary: 'See whether visitors can be vouched for',
    description:
      "With the site's identity secret your server signs a JWT for a signed-in visitor, and the page hands it to " +
      '`identify`: HS256, with `sub`, `aud` (the id of the site), `exp` (at most 24 hours ahead), `email`, `name` and ' +
      'up to 20 more claims, which are texts, numbers or truth values.',
    scope: 'settings:read',
    input: z.object({}),
    output: IdentitySecret,
    run: describeIdentitySecret,
  }),
  rotate: post('/identity-secret', {
    summary: 'Make a new identity secret',
    description:
      'The one before is worth nothing from then on, nor are tokens that it signed. 409 where the secret stands in the ' +
      'configuration file.',
    scope: 'settings:write',
    status: 201,
    errors: [409],
    secrets: ['secret'],
    input: z.object({}),
    output: IdentitySecretMade,
    run: makeIdentitySecret,
  }),
}
