import { serveCachedFiles } from './files.ts'
import { handlePushEvents } from './push.ts'

serveCachedFiles()
handlePushEvents()
