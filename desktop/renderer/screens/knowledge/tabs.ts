import type { ComponentType } from 'react'
import type { KnowledgeWords } from '../../words/en/knowledge.ts'
import { EntriesTab } from './entries-tab.tsx'
import { FactsTab } from './facts-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { GapsTab } from './gaps-tab.tsx'
import { PagesTab } from './pages-tab.tsx'
import { SearchTab } from './search-tab.tsx'
import type { TabProps } from './tab.ts'
import { TryTab } from './try-tab.tsx'

type Tab = { name: keyof KnowledgeWords['tabs']; Screen: ComponentType<TabProps> }

/** The tabs of the knowledge in their order. Their names in the languages are in the words of the knowledge. */
export const tabs: readonly Tab[] = [
  { name: 'pages', Screen: PagesTab },
  { name: 'search', Screen: SearchTab },
  { name: 'try', Screen: TryTab },
  { name: 'facts', Screen: FactsTab },
  { name: 'entries', Screen: EntriesTab },
  { name: 'gaps', Screen: GapsTab },
  { name: 'files', Screen: FilesTab },
]
