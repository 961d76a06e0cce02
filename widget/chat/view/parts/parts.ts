import styles from '../../style/parts.css?inline'
import { loadAllWords } from '../../words/later/all-words.ts'
import { Attach } from './attach.tsx'
import { BookingRow } from './booking-part.tsx'
import { ChatRating } from './chat-rating.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { DetailsForm, HomeLinks, Shortcuts } from './home-more.tsx'
import { LostLink } from './lost-link.tsx'
import { MenuItems } from './menu-items.tsx'
import { QueueBar } from './queue-bar.tsx'
import { RichBody } from './rich-body.tsx'
import { SentFile } from './sent-file.tsx'
import { TaskPanel } from './task-panel.tsx'

/** Parts that many visitors never see, with their styles, loaded as one file on first use. */
export const parts = {
  Attach,
  BookingRow,
  ChatRating,
  ConfirmDialog,
  EmailDialog,
  DetailsForm,
  HomeLinks,
  LostLink,
  MenuItems,
  QueueBar,
  RichBody,
  SentFile,
  Shortcuts,
  TaskPanel,
}
export { loadAllWords, styles }
