import { createElement, Fragment, type ReactNode } from 'react'

/** Nodes in the order given, where nothing but its place names each: what is there changes only as a whole. */
export const inPlaces = (nodes: ReactNode[]): ReactNode => createElement(Fragment, null, ...nodes)
