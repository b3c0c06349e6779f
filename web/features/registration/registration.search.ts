import { choice, ownPath, searchReader } from '#web/lib/search.ts'

export const readRegisterSearch = searchReader({ form: choice(['full', 'quick']), redirect: ownPath })
