import { allScopes } from '../../shared/scope.ts'
import { openSocket, type Socket } from './live.ts'
import { createWorld, type World } from './world.ts'

export type LiveWorld = World & {
  /** A key that may do everything, as often as a test likes. */
  allKey: string
  /** Opens a socket: with that key where none is given; on this server where no other is. */
  open(credentials?: Parameters<typeof openSocket>[1], on?: Pick<World, 'url'>): Socket
  /** Closes what a test opened. */
  closeSockets(): Promise<void>
}

/** A server whose sockets are tried. */
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
