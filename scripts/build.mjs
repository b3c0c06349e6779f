// npm run build: builds client and server, and leaves the stamp by which `npm start` knows that they are built.
import './node-version.mjs'

const { build } = await import('./prepare.mjs')
await build()
