import { serveCachedFiles } from './cached-files.ts'
import { handlePushEvents } from './push-events.ts'

serveCachedFiles()
handlePushEvents()
