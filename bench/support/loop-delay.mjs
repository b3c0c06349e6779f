// Preloaded into the measured process: reports on request the event loop delay since the last report.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const histogram = monitorEventLoopDelay({ resolution: 5 })
histogram.enable()
process.on('message', () => {
  const toMilliseconds = value => value / 1e6
  process.send({
    p50: toMilliseconds(histogram.percentile(50)),
    p99: toMilliseconds(histogram.percentile(99)),
    max: toMilliseconds(histogram.max),
  })
  histogram.reset()
})
