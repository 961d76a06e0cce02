import tokens from '../../../shared/tokens.css?inline'
import common from './common.css?inline'
import conversation from './conversation.css?inline'
import frame from './frame.css?inline'
import home from './home.css?inline'
import message from './message.css?inline'
import panel from './panel.css?inline'

/** The tokens belong to the chat's own element: on the shadow root's host a page could set others. */
const own = tokens.replace(/:host\(([^)]*)\)/g, '.chat$1').replaceAll(':host', '.chat')

/** All that the chat looks like, in sheets that a slow processor reads in a task each. */
export const styles = [own + common, frame, panel + home, conversation + message]
