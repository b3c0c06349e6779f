// For the tests: the tested server hands out the client's files, and some tests start the whole program.
export { ensureBuilt as default } from './prepare.mjs'
