// npm run build: builds client and server, and writes the stamp by which `npm start` recognizes a finished build.
import './node-version.mjs'

const { build } = await import('./prepare.mjs')
await build()
