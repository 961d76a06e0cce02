/** Shows the number of waiting visitors in the title, on the tab's icon, and on the app's icon. */
export type Badge = { set(count: number): void; end(): void }

const maxCount = 99
const prefix = /^\(\d+\+?\) /

/** Screens set the title and icon; the number is added to them. */
export function createBadge(): Badge {
  let count = 0
  const words = () => (count > maxCount ? `${maxCount}+` : String(count))
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const plainIcon = icon?.href
  const retitle = () => {
    const plain = document.title.replace(prefix, '')
    const wanted = count > 0 ? `(${words()}) ${plain}` : plain
    if (document.title !== wanted) document.title = wanted
  }
  const observer = new MutationObserver(retitle)
  observer.observe(document.head, { subtree: true, childList: true, characterData: true })
  const show = () => {
    retitle()
    if (icon && plainIcon !== undefined) icon.href = count > 0 ? iconWith(words()) : plainIcon
    if (window.frontdesk) void window.frontdesk.badge(Math.min(count, 100_000))
    // For an installed app. Other browsers do not have it, or reject it.
    else if (count > 0) void navigator.setAppBadge?.(count).catch(() => {})
    else void navigator.clearAppBadge?.().catch(() => {})
  }
  return {
    set(next) {
      if (next === count) return
      count = next
      show()
    },
    end() {
      count = 0
      show()
      observer.disconnect()
    },
  }
}

/** The product's icon with a number. Its colours are readable on light and dark tabs. */
function iconWith(words: string): string {
  const size = words.length > 2 ? 11 : 14
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1d5fb4"/><path d="M7 22h18M9 19a7 7 0 0 1 14 0z" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/><circle cx="21.500" cy="10.500" r="10.500" fill="#b42318"/><text x="21.500" y="${10.5 + size * 0.36}" fill="#fff" font-family="sans-serif" font-size="${size}" font-weight="700" text-anchor="middle">${words}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
