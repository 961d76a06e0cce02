import { type Actor, createActor } from '../../../core/actor.ts'

const names = {
  priya: 'Priya Nair',
  jonah: 'Jonah Abbott',
  leila: 'Leila Haddad',
  hanna: 'Hanna Lind',
  mei: 'Mei Tan',
}

export type Colleague = keyof typeof names

/** Somebody of the demo's team as a caller. They have no account, so nobody can sign in as one of them. */
export const actorOf = (colleague: Colleague): Actor =>
  createActor({
    kind: 'person',
    id: `${colleague}@wrenmouthcycles.example.com`,
    name: names[colleague],
    scopes: new Set(['conversations:write', 'leads:write', 'callbacks:write', 'settings:write']),
    role: 'member',
  })
