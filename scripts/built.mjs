// Global setup of Vitest for tests that start the built programs or serve the built client.
import { ensureBuilt } from './prepare.mjs'

export default () => ensureBuilt()
