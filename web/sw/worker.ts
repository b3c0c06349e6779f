import { serveFiles } from './files.ts'
import { followPushes } from './push.ts'

serveFiles()
followPushes()
