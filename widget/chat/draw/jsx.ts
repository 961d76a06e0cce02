import { type Drawing, Fragment, type Props } from './draw.ts'

/** What the compiler makes of an element in a `.tsx` file. */
export const jsx = (type: Drawing['type'], props: Props, key?: unknown): Drawing => ({ type, props, key })

export { Fragment, jsx as jsxDEV, jsx as jsxs }
