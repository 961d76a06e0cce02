/**
 * Why the server ends a socket: the code of RFC 6455 (7.4.1) and the words beside it. What is not tRPC ends its socket;
 * the client is told why, and nobody else notices.
 */
export const closing = {
  binary: [1003, 'messages are text'],
  noParams: [1008, 'the first message must be the connectionParams'],
  notJson: [1008, 'not JSON'],
  notTrpc: [1008, 'not a message of tRPC'],
  tooDeep: [1008, 'nested too deeply'],
  tooManyValues: [1008, 'too many values'],
  tooMany: [1008, 'too many messages'],
  tooMuch: [1008, 'too many bytes'],
  unknownProcedure: [1008, 'no such procedure'],
  noToken: [1008, 'no token within ten seconds'],
  restarting: [1012, 'restarting'],
} as const satisfies Record<string, readonly [code: number, reason: string]>

export type Closing = keyof typeof closing
