import { type Prompt, promptLimit } from '../../../../shared/prompt.ts'
import type { Context } from '../../../core/context.ts'
import { fingerprint } from '../../../core/fingerprint.ts'
import { builtInText } from '../built-in.ts'
import { linesThatRepeat } from './overlaps.ts'
import { whyFixed } from './place.ts'
import { listVersions } from './versions.ts'

/** What the assistant of the site is told, by its owner and by us, with the versions of the former. */
export async function getPrompt(ctx: Context): Promise<Prompt> {
  const { site } = ctx
  const [rows, builtIn] = await Promise.all([listVersions(ctx), builtInText(ctx)])
  const [newest] = rows
  const text = newest?.text ?? ''
  const hash = newest?.hash ?? fingerprint('')
  const version = newest?.version ?? 0
  const { createdAt: at = null, author: by = null, source = null } = newest ?? {}
  const reason = whyFixed(site)
  return {
    site: site.id,
    connector: site.connector === 'assistant' ? 'assistant' : site.connector.kind,
    builtIn,
    overlaps: linesThatRepeat(text, site.settings, site.name),
    editable: reason === null,
    reason,
    text,
    hash,
    version,
    meta: { version, hash, at, by, source },
    limit: promptLimit,
    versions: rows.map(({ text: _, ...summary }) => summary),
  }
}
