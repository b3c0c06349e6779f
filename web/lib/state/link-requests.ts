// Requests of new devices for the user's keys that this device can approve.
// The shell shows these requests on every page, so this file is not in web/lib/e2ee, whose code is loaded lazily.
import type { ListedLinkRequest } from '#shared/contracts/keys/key-links.schemas.ts'
import { createStore } from '#web/lib/state/store.ts'

export const linkRequests = createStore<ListedLinkRequest[]>([])
