import type { CheckParams, CheckReason } from './model-check.ts'

/** The sentence for each result of a check of the model, and what to do about it. */
export type CheckResults = { [R in CheckReason]: (params: CheckParams<R>) => [message: string, advice?: string] }

const smallerModel = (smaller: string | number) =>
  smaller === '' ? 'Use a smaller model' : `Use a smaller model such as ${smaller}`
const speed = ({ seconds, limit, perSecond }: CheckParams<'good'>) =>
  `a reply begins after about ${seconds} s (the limit is ${limit} s) and is written at ${perSecond} tokens per second`
const begins = ({ seconds, limit, tokens, perSecond }: CheckParams<'begins'>) =>
  `A reply begins after about ${seconds} s; the limit is ${limit} s. A prompt of ${tokens} tokens was read at ${perSecond} tokens per second.`
const otherModel = 'For buttons and forms, choose a model with tools, such as qwen3:4b.'

/** In English: the server's own words, and those of the dashboard. */
export const checkResults: CheckResults = {
  server_local: ({ server, model, window }) => [
    `${server} runs ${model} on its own machine, with a window of ${window} tokens.`,
  ],
  server_cloud: ({ server, model, window, host }) => [
    `${server} passes chats on to ${host}, which runs ${model}, with a window of ${window} tokens.`,
    'Chats leave this machine. Choose another model if they must not.',
  ],
  no_model: () => ['No model is configured.', 'Start Ollama and download a model, and set ai.provider to auto.'],
  own_backend: () => ['The site uses its own AI backend, which is not checked.', 'Check another site.'],
  unreachable: ({ url }) => [
    `Nothing answers at ${url}.`,
    'Start the model server, or correct ai.baseUrl or OLLAMA_HOST.',
  ],
  not_model_server: ({ url }) => [
    `What answers at ${url} is not the expected model server.`,
    'Correct ai.baseUrl, OLLAMA_HOST or ai.provider.',
  ],
  key_refused: ({ url }) => [`The model server at ${url} rejects the key.`, 'Correct ai.apiKey.'],
  model_missing: ({ model }) => [
    `The model server does not have the model ${model}.`,
    'Download it, or correct the name in ai.model or in Settings → Model.',
  ],
  model_cannot_chat: ({ model }) => [`The model ${model} cannot chat.`, 'Choose a chat model.'],
  no_chat_model: () => ['The model server has no model that can chat.', 'Download one, for example qwen3:4b.'],
  still_loading: () => ['The model server is still loading its model.', 'Wait until it is ready, then check again.'],
  queue_full: () => ['The queue of the model server is full.', 'Check again when it is less busy.'],
  call_failed: ({ detail }) => [`The model server failed. ${detail}`, 'Look at the log of the model server.'],
  loaded: ({ seconds, window }) => [`The model was loaded in ${seconds} s, with a window of ${window} tokens.`],
  was_loaded: ({ window }) => [
    `The model was in memory, with a window of ${window} tokens. Loading it was not measured.`,
  ],
  other_window: ({ window, loaded }) => [
    `The model was loaded with a window of ${loaded} tokens, but replies ask for ${window}.`,
    `Set ai.contextTokens to ${loaded}, or give the model server more memory.`,
  ],
  begins: (params) => [begins(params)],
  begins_slowly: (params) => [
    begins(params),
    `${smallerModel(params.smaller)}, or set ai.contextTokens to a smaller number.`,
  ],
  begins_late: (params) => [
    begins(params),
    `${smallerModel(params.smaller)}, set ai.contextTokens to a smaller number, or set ai.firstTokenSeconds to ${params.needed}.`,
  ],
  begins_never: ({ seconds, limit, smaller }) => [
    `A reply did not begin within ${seconds} s; the limit is ${limit} s.`,
    `${smallerModel(smaller)}, or a machine with a GPU.`,
  ],
  writes: ({ perSecond }) => [`It writes ${perSecond} tokens per second, as fast as people read.`],
  writes_slowly: ({ perSecond, smaller }) => [
    `It writes ${perSecond} tokens per second, which is slower than people read.`,
    `${smallerModel(smaller)}.`,
  ],
  writes_crawling: ({ perSecond, smaller }) => [
    `It writes only ${perSecond} tokens per second.`,
    `${smallerModel(smaller)}, or a machine with a GPU.`,
  ],
  parallel: ({ concurrency }) => [`Two replies are written at the same time. ai.concurrency is ${concurrency}.`],
  one_at_a_time: () => ['One reply is written at a time, as ai.concurrency says.'],
  concurrency_too_high: ({ concurrency }) => [
    `The second of two requests waits until the first ends, but ai.concurrency is ${concurrency}.`,
    `Set ai.concurrency to 1, or OLLAMA_NUM_PARALLEL to ${concurrency} if the memory allows it.`,
  ],
  cache_used: ({ percent }) => [`${percent} % of a second message came from the cache of the first.`],
  cache_unneeded: ({ seconds }) => [`A whole prompt is read in ${seconds} s, so the cache hardly matters.`],
  cache_unused: ({ percent }) => [
    `Only ${percent} % of a second message came from the cache of the first.`,
    'Update the model server, and check that its prompt cache is not turned off.',
  ],
  tools_work: () => ['Tools work: the model called one and used its result.'],
  tools_none: () => ['The model has no tools. It writes its calls for buttons and forms as text.'],
  tools_dropped: () => ['The model server drops tools without an error, so buttons and forms are missing.', otherModel],
  tools_not_called: () => ['The model sees tools but did not call one when it was told to.', otherModel],
  tools_result_ignored: () => ['The model called a tool but wrote nothing about its result.', otherModel],
  formats_work: ({ count }) => [`Structured output works: all ${count} schemas were followed.`],
  formats_refused: ({ names }) => [
    `The model server refuses these schemas: ${names}.`,
    'Update the model server. These features do not work until then.',
  ],
  formats_ignored: ({ names }) => [
    `The model does not write JSON for these schemas: ${names}.`,
    'Update the model server, or choose another model. These features do not work until then.',
  ],
  thinking_none: () => ['The model does not think before it replies.'],
  thinking_works: () => ['Thinking can be turned off, and ends in a text when it is on.'],
  thinking_stays_on: () => [
    'The model thinks although it must not, which delays every reply.',
    'Choose another model, or turn thinking off in the model server.',
  ],
  thinking_endless: () => ['If the model thinks first, it does not come to an answer.', 'Leave thinking off.'],
  window_refused: ({ window }) => [
    `A prompt over the window of ${window} tokens is refused, so nothing is lost silently.`,
  ],
  window_larger: ({ window, tokens }) => [
    `The window is larger than asked for: ${tokens} tokens were read, ${window} are used.`,
  ],
  window_cut: ({ window, tokens }) => [
    `A prompt over the window of ${window} tokens is cut without an error: ${tokens} tokens were read.`,
    'Update the model server. Until then, very long chats may lose their rules.',
  ],
  abort_works: ({ seconds }) => [`After an aborted reply, the next begins in ${seconds} s.`],
  abort_ignored: ({ seconds }) => [
    `After an aborted reply, the next began only after ${seconds} s.`,
    'Update the model server. It keeps writing replies that nobody reads.',
  ],
  embedding_works: ({ model, count, seconds }) => [
    `${model} embeds ${count} passages in ${seconds} s, and stays in memory beside the chat model.`,
  ],
  embedding_none: ({ suggested }) => [
    'There is no embedding model, so passages are found by their words only.',
    `Download ${suggested} to find them also by meaning.`,
  ],
  embedding_english: ({ model, suggested }) => [
    `${model} knows English only, but a site has another language.`,
    `Download ${suggested}, and set ai.embedModel to it.`,
  ],
  embedding_without_vectors: () => ['The database has no pgvector, so embeddings are not used.'],
  embedding_too_long: ({ model }) => [
    `${model} refuses a text over its limit. Such passages are found by their words only.`,
    'Choose an embedding model with a larger window.',
  ],
  embedding_evicts: ({ model, chat }) => [
    `${chat} leaves the memory when ${model} is loaded, so replies wait until it is loaded again.`,
    'Give the model server more memory, raise OLLAMA_MAX_LOADED_MODELS, or use smaller models.',
  ],
  no_time: () => ['The time for it was over.'],
  too_short: () => ['The answer of the model was too short.'],
  large_window: ({ window }) => [`Filling a window of ${window} tokens takes too long.`],
  good: (params) => [`Good enough: ${speed(params)}.`],
  slow: (params) => [`Slow but usable: ${speed(params)}.`, `${smallerModel(params.smaller)} for faster replies.`],
  too_slow: (params) => [`Not usable: ${speed(params)}.`, `${smallerModel(params.smaller)}, or a machine with a GPU.`],
  too_late: ({ seconds, limit, smaller }) => [
    `Not usable: a reply did not begin within ${seconds} s; the limit is ${limit} s.`,
    `${smallerModel(smaller)}, or a machine with a GPU.`,
  ],
  unusable: () => ['Not usable: the assistant cannot use the model.', 'Solve the problem above, then check again.'],
  unknown: () => ['Unknown: too little was measured in the time.', 'Check again when the model server is less busy.'],
}
