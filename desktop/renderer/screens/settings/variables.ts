/** What a canned reply may name, as it is written in it. */
export const variables = ['visitor.name', 'visitor.firstName', 'visitor.email', 'agent.name', 'site.name'] as const

export type Variable = (typeof variables)[number]

/** What stands in double braces and is not known. */
export function unknownVariables(text: string): string[] {
  const written = [...text.matchAll(/\{\{\s*([^{}]{0,60}?)\s*\}\}/g)]
  const unknown = written.filter(([, name]) => !(variables as readonly string[]).includes(name ?? ''))
  return [...new Set(unknown.map(([whole]) => whole))]
}
