// Global setup of Vitest for tests of the API: uploads are parsed in a child process of the built server.
import { ensureBuilt } from './prepare.mjs'

export default () => ensureBuilt(['server'])
