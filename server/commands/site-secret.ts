import type { Command } from './command.ts'

export const siteSecret: Command = {
  name: 'site secret',
  usage: '<site>',
  says: "Show what requests to a site's own AI backend are signed with",
  more: ['The backend checks X-Svc-Signature with it. It follows from SVC_SECRET: with another one it is another.'],
  positionals: ['site'],
  options: {},
  run: ({ perform }, { positionals: [site] }) => perform('site secret', { site }),
}
