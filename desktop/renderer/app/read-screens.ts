/** Loads the screens that are not part of the first file. Further calls return the same promise. */
export const readScreens = () => import('./later-screens.ts')
