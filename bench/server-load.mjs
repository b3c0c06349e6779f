// Preloaded into a measured process: tells, when asked, what it has used of the processor and what it holds.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('message', ({ ask, isTidy }) => {
  if (ask !== 'load') return
  if (isTidy) collect()
  const { user, system } = process.cpuUsage()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send({ cpu: (user + system) / 1000, held: heapUsed + external, rss })
})
