import { audit as de } from '../../words/de/audit.ts'
import { type AuditWords, audit as en } from '../../words/en/audit.ts'
import { ownWords } from '../../words/own-words.ts'

/** What the page of the audit log says. */
export const useAuditWords = ownWords<AuditWords>({ en, de })
