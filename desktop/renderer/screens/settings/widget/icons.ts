/** The icons that the widget has for a shortcut. */
export const shortcutIcons = ['chat', 'help', 'phone', 'mail', 'calendar', 'document', 'person', 'box'] as const
