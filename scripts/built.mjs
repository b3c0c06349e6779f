// Global setup of Vitest for server tests. Uploads are parsed in a child process of the built server.
// Only tests that start the programs or serve the client need the client, too: *.built.test.ts and *.faults.ts.
import { ensureBuilt } from './prepare.mjs'

export default ({ vitest }) => {
  const needsClient = vitest.state.getPaths().some(path => /\.(built\.test|faults)\.ts$/.test(path))
  return ensureBuilt(needsClient ? undefined : ['server'])
}
