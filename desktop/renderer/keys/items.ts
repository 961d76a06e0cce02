import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { inOneLine } from '../../../shared/markdown.ts'
import { pagesFor } from '../app/settings-pages.ts'
import { useDesk } from '../live/desk.tsx'
import { keys as cacheKeys } from '../live/keys.ts'
import { labelsQuery } from '../live/queries.ts'
import { nameOf } from '../live/row-words.ts'
import { useStore } from '../live/store.ts'
import { navigate, parseRoute, pathOf, type Route, useRoute } from '../ui/route.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { useLaterWords } from '../words/later-words.ts'
import { insertInReply } from './caret.ts'
import { useCommands } from './commands.tsx'
import { ownKeys, withOwnKeys } from './own-keys.ts'
import { rankOf } from './rank.ts'
import { readRecent } from './recent.ts'

/** Something that the palette finds. */
export type Item = {
  key: string
  /** What it is, in words. */
  kind: string
  label: string
  detail?: string
  /** The keys of a command. */
  keys?: string
  /** Where it leads, if it is a place. */
  path?: string
  run(): void
}

type Ranked = Item & { rank: number }

const maxShown = 40
const maxFound = 8
/** The server's maximum. */
const maxLength = 48
/** The server found a match that the title does not show. */
const foundInside = 20

const place = (route: Route) => ({ path: pathOf(route), run: () => navigate(route) })

/** Everything that matches, the best first; without words, recent items and then all commands. */
export function useItems(text: string): { items: Item[]; isLooking: boolean } {
  const words = useLaterWords()
  const { site } = useDesk()
  const commands = useCommandItems()
  const places = [...useSettingsPages(text), ...useLabels(text), ...useCanned(text)]
  const { found, isLooking } = useFound(text)
  if (text === '') {
    const recent = readRecent(site.id).flatMap(({ key, label, path }): Item[] => {
      const command = commands.find((one) => one.key === key)
      const route = path === undefined ? null : parsePath(path)
      const kind = words.keys.recent
      return command ? [{ ...command, kind }] : route ? [{ key, label, kind, ...place(route) }] : []
    })
    const shown = new Set(recent.map(({ key }) => key))
    return { items: [...recent, ...commands.filter(({ key }) => !shown.has(key))], isLooking }
  }
  const ranked = commands.map((item): Ranked => ({ ...item, rank: rankOf(item.label, text, item.key) }))
  const matching = [...found, ...places, ...ranked].filter(({ rank }) => rank > 0)
  // Stable: of equal matches, contacts and conversations come before settings and commands.
  return { items: matching.toSorted((a, b) => b.rank - a.rank).slice(0, maxShown), isLooking }
}

function parsePath(path: string): Route | null {
  const [pathname = '', search = ''] = path.split('?')
  return parseRoute(pathname, search)
}

function useCommandItems(): Item[] {
  const { keys: words } = useLaterWords()
  const own = useStore(ownKeys, (all) => all)
  const all = withOwnKeys(useCommands(), own).filter(({ id }) => id !== 'palette')
  // A command with several keys is listed once.
  const once = [...new Map(all.map((command) => [`${command.group} ${command.words}`, command])).values()]
  return once
    .toSorted((a, b) => all.findIndex((one) => one.group === a.group) - all.findIndex((one) => one.group === b.group))
    .map(({ id, words: label, keys, run, group }) => ({ key: id, kind: group || words.commands, label, keys, run }))
}

function useSettingsPages(text: string): Ranked[] {
  const { settings } = useLaterWords()
  const { mayManage } = useDesk()
  return pagesFor(mayManage).map(({ name }) => ({
    key: `settings.${name}`,
    kind: settings.title,
    label: settings.pages[name],
    rank: rankOf(settings.pages[name], text, `${settings.title} ${name} ${settings.finds[name] ?? ''}`),
    ...place({ page: 'settings', name }),
  }))
}

function useLabels(text: string): Ranked[] {
  const { inbox } = useLaterWords()
  const { data } = useQuery({ ...labelsQuery(useDesk()), enabled: text !== '' })
  return (data?.labels ?? []).map(({ id, name, description }) => ({
    key: `label.${id}`,
    kind: inbox.labels,
    label: name,
    rank: rankOf(name, text, description),
    ...place({ page: 'inbox', list: `label:${id}`, id: null }),
  }))
}

/** In a conversation, they are inserted into the reply; elsewhere, their settings open. */
function useCanned(text: string): Ranked[] {
  const { settings } = useLaterWords()
  const { client, site } = useDesk()
  const route = useRoute()
  const open = route?.page === 'inbox' ? route.id : null
  const { data } = useQuery({
    queryKey: cacheKeys.canned(site.id),
    queryFn: () => client.cannedReplies.list.query({ site: site.id }),
    enabled: text !== '',
  })
  return (data?.items ?? []).map(({ id, shortcut, title, text: reply }) => ({
    key: `canned.${id}`,
    kind: settings.pages.canned,
    label: title,
    detail: `/${shortcut}`,
    rank: Math.max(rankOf(title, text, reply), rankOf(shortcut, text)),
    ...(open === null
      ? place({ page: 'settings', name: 'canned' })
      : { run: () => insertInReply(open, `/${shortcut}`) }),
  }))
}

/** Contacts and conversations that contain the words, requested after a pause in typing. */
function useFound(text: string): { found: Ranked[]; isLooking: boolean } {
  const { client, site } = useDesk()
  const { inbox, frame, keys } = useLaterWords()
  const q = useDebounced(text.slice(0, maxLength), 150)
  const { data, isFetching } = useQuery({
    queryKey: ['site', site.id, 'found', q],
    queryFn: async ({ signal }) => {
      const asked = { site: site.id, q, limit: maxFound }
      const [contacts, conversations] = await Promise.all([
        client.leads.list.query(asked, { signal }),
        client.conversations.list.query({ ...asked, sort: 'relevance' }, { signal }),
      ])
      return { contacts: contacts.items, conversations: conversations.items }
    },
    enabled: q.length > 1,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  if (text.length < 2 || !data) return { found: [], isLooking: isFetching }
  const contacts = data.contacts.map(({ id, name, email, phone, company }) => ({
    key: `contact.${id}`,
    kind: frame.contacts,
    label: name || email || phone || inbox.nameless,
    detail: [name && email, name && phone, company].filter(Boolean).join(' · '),
    rank: Math.max(foundInside, rankOf(name ?? '', text), rankOf(email ?? '', text), rankOf(phone ?? '', text)),
    ...place({ page: 'contacts', id, query: '' }),
  }))
  const conversations = data.conversations.map((row) => ({
    key: `conversation.${row.id}`,
    kind: keys.conversations,
    label: nameOf(row, inbox),
    detail: inOneLine(row.match ?? row.lastVisitorMessage ?? row.lastMessage ?? ''),
    // A first message stands for an unknown name, but is no name.
    rank: Math.max(foundInside, Math.min(rankOf(nameOf(row, inbox), text), row.leadName ? 100 : foundInside)),
    ...place({ page: 'inbox', list: 'all', id: row.id }),
  }))
  return { found: [...contacts, ...conversations], isLooking: isFetching }
}
