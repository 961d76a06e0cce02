/** The props of a tab: the part of the address after the tab's name. */
export type TabProps = { id: string | null }
