import { z } from 'zod'
import { Deleted } from '../../../shared/page.ts'
import { exact } from '../../../shared/text.ts'
import { NewTool, PatchTool, TestTool, Tool, ToolList, ToolTest } from '../../../shared/tool.ts'
import { del, get, patch, post } from '../../core/operation.ts'
import { testTool } from './test-tool.ts'
import { createTool, deleteTool, listTools, patchTool } from './tools.ts'

const id = exact(64, 1)

export const toolOperations = {
  list: get('/tools', {
    summary: 'List tools',
    description: 'Returns the tools of the site by name. Secret header values are never returned.',
    scope: 'prompt:read',
    input: z.object({}),
    output: ToolList,
    run: listTools,
  }),
  create: post('/tools', {
    summary: 'Create a tool',
    description:
      'An `http` tool calls your API. The assistant can use it once the prompt names it as `{{name}}`. Path, query and body can ' +
      'contain `{{args.…}}` (filled in by the assistant), `{{prechat.…}}`, `{{data.tool.key}}` (the result of another tool), ' +
      '`{{conversation.id}}`, `{{user.…}}` (a visitor that your server verified), `{{lead.…}}` (what the visitor claims) and `{{site.id}}`; ' +
      'tools that run after the chat also `{{summary}}`, `{{labels.…}}`, `{{attributes.…}}`, `{{tags}}`, `{{transcript}}` and `{{page.…}}`. ' +
      'Values are escaped for where they go. Answer business outcomes, such as a wrong order number, with 200 and JSON; a 4xx or ' +
      '5xx is a failure of the tool. An `extract` tool reads the finished chat and saves what the visitor stated as attributes.',
    scope: 'prompt:write',
    status: 201,
    errors: [409],
    input: NewTool,
    output: Tool,
    run: createTool,
  }),
  update: patch('/tools/:id', {
    summary: 'Update a tool',
    description: 'A secret header with an empty value keeps the stored one, as long as the host of the URL stays.',
    scope: 'prompt:write',
    errors: [409],
    input: PatchTool.extend({ id }),
    output: Tool,
    run: patchTool,
  }),
  delete: del('/tools/:id', {
    summary: 'Delete a tool',
    description: 'Conversations keep what it returned.',
    scope: 'prompt:write',
    input: z.object({ id }),
    output: Deleted,
    run: deleteTool,
  }),
  test: post('/tools/test', {
    summary: 'Test a tool',
    description:
      'Calls a tool now with sample values: a saved one (`id`), a draft (`tool`), or a saved one with unsaved changes (both). A ' +
      'failing API is `ok` false with 200. Testing a saved tool updates its `keys` and its last status.',
    scope: 'prompt:write',
    input: TestTool,
    output: ToolTest,
    run: testTool,
  }),
}
