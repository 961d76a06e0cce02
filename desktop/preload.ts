import { contextBridge, ipcRenderer } from 'electron'
import { createBridge, createPageBridge, readFacts } from './main/expose.ts'

// This choice is only a convenience: the main process checks with each call which page it is.
if (location.protocol === 'frontdesk-page:')
  contextBridge.exposeInMainWorld('frontdeskPages', createPageBridge(ipcRenderer))
else contextBridge.exposeInMainWorld('frontdesk', createBridge(ipcRenderer, readFacts(process.argv, process.platform)))
