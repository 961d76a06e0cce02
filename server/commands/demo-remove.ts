import type { Command } from './command.ts'

export const demoRemove: Command = {
  name: 'demo remove',
  usage: '',
  says: "Take the demo's invented history away",
  more: [
    'For good: its conversations, contacts, labels, tags and canned replies, and what was counted of them. What real',
    'visitors wrote stays, and so do the demo and what it learned. Start with DEMO_HISTORY=off to have none from the start.',
  ],
  positionals: [],
  options: {},
  run: ({ perform }) => perform('demo remove', {}),
}
