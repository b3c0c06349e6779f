// Global setup of Vitest: builds client and server, because tests serve the client files and start the server.
export { ensureBuilt as default } from './prepare.mjs'
