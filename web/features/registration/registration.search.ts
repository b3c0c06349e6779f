import { choice, searchReader } from '#web/lib/search.ts'

export const readRegisterSearch = searchReader({ form: choice(['full', 'quick']) })
