// Requests of new devices for the user's encryption keys, which this device can approve.
// Every page shows device link requests, so this file is not in web/lib/e2ee, whose code is loaded lazily.
import type { ListedLinkRequest } from '#shared/contracts/keys/key-links.schemas.ts'
import { createStore } from '#web/lib/state/store.ts'

export const linkRequests = createStore<ListedLinkRequest[]>([])
