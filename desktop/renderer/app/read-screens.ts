/** Reads the screens that are not there at first; asked again, it answers with the same. */
export const readScreens = () => import('./later-screens.ts')
