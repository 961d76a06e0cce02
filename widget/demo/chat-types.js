/**
 * The shapes that the chat page exchanges with the public chat routes and keeps in the browser.
 *
 * @typedef {{ id: string, value: string, label?: string }} Action
 *   The answer to an option, a card's button or a form. A form's `value` is JSON; several choices are joined by line breaks.
 *
 * @typedef {{ id: string, kind: string, label: string, value?: string, url?: string, phone?: string, email?: string,
 *   form?: string, flow?: string }} CardAction
 *
 * @typedef {{ title: string, body?: string, image?: { src: string, alt?: string }, actions?: CardAction[] }} Card
 *
 * @typedef {{ name: string, label: string, type: string, required?: boolean, placeholder?: string,
 *   options?: { label: string, value: string }[] }} Field
 *
 * @typedef {{ id: string, ts: number, role: 'agent' | 'user' | 'system', type: string, text?: string,
 *   options?: { label: string, value: string }[], multi?: boolean, title?: string, body?: string, cards?: Card[],
 *   image?: Card['image'], actions?: CardAction[], links?: { label: string, url: string, description?: string }[],
 *   fields?: Field[], submitLabel?: string, tone?: 'info' | 'warning' | 'error', clientMessageId?: string | null,
 *   sources?: { title: string, url?: string | null, passageId?: string }[],
 *   meta?: { human?: boolean, agentName?: string, interrupted?: boolean } }} Message
 *
 * @typedef {{ name: string, botName: string, welcomeMessage: string, starterQuestions: string[], accent?: string,
 *   maxMessageLength?: number }} Site
 *
 * @typedef {{ clientMessageId: string, ts: number, text: string, action?: Action, failure?: string, final?: boolean,
 *   begun?: boolean, lost?: boolean, renewed?: boolean }} Outgoing
 *   What the visitor wrote and the server has not confirmed. `failure` says in words why; `final`: trying again is no use;
 *   `begun`: a part of the reply was seen; `lost`: no answer came, so nobody knows whether it arrived; `renewed`: it goes on in a new conversation.
 *
 * @typedef {{ id?: string, token?: string, at: number, earlier: Message[], messages: Message[], outbox: Outgoing[],
 *   answers: Record<string, string> }} Saved
 *   `answers`: by message id, the value that the visitor chose or sent. `earlier`: of conversations that ended before this one.
 */
export {}
