// npm run build: builds client and server, and writes a stamp (hash of the sources) that tells `npm start` that the
// build is current.
import './node-version.mjs'

const { buildClientAndServer } = await import('./prepare.mjs')
await buildClientAndServer()
