import { contextBridge, ipcRenderer } from 'electron'
import { offerBridge, offerPages, readFacts } from './main/offered.ts'

// Which of the two a page gets is for its own good only: the main process asks anew with each call whose page it is.
if (location.protocol === 'frontdesk-page:') contextBridge.exposeInMainWorld('frontdeskPages', offerPages(ipcRenderer))
else contextBridge.exposeInMainWorld('frontdesk', offerBridge(ipcRenderer, readFacts(process.argv, process.platform)))
