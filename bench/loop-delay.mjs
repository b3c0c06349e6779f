// Preloaded into the measured process: tells, when asked, how late its event loop was since it was last asked.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const histogram = monitorEventLoopDelay({ resolution: 5 })
histogram.enable()
process.on('message', () => {
  const ms = value => value / 1e6
  process.send({
    p50: ms(histogram.percentile(50)),
    p99: ms(histogram.percentile(99)),
    max: ms(histogram.max),
  })
  histogram.reset()
})
