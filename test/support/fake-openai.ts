import { countTokens, embedText } from './embed.ts'
import { type FakeServer, type Seen, sendJson, startFakeServer } from './fake-server.ts'
import { quoteFrom } from './quote.ts'
import { play, type Steps, type Wire } from './steps.ts'

export type OpenaiChat = {
  model: string
  messages: { role: string; content: string; tool_calls?: unknown[]; tool_call_id?: string }[]
  tools?: unknown[]
}

export type FakeOpenai = FakeServer & {
  /** The models that `/models` lists. */
  models: Record<string, unknown>[]
  script(write: (chat: OpenaiChat) => Steps): void
  /** The response for any other path; undefined: the usual one. */
  instead(write: (seen: Seen) => Steps | undefined): void
}

/** Starts a server with OpenAI's protocol below /v1. Without a script it quotes what the prompt says. */
export async function startFakeOpenai(port = 0): Promise<FakeOpenai> {
  let write = (chat: OpenaiChat): Steps =>
    (quoteFrom(chat.messages).match(/\s*\S+/g) ?? []).map((word) => ({ text: word }))
  let instead: (seen: Seen) => Steps | undefined = () => undefined
  const models: Record<string, unknown>[] = [{ id: 'qwen3-8b', object: 'model', max_model_len: 40_960 }]
  const server = await startFakeServer(async (seen, response) => {
    const steps = instead(seen)
    if (steps) return play(steps, response, wireOf('', 0))
    if (seen.path === '/v1/chat/completions') {
      const { messages, ...rest } = seen.json as OpenaiChat
      const chat = { ...rest, messages: messages.map((one) => ({ ...one, content: textOf(one.content) })) }
      const prompt = chat.messages.reduce((sum, { content }) => sum + countTokens(content), 0)
      return play(write(chat), response, wireOf(chat.model, prompt))
    }
    if (seen.path.startsWith('/props')) return sendJson(response, 200, { chat_template_caps: { supports_tools: true } })
    if (seen.path === '/v1/models') return sendJson(response, 200, { object: 'list', data: models })
    if (seen.path === '/v1/embeddings') return sendJson(response, 200, embeddings(seen))
    sendJson(response, 404, { error: { message: 'Not Found', type: 'invalid_request_error' } })
  }, port)
  return {
    ...server,
    models,
    script(next) {
      write = next
    },
    instead(next) {
      instead = next
    },
  }
}

type Part = { type: string; text?: string }

/** The text of a message that may have images beside it. */
const textOf = (content: string | Part[]): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join(' ')

/** In reverse order, so that readers must use `index`. */
function embeddings({ json }: Seen) {
  const input = [json.input].flat().map(String)
  const tokens = input.reduce((sum, text) => sum + countTokens(text), 0)
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: embedText(text) }))
  const usage = { prompt_tokens: tokens, total_tokens: tokens }
  return { object: 'list', data: data.reverse(), model: json.model, usage }
}

function wireOf(model: string, prompt: number): Wire {
  let calls = 0
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_772_600_000, model }
  const event = (body: unknown) => `data: ${JSON.stringify(body)}\n\n`
  const choice = (delta: unknown, finish_reason: string | null = null) =>
    event({ ...base, choices: [{ index: 0, delta, finish_reason }], usage: null })
  return {
    type: 'text/event-stream; charset=utf-8',
    text: (content) => choice({ content }),
    thinking: (reasoning_content) => choice({ reasoning_content }),
    tool(name, args) {
      const index = calls++
      const [head, tail] = [JSON.stringify(args).slice(0, 4), JSON.stringify(args).slice(4)]
      const opening = { index, id: `call_${index}`, type: 'function', function: { name, arguments: head } }
      return choice({ tool_calls: [opening] }) + choice({ tool_calls: [{ index, function: { arguments: tail } }] })
    },
    error: (message) => event({ error: { message, type: 'server_error', code: 500 } }),
    earlyError: (message) => JSON.stringify({ error: { message, type: 'server_error', code: 500 } }),
    done({ input = prompt, output, reason = calls > 0 ? 'tool_calls' : 'stop' }) {
      const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + (output ?? 0) }
      return `${choice({}, reason)}${event({ ...base, choices: [], usage })}data: [DONE]\n\n`
    },
  }
}
