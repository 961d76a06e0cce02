import { allScopes } from '../../shared/scope.ts'
import { openSocket, type Socket } from './live.ts'
import { createWorld, type World } from './world.ts'

export type LiveWorld = World & {
  /** A key with all scopes and no rate limit. */
  allKey: string
  /** Opens a socket, by default with that key and on this server. */
  open(credentials?: Parameters<typeof openSocket>[1], on?: Pick<World, 'url'>): Socket
  /** Closes what a test opened. */
  closeSockets(): Promise<void>
}

/** A server for tests of sockets. */
export async function createLiveWorld(): Promise<LiveWorld> {
  const world = await createWorld()
  const allKey = await world.key(allScopes, { ratePerMinute: 100_000 })
  const sockets: Socket[] = []
  return {
    ...world,
    allKey,
    open(credentials = { token: allKey }, on = world) {
      const socket = openSocket(on, credentials)
      sockets.push(socket)
      return socket
    },
    async closeSockets() {
      for (const socket of sockets.splice(0)) await socket.close()
    },
  }
}
