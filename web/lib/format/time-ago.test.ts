import { expect, test } from 'vitest'
import { formatTimeAgo } from './time-ago.ts'

const now = Date.parse('2026-11-15T10:00:00Z')

test.each([
  ['2026-11-15T10:00:05Z', 'sebentar tadi'],
  ['2026-11-15T09:59:01Z', 'sebentar tadi'],
  ['2026-11-15T09:59:00Z', '1 minit lalu'],
  ['2026-11-15T09:00:01Z', '59 minit lalu'],
  ['2026-11-15T07:30:00Z', '2 jam lalu'],
  ['2026-11-12T09:00:00Z', '3 hari lalu'],
  ['2026-10-10T10:00:00Z', '1 bulan lalu'],
  ['2025-11-20T10:00:00Z', '11 bulan lalu'],
  ['2024-11-01T10:00:00Z', '2 tahun lalu'],
])('the timestamp %s is shown as "%s"', (timestamp, expected) => {
  expect(formatTimeAgo(timestamp, now)).toBe(expected)
})
