// npm run bench: all of it, or those that are named.
const all = ['start', 'login-flood']
const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n▸ ${name}`)
  await import(`./${name}.mjs`)
}
