// Imported first by every command. Uses only syntax that an old Node can parse, so that the error is printed.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`✖ Node ${process.versions.node} is too old: Perantau needs Node 20.19 or newer.`)
  process.exit(1)
}
