import parts from './parts.css?inline'

/** What the parts look like that are fetched when they are first shown. */
export const styles = parts
