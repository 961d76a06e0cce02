import type { Svc } from '../api.ts'
import { tryTo } from './site.ts'

const names =
  'open close toggle send openHome openForm openFlow prefill setAttributes identify reset destroy on off debug'.split(
    ' ',
  )

type Published = Record<string, unknown> & { q?: unknown }

/** Whether a widget is already on the page. A stub has an array; a destroyed widget has nothing. */
export function isPublished(): boolean {
  const q = (window.Svc as Published | undefined)?.q
  return !!q && !Array.isArray(q)
}

/** Publishes `Svc` on the page, and executes calls queued in its stub, including later ones. */
export function publish(call: (name: string, given: unknown[]) => unknown): Published {
  const kept = (window.Svc as Published | undefined)?.q
  const push = (...calls: unknown[]) => {
    for (const one of calls)
      tryTo(() => {
        const [name, ...given] = one as [string]
        if (names.includes(name)) call(name, given)
      })
  }
  const svc: Published = { q: { push } }
  for (const name of names) svc[name] = (...given: unknown[]) => call(name, given)
  window.Svc = svc as Svc & Published
  if (Array.isArray(kept)) {
    push(...kept.splice(0))
    kept.push = push as typeof kept.push
  }
  return svc
}
