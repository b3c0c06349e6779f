import { createStore } from './store.ts'

/** Whether a call is open on this page. A reload would interrupt the call. */
export const hasOpenCall = createStore(false)
