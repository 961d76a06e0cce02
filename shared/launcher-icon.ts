// This file does not import zod, because the dashboard uses it too.

/** Shapes of Lucide (ISC) in a square of 24, by the names that a site can use for the widget's button. */
const shapes: Record<string, string> = {
  chat: 'M7.9 20A9 9 0 1 0 4 16.1L2 22Z',
  message: 'M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2Z',
  question: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20M9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3M12 17h.01',
}

/** The shape of an icon; anything that is not a name, such as an emoji, stays text. */
export const launcherIcon = (name: string): string =>
  /[^\w-]/.test(name) ? name : Object.hasOwn(shapes, name) ? shapes[name]! : shapes.chat!
