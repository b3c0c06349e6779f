// npm run build: builds client and server.
// A stamp (hash of the sources) tells `npm start` later whether the build is current.
import './node-version.mjs'

const { buildClientAndServer } = await import('./prepare.mjs')
await buildClientAndServer()
