import { styles } from '../../style/parts.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { DetailsForm, HomeMore } from './home-more.tsx'
import { MenuItems } from './menu-items.tsx'
import { QueueBar } from './queue-bar.tsx'
import { RichBody } from './rich-body.tsx'
import { TaskPanel } from './task-panel.tsx'

/** What many visitors never see, and what it looks like: fetched as one file when some of it is first shown. */
export const parts = { DetailsForm, EraseDialog, HomeMore, MenuItems, QueueBar, RichBody, TaskPanel }
export { styles }
