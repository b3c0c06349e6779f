import { createStore } from './store.ts'

/** Whether a call is open on this page, which a reload would interrupt. */
export const hasOpenCall = createStore(false)
