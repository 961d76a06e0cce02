import type { Widen } from '../en.ts'

/** What helps to write and read in a chat. */
export const copilot = {
  draft: {
    name: 'Drafted answer',
    byModel: 'Draft by the assistant. Check it before you send it.',
    byPassages: 'Quoted from the knowledge. Check it before you send it.',
    sources: 'Sources of the draft',
    insert: 'Insert',
    insertLong: 'Insert the drafted answer',
    dismiss: 'Dismiss',
    dismissLong: 'Dismiss the drafted answer',
    writing: 'The assistant is drafting an answer…',
  },
  rewrite: {
    open: 'Rewrite',
    ways: {
      shorter: 'Shorter',
      friendlier: 'Friendlier',
      formal: 'More formal',
      translated: 'In the visitor’s language',
    },
    commands: {
      shorter: 'Make the reply shorter',
      friendlier: 'Make the reply friendlier',
      formal: 'Make the reply more formal',
      translated: 'Translate the reply for the visitor',
    },
    busy: 'Rewriting…',
    failed: 'The model gave no usable answer. Your text is unchanged.',
    changed: 'Your text has changed in the meantime, so it was not replaced.',
  },
  repeated: {
    name: 'Save as a canned reply',
    title: 'You have sent this reply three times. Save it as a canned reply?',
    shortcut: 'Shortcut /',
    save: 'Save canned reply',
    never: 'Don’t suggest this again',
    saved: (shortcut: string) => `Saved. Type /${shortcut} to insert it.`,
  },
  teach: {
    title: 'Teach the assistant',
    intro: 'The assistant answers this question from now on. Write it for every visitor, without personal data.',
    removed: 'Names and contact details were replaced by “…”. Check the rest.',
    question: 'Question',
    answer: 'Answer',
    saved: 'Added to the knowledge.',
  },
  translation: {
    busy: 'Translating…',
    failed: 'The messages could not be translated. The model gave no usable answer.',
  },
}
export type CopilotWords = Widen<typeof copilot>
