/** What a tab gets: what its address names behind the tab's name. */
export type TabProps = { id: string | null }
