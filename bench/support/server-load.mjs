// Preloaded into the measured process: reports on request its CPU time and its memory use.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

process.on('message', ({ ask, isTidy }) => {
  if (ask !== 'load') return
  if (isTidy) collectGarbage()
  const { user, system } = process.cpuUsage()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send({ cpu: (user + system) / 1000, used: heapUsed + external, rss })
})
