import { InstallCheck, InstallQuery } from '../../../../shared/install.ts'
import { get } from '../../../core/operation.ts'
import { checkInstall } from './check.ts'

export const installOperations = {
  check: get('/install-check', {
    summary: 'See whether the script tag is on a page',
    description:
      'Fetches the page (http and https, at most five redirects) and looks for the tag of this site that loads it from ' +
      'here. A page that cannot be fetched is an answer too, with the reason in words.',
    scope: 'settings:read',
    input: InstallQuery,
    output: InstallCheck,
    run: checkInstall,
  }),
}
