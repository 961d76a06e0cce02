import type { Copilot } from '../../../../shared/copilot.ts'
import type { Site } from '../../../core/context.ts'
import { badRequest } from '../../../core/error.ts'

/** How much the copilot can do for a site. `hasModel`: whether the deployment has one. */
export function copilotOf({ settings, connector }: Site, hasModel: boolean): Copilot {
  if (!settings.assistant.copilot) return 'off'
  return hasModel && connector === 'assistant' ? 'model' : 'passages'
}

/** 400 if the site switched the copilot off. */
export function refuseCopilotOff({ site }: { site: Pick<Site, 'settings'> }): void {
  if (!site.settings.assistant.copilot)
    throw badRequest('The copilot is off. Switch it on in the settings of the assistant first.', 'copilot_off')
}
