import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutCalls } from '../../server/features/assistant/reply/called-text.ts'
import type { ToolCall } from '../../server/outside/model.ts'

const offered = ['show_form', 'open_shop']

function read(pieces: string[]) {
  const calls: ToolCall[] = []
  const stage = withoutCalls(offered, (call) => calls.push(call))
  const text = pieces.map((piece) => stage.push(piece)).join('') + stage.end()
  return { text, calls }
}

const shop = { name: 'open_shop', arguments: {} }
const form = { name: 'show_form', arguments: { title: 'Your {address}' } }

describe('a call that a server passed on as text', () => {
  test.each<[string, string, string, ToolCall[]]>([
    ['Llama 3', '{"name": "show_form", "parameters": {"title": "Your {address}"}}', '', [form]],
    ['Mistral', '[{"name": "show_form", "arguments": {"title": "Your {address}"}}]', '', [form]],
    [
      'OpenAI',
      '{"type": "function", "function": {"name": "show_form", "arguments": {"title": "Your {address}"}}}',
      '',
      [form],
    ],
    ['a code block', '```json\n{"name":"show_form","arguments":{"title":"Your {address}"}}\n```', '', [form]],
    ['arguments as text', '{"name":"show_form","arguments":"{\\"title\\": \\"Your {address}\\"}"}', '', [form]],
    [
      'after words',
      'Here you go. {"name": "open_shop"} Bye.',
      'Here you go.  Bye.',
      [{ name: 'open_shop', arguments: {} }],
    ],
    [
      'after a mark of Llama',
      '<|python_tag|>{"name": "show_form", "parameters": {"title": "Your {address}"}}',
      '',
      [form],
    ],
    ['after a mark of Phi', 'So: <|tool_call|>[{"name": "open_shop"}]', 'So: ', [{ name: 'open_shop', arguments: {} }]],
    [
      'after a mark of Mistral',
      '[TOOL_CALLS] [{"name": "show_form", "arguments": {"title": "Your {address}"}}]',
      '',
      [form],
    ],
    ['named by Mistral', '[TOOL_CALLS]show_form[ARGS]{"title": "Your {address}"}', '', [form]],
    ['named by Llama', '<function=show_form>{"title": "Your {address}"}</function> Bye.', ' Bye.', [form]],
    ['named, and cut off', '<function=show_form>{"title": "Your', '', []],
    ['named, and not offered', '<function=delete_all>{}</function>', '', []],
    ['named, in a code block', '```\n<function=show_form>{"title": "Your {address}"}</function>\n```', '', [form]],
    ['by its name as a key', '{"show_form": {"title": "Your {address}"}}', '', [form]],
    ['in single quotes', "{'name': 'show_form', 'parameters': {'title': 'Your {address}'}}", '', [form]],
    ['Python', 'One moment. [show_form(title="Your {address}")]', 'One moment. ', [form]],
    ['Python, two', "[open_shop(), show_form(title='Your {address}')] Bye.", ' Bye.', [shop, form]],
    ['Python, cut off', '[show_form(title="Your', '', []],
    ['Gemma', '```tool_code\nprint(show_form(title="Your {address}"))\n```', '', [form]],
    ['a function of tools', 'functools[{"name": "show_form", "arguments": {"title": "Your {address}"}}]', '', [form]],
    ['Hermes', '<tool_call>\n{"name": "open_shop", "arguments": {}}\n</tool_call>', '\n', [shop]],
    [
      'Qwen in tags',
      '<tool_call>\n<function=show_form>\n<parameter=title>\nYour {address}\n</parameter>\n</function>\n</tool_call>',
      '\n',
      [form],
    ],
    [
      'GLM',
      '<tool_call>show_form\n<arg_key>title</arg_key>\n<arg_value>Your {address}</arg_value>\n</tool_call>',
      '\n',
      [form],
    ],
    [
      'Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.show_form:0<|tool_call_argument_begin|>{"title": "Your {address}"}<|tool_call_end|><|tool_calls_section_end|>',
      '',
      [form],
    ],
    [
      'DeepSeek',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>open_shop\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      '',
      [shop],
    ],
    [
      'MiniMax',
      '<minimax:tool_call>\n<invoke name="show_form">\n<parameter name="title">Your {address}</parameter>\n</invoke>\n</minimax:tool_call>',
      '\n',
      [form],
    ],
    [
      'DeepSeek in tags',
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="show_form">\n<｜DSML｜parameter name="title" string="true">Your {address}</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
      '\n',
      [form],
    ],
    ['Gemma with marks', '<|tool_call>call:show_form{title:<|"|>Your {address}<|"|>}<tool_call|>', '', [form]],
    [
      'Gemma for functions',
      '<start_function_call>call:show_form{title:<escape>Your {address}<escape>}<end_function_call>',
      '',
      [form],
    ],
    [
      'Gemma, of all kinds',
      '<|tool_call>call:show_form{title:<|"|>a, b: c<|"|>,count:2,open:true,list:[<|"|>x<|"|>]}<tool_call|>',
      '',
      [{ name: 'show_form', arguments: { title: 'a, b: c', count: 2, open: true, list: ['x'] } }],
    ],
    ['Gemma, cut off', '<|tool_call>call:show_form{title:<|"|>Your', '', []],
    [
      'LongCat',
      '<longcat_tool_call>show_form\n<longcat_arg_key>title</longcat_arg_key>\n<longcat_arg_value>Your {address}</longcat_arg_value>\n</longcat_tool_call>',
      '\n',
      [form],
    ],
    [
      'Seed',
      '<seed:tool_call>\n<function=show_form>\n<parameter=title>Your {address}</parameter>\n</function>\n</seed:tool_call>',
      '\n',
      [form],
    ],
    [
      'Step',
      '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="show_form"><steptml:parameter name="title">Your {address}</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
      '',
      [form],
    ],
    ['Nemotron', '<TOOLCALL>[{"name": "show_form", "arguments": {"title": "Your {address}"}}]</TOOLCALL>', '', [form]],
    [
      'Command',
      '[{"tool_call_id": "0", "tool_name": "show_form", "parameters": {"title": "Your {address}"}}]',
      '',
      [form],
    ],
    ['cut off after its name', '{"name": "open_shop"', '', []],
    ['cut off in its second key', '{"name": "open_shop", "para', '', []],
    ['a mark before words', '[TOOL_CALLS]We open at nine.', 'We open at nine.', []],
    [
      'a list with a name',
      '{"tool_calls": [{"name": "show_form", "arguments": {"title": "Your {address}"}}]}',
      '',
      [form],
    ],
    ['LangChain', '{"action": "show_form", "action_input": {"title": "Your {address}"}}', '', [form]],
    ['a function that was not offered', '{"name": "delete_all", "parameters": {}}', '', []],
    ['cut off in its arguments', 'One moment. {"name": "show_form", "parameters": {"title": "Yo', 'One moment. ', []],
    ['cut off in its name', '{"name": "show_', '', []],
    ['cut off at its first key', '{"na', '', []],
    [
      'two in a row',
      '{"name":"open_shop"}\n{"name":"open_shop"}',
      '\n',
      Array(2).fill({ name: 'open_shop', arguments: {} }),
    ],
  ])('is a call, and never shown: %s', (_, written, text, calls) => {
    expect(read([written])).toEqual({ text, calls })
  })

  test.each([
    'See [our shop](https://shop.example) and {this}.',
    'An example: {"name": "Bob", "age": 3}.',
    'An example: {"title": "x", "parameters": {}}.',
    '```json\n{"colour": "red"}\n```',
    '```js\nconst a = { name: 1 }\n```',
    'A list [1, 2] and a brace {',
    'Sizes < 3 and <b>bold</b>, [TOOL] and <function> and <',
    'It ends with [',
    "It's {it's} and [it's] and it ends with func",
    'See [open_shop] and [delete_all(x=1)] and functools.',
    '```python\nprint(1)\n```',
    '{"name": "Bob", "age"',
  ])('other text stays: %s', (written) => {
    expect(read([written])).toEqual({ text: written, calls: [] })
  })

  test('the result does not depend on how the text is split', () => {
    const part = fc.constantFrom(
      'Hello. ',
      '{"name": "open_shop", "parameters": {"a": "}"}}',
      '[{"name": "show_form"}]',
      '{"name": "Bob"}',
      '[TOOL_CALLS]',
      'show_form[ARGS]{"a": 1}',
      '<function=open_shop>{}</function>',
      '[open_shop(a="]")]',
      '<tool_call>',
      '<minimax:tool_call>',
      '<invoke name="open_shop">',
      '<parameter name="a">b</parameter>',
      '</invoke>',
      '<|tool_call>call:open_shop{a:<|"|>}<|"|>}',
      'functools',
      "{'name': 'open_shop'}",
      '<parameter=a>',
      '</parameter>',
      'open_shop\n',
      '<|python_',
      'tag|>',
      '```json\n',
      '```',
      '{',
      '"na',
      '[',
      '\\"',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.array(fc.nat(80), { maxLength: 8 }), (parts, cuts) => {
        const written = parts.join('')
        const places = [0, ...cuts.filter((cut) => cut < written.length).toSorted((a, b) => a - b), written.length]
        const pieces = places.slice(1).map((to, at) => written.slice(places[at], to))
        expect(read(pieces)).toEqual(read([written]))
      }),
      { numRuns: 500 },
    )
  })
})
