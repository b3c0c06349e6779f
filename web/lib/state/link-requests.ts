// Requests of new devices for the user's keys that this device can approve.
// The shell shows them on every page, so this file stays out of web/lib/e2ee, whose files form a lazily loaded chunk.
import type { ListedLinkRequest } from '#shared/contracts/keys/key-links.schemas.ts'
import { createStore } from '#web/lib/state/store.ts'

export const linkRequests = createStore<ListedLinkRequest[]>([])
