import { createElement, Fragment, type ReactNode } from 'react'

/** Keys nodes by their position, because they have no other identity and change only as a whole. */
export const keyedByPosition = (nodes: ReactNode[]): ReactNode => createElement(Fragment, null, ...nodes)
