import { test } from 'vitest'
import { expectPlausibleDemoStatistics } from './expect-plausible-demo-statistics.ts'

test.each([
  ['in the middle of a month', '2026-11-15T02:30:00Z'],
  ['in the last minute of a year', '2026-12-31T15:59:30Z'],
  ['on a leap day', '2028-02-29T10:00:00Z'],
])('the demo loaded %s shows the figures of the sample dashboard', (_name, moment) =>
  expectPlausibleDemoStatistics(moment),
)
