import { followPushes } from './push.ts'

followPushes()
