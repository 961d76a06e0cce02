import { AgentFile, agentSections, type ImportAgent } from '../../../../shared/agent.ts'

/** As many as somebody reads. */
const most = 50

/** What of a file was left out, and what it asks for beyond it, in plain words. */
export function warningsOf(agent: AgentFile, secrets: ImportAgent['secrets']): string[] {
  const known = Object.keys(AgentFile.shape)
  const { sync } = agent.settings?.bookings ?? {}
  return [
    ...others(agent, known).map((name) => `${name}: an agent file does not hold this. It was left out.`),
    ...others(agent.settings ?? {}, agentSections).map(
      (name) => `settings.${name}: an agent file does not hold this setting. It was left out.`,
    ),
    ...toolNamesIn(agent.prompt ?? '').map(
      (name) => `prompt: it names the tool ${name}, which this site does not have.`,
    ),
    ...(sync === undefined || sync === 'none' ? [] : [`settings.bookings.sync: connect ${sync} on this site, too.`]),
    ...others(secrets, []).map((name) => `secrets.${name}: nothing in the file asks for it.`),
  ].slice(0, most)
}

const others = (given: object, known: readonly string[]): string[] =>
  Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => name.slice(0, 64).toWellFormed())

/** The first words in braces that are no values of ours. */
function toolNamesIn(text: string): string[] {
  const named = [...text.matchAll(/\{\{\s*([a-z][a-z0-9_]{0,39})(?:\.[^{}]{1,64})?\s*\}\}/g)].map(([, name]) => name)
  return [...new Set(named)].filter((name) => name !== undefined && !ours.has(name)) as string[]
}

const ours = new Set(['prechat', 'lead', 'user'])
