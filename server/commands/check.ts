/** One finding of `doctor`: what was looked at, what was found, and where it is not well, what to do. */
export type Check = { level: 'ok' | 'warn' | 'fail'; part: string; says: string; todo?: string | undefined }

export const ok = (part: string, says: string): Check => ({ level: 'ok', part, says })
export const warn = (part: string, says: string, todo?: string): Check => ({ level: 'warn', part, says, todo })
export const fail = (part: string, says: string, todo?: string): Check => ({ level: 'fail', part, says, todo })
