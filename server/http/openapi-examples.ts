/** The merged path, query and body of a request, and its response. */
export type Example = { request?: Record<string, unknown>; answer: unknown }

// One small story, so that ids and names are consistent across examples.
const at = 1_894_006_800_000
const id = 'conv_0VbqAUOE3B4pCp73zjZV'
const contactId = 'lead_0VbqAUOHmvuTBh7Y9pbn'
const callbackId = 'cb_0VbqAUOgYd1XkFq2nH7w'
const label = { id: 'lbl_0VbqAUR4k1SL1r0LAcCf', name: 'Repairs', color: '#3b82f6' }
const wholeLabel = { ...label, description: 'The visitor wants something repaired.', ai: true }
const author = { kind: 'human', id: 'anna@shop.example', name: 'Anna Marsh' }
const labelOnIt = { ...wholeLabel, addedBy: 'anna@shop.example', addedAt: at + 41_000 }
const question = 'When do you open on Saturday?'
const pageUrl = 'https://shop.example/repairs'
const reply = { id: 'msg_0VbqAUPoySIhZz5rTGQr', ts: at + 3_000, role: 'agent', type: 'text' }
const opening = { ...reply, text: 'We open at nine on Saturdays.', sources: [] }
const personal = {
  ...{ id: 'msg_0VbqAURhsNdnRKFX2VwB', ts: at + 48_000, role: 'agent', type: 'text' },
  ...{ text: 'I have put you down for ten.', meta: { human: true, agentName: 'Anna' } },
}
const unseen = { payload: null, feedback: null, author: null, clientMessageId: null, deliveredAt: null, seenAt: null }

const details = {
  ...{ name: 'Ada Gray', email: 'ada@example.com', phone: '+44 1632 960111', company: null, address: null },
  ...{ fields: null, attributes: { plan: 'basic' }, tags: [], source: 'api', status: 'contacted', notes: null },
}
const contact = { id: contactId, site_id: 'demo', conversation_id: id, ...details, created_at: at, updated_at: at }
const listed = { id: contactId, site: 'demo', conversationId: id, ...details, createdAt: at, updatedAt: at }
const note = {
  ...{ id: 'note_0VbqAURVWTWKqJgU9kBB', conversationId: id, leadId: contactId, author: 'anna@shop.example' },
  ...{
    authorName: 'Anna Marsh',
    editedBy: null,
    editedName: null,
    text: 'Knows the workshop.',
    createdAt: at + 45_000,
    updatedAt: at + 45_000,
  },
}
const callback = {
  ...{ id: callbackId, conversationId: id, leadId: contactId, name: 'Ada Gray', phone: '+44 1632 960111', email: null },
  ...{ reason: 'About my order', status: 'open', note: null, requestedAt: at + 20_000, closedAt: null, closedBy: null },
  pageUrl,
}
const summary = 'The visitor asked when the shop opens on Saturdays and got the answer.'
const inLists = {
  ...{ id, startedAt: at, lastAt: at + 48_000, pageUrl, firstMessage: question, messageCount: 3, summary },
  ...{ intent: 'Opening hours', leadVerified: true, status: 'closed', assignedTo: 'anna@shop.example' },
  ...{ assignedName: 'Anna Marsh', attributes: { bike: 'Wren 3' }, labels: [label] },
}
const conversation = {
  ...{ id, site_id: 'demo', started_at: at, last_at: at + 48_000, page_url: pageUrl, page_title: 'Repairs' },
  ...{ referrer: null, utm: null, locale: 'en', country: null, first_message: question, message_count: 3 },
  ...{ lead_id: contactId, lead_verified: true, lead_claim: null, summary, intent: 'Opening hours' },
  ...{ summarized_at: at + 360_000, completed_at: at + 360_000, ended_at: null, channel: 'api', status: 'closed' },
  ...{
    assigned_to: 'anna@shop.example',
    assigned_name: 'Anna Marsh',
    handover_at: at + 40_000,
    waiting_since: null,
    visitor_presence: null,
    missed_at: null,
    reply_email: null,
    email_replies: null,
    rating: null,
    page_attributes: null,
    snoozed: null,
  },
  ...{
    closed_at: at + 60_000,
    undoable: false,
    attributes: { bike: 'Wren 3' },
    data: {},
    user: null,
    external_id: 'visit-81',
  },
  ...{ metadata: { campaign: 'spring' }, spam: false, blocked: null },
}
const page = { url: pageUrl, title: 'Repairs', referrer: null, utm: null }
const passage = 'psg_0VbqAUUtbIxRY3q4bZID'
const entry = 'man_0VbqAUUn9qXTcfAZALsG'

/** Examples of the operations that integrations use most, by operation name. */
export const examples: Record<string, Example> = {
  'conversations.start': {
    request: {
      message: question,
      contact: { name: 'Ada Gray', email: 'ada@example.com' },
      context: { pageUrl, pageTitle: 'Repairs', locale: 'en' },
      externalId: 'visit-81',
      metadata: { campaign: 'spring' },
    },
    answer: { id, messages: [opening], externalId: 'visit-81', metadata: { campaign: 'spring' } },
  },
  'conversations.send': {
    request: { id, text: 'Can I come without an appointment?', clientMessageId: 'web-2' },
    answer: { id, messages: [{ ...reply, text: 'Yes, just come by.', sources: [] }] },
  },
  'conversations.end': { request: { id }, answer: { id, ended: true } },
  'conversations.list': {
    request: { status: 'closed', limit: 30 },
    answer: {
      items: [
        {
          ...inLists,
          ...{ site: 'demo', country: null, leadName: 'Ada Gray', leadEmail: 'ada@example.com' },
          ...{
            leadPhone: '+44 1632 960111',
            leadStatus: 'contacted',
            callback: 'open',
            waitingSince: null,
            visitorPresence: null,
            missedAt: null,
            replyEmail: null,
            snoozed: null,
          },
          ...{ lastVisitorMessage: question },
          ...{ externalId: 'visit-81', metadata: { campaign: 'spring' }, spam: false, unread: false },
          ...{ lastMessage: personal.text, lastRole: 'agent', lastAuthor: author, match: null },
        },
      ],
      next: null,
    },
  },
  'conversations.get': {
    request: { id },
    answer: {
      conversation,
      summary: null,
      lead: contact,
      callbacks: [callback],
      labels: [labelOnIt],
      notes: [note],
      messages: [
        { ...unseen, id: 'msg_0VbqAUOLzhXyp1GV2xQu', ts: at, role: 'user', type: 'text', text: question },
        { ...unseen, ...opening, traceId: 'trace_0VbqAUPlCNYHesm2QsKp' },
        { ...unseen, ...personal, author },
      ],
    },
  },
  'conversations.reply': { request: { id, text: personal.text }, answer: personal },
  'conversations.assign': {
    request: { id, to: 'anna@shop.example' },
    answer: { conversationId: id, assignedTo: 'anna@shop.example', assignedName: 'Anna Marsh' },
  },
  'conversations.close': {
    request: { id },
    answer: { conversationId: id, status: 'closed', closedAt: at + 60_000 },
  },
  'conversations.update': {
    request: { id, addLabels: ['Repairs'], attributes: { bike: 'Wren 3' } },
    answer: { id, labels: [labelOnIt], attributes: { bike: 'Wren 3' }, data: {}, notes: [note], spam: false },
  },
  'conversations.verify': { request: { id }, answer: { id, leadId: contactId, leadVerified: true } },
  'notes.create': { request: { id, text: note.text }, answer: note },
  'labels.list': { answer: { labels: [wholeLabel], colors: ['#ef4444', '#22c55e', '#3b82f6'] } },
  'labels.create': {
    request: { name: 'Repairs', color: '#3b82f6', description: wholeLabel.description },
    answer: wholeLabel,
  },
  'callbacks.list': {
    request: { status: 'open', limit: 20 },
    answer: { items: [callback], next: null, counts: { open: 1, done: 0, dismissed: 0 } },
  },
  'callbacks.update': {
    request: { id: callbackId, status: 'done', note: 'Called.' },
    answer: { ...callback, status: 'done', note: 'Called.', closedAt: at + 90_000, closedBy: 'anna@shop.example' },
  },
  'leads.list': {
    request: { status: 'contacted', limit: 20 },
    answer: {
      items: [{ ...listed, conversations: 1, lastConversationId: id, openCallbacks: 1 }],
      next: null,
      counts: { new: 0, contacted: 1, qualified: 0, won: 0, lost: 0 },
    },
  },
  'leads.create': {
    request: {
      ...{ name: 'Ada Gray', email: 'ada@example.com', phone: '+44 1632 960111', status: 'contacted' },
      attributes: { plan: 'basic' },
    },
    answer: { ...contact, conversation_id: null },
  },
  'leads.get': {
    request: { id: contactId },
    answer: {
      ...contact,
      conversations: [{ ...inLists, channel: 'api' }],
      ...{ teamNotes: [note], callbacks: [callback], emailRefusal: null },
    },
  },
  'leads.update': {
    request: { id: contactId, status: 'qualified', attributes: { plan: 'full' } },
    answer: { ...contact, status: 'qualified', attributes: { plan: 'full' }, updated_at: at + 70_000 },
  },
  'eventLog.list': {
    request: { after: 'evt_0000000000000001', limit: 100, wait: 20 },
    answer: {
      items: [
        {
          ...{ id: 'evt_0000000000000002', type: 'conversation.started', createdAt: '2030-01-07T09:00:00.020Z' },
          site: 'demo',
          data: {
            conversationId: id,
            page,
            locale: 'en',
            country: null,
            form: null,
            firstMessage: question,
            data: null,
          },
        },
      ],
      next: 'evt_0000000000000002',
    },
  },
  'manual.save': {
    request: { title: 'Opening hours', content: 'On Saturdays we open at nine.', category: 'About us' },
    answer: {
      ...{ id: entry, title: 'Opening hours', content: 'On Saturdays we open at nine.', category: 'About us' },
      ...{ url: null, chunks: 1, createdAt: at, updatedAt: at, updatedBy: 'anna@shop.example' },
    },
  },
  'knowledge.search': {
    request: { query: question, k: 1 },
    answer: {
      site: 'demo',
      query: question,
      neurons: 0,
      chunks: [
        {
          ...{ id: passage, pageId: entry, url: '', title: 'Opening hours', headingPath: '', category: 'About us' },
          ...{ content: 'On Saturdays we open at nine.', ordinal: 0, score: 0.09 },
        },
      ],
      trace: {
        corrected: [],
        vector: [],
        keyword: [{ id: passage, score: 0.74 }],
        fused: [{ id: passage, score: 0.09, relevance: 1, duplicate: false }],
        reranked: [],
        threshold: 0.58,
        errors: [],
        ms: { question: 15.1, keyword: 1.8, total: 20.2 },
      },
    },
  },
  'live.status': {
    answer: {
      ...{ enabled: true, hub: true, available: 1, live: 0, unassigned: 0, waiting: 0, mine: 0 },
      agents: [{ email: 'anna@shop.example', name: 'Anna Marsh', available: true }],
      telegram: { connected: false, linked: false },
      ...{ capacity: 4, waitSeconds: 90 },
    },
  },
  'overview.day': {
    request: { day: 'yesterday' },
    answer: {
      ...{ date: '2030-01-07', timezone: 'Europe/London', from: at - 32_400_000, to: at + 54_000_000 },
      ...{ requested: 9, answered: 7, missed: 2, longestWaitSeconds: 184, medianWaitSeconds: 41 },
      byPerson: [
        { name: 'Anna Marsh', count: 5 },
        { name: 'Ben Ode', count: 2 },
      ],
      ...{ unansweredQuestions: 3, now: { open: 4, waiting: 1, missed: 1 } },
    },
  },
}
