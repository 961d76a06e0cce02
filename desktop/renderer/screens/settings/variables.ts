/** The variables of canned replies, as written in them. */
export const variables = [
  'visitor.name',
  'visitor.firstName',
  'visitor.email',
  'agent.name',
  'agent.firstName',
  'business.name',
  'site.name',
] as const

export type Variable = (typeof variables)[number]

/** Unknown names in double braces. */
export function unknownVariables(text: string): string[] {
  const written = [...text.matchAll(/\{\{\s*([^{}]{0,60}?)\s*\}\}/g)]
  const unknown = written.filter(([, name]) => !(variables as readonly string[]).includes(name ?? ''))
  return [...new Set(unknown.map(([whole]) => whole))]
}
