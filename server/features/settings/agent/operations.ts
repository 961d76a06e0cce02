import { z } from 'zod'
import { AgentFile, ImportAgent, ImportedAgent } from '../../../../shared/agent.ts'
import { get, post } from '../../../core/operation.ts'
import { exportAgent } from './export.ts'
import { importAgent } from './import.ts'

export const agentOperations = {
  export: get('/agent/export', {
    summary: 'Export the assistant as a file',
    description:
      'Prompt and settings, for another site or for keeping. It holds no branding, knowledge, accounts, webhooks, keys ' +
      'or secrets. `tools` and `needs` are empty in this version.',
    scope: 'prompt:read',
    input: z.object({}),
    output: AgentFile,
    run: exportAgent,
  }),
  import: post('/agent/import', {
    summary: 'Import an assistant from a file',
    description:
      'Settings are merged field by field, and the prompt is published as a new version unless it is published already. ' +
      'Everything is checked before anything changes. A file with settings needs `settings:write` too, unless it is a dry ' +
      'run. A file with tools is refused, as this version has none.',
    scope: 'prompt:write',
    input: ImportAgent,
    output: ImportedAgent,
    run: importAgent,
  }),
}
