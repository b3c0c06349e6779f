import { createStore } from './store.ts'

/** Whether a call is open on this page. A reload would interrupt it. */
export const hasOpenCall = createStore(false)
