import type { Parts } from '../../core/context.ts'

/** What requests to a site's own AI backend are signed with: derived from the deployment's secret, and kept nowhere. */
export const connectorSecret = (parts: Pick<Parts, 'seal'>, site: string): string =>
  `whsec_${parts.seal.hash('connector', site)}`
