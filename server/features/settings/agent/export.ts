import type { AgentFile } from '../../../../shared/agent.ts'
import type { Context } from '../../../core/context.ts'
import { findNewest } from '../../assistant/prompt/versions.ts'

/** The assistant of the site as a file. Bookings are in it where the owner chose how they are made. */
export async function exportAgent(ctx: Context): Promise<AgentFile> {
  const { behaviour, leads, bookings, businessName } = ctx.site.settings
  const prompt = await findNewest(ctx)
  const name = businessName || ctx.site.name
  return {
    svc: 'agent',
    version: 1,
    name,
    description: `Prompt and settings of the assistant of ${name}.`,
    ...(prompt ? { prompt: prompt.text } : {}),
    settings: { behaviour, leads, ...(bookings.mode === null ? {} : { bookings }) },
    tools: [],
    needs: [],
  }
}
