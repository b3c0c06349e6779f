import { createStore } from './store.ts'

/** Whether a call is open on this page. Reloading the page would interrupt the call. */
export const hasOpenCall = createStore(false)
