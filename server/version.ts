import manifest from '../package.json' with { type: 'json' }

/** The running release. */
export const version: string = manifest.version
