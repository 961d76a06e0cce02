import { tryTo } from '../site.ts'

/** Whether the window was open on the page before, in this tab. */
export function keptOpen(site: string) {
  const key = `svc:${site}:open`
  let was = false
  tryTo(() => {
    was = !!sessionStorage.getItem(key)
  })
  return { was, set: (open: boolean) => tryTo(() => sessionStorage.setItem(key, open ? '1' : '')) }
}
