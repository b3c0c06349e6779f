// Generates the segments (saved member filters) of the demo data: of headquarters and of the London club.
import type { segments } from '#server/db/schema/segments.ts'

const londonClub = 1

export const demoSegments: (typeof segments.$inferInsert)[] = [
  {
    name: 'Aktif dalam 6 bulan lalu',
    match: 'all',
    conditions: [
      { kind: 'status', values: ['active'] },
      { kind: 'attendance', atLeast: 1, months: 6, isNot: false },
    ],
  },
  {
    name: 'Pascasiswazah',
    match: 'all',
    conditions: [
      { kind: 'status', values: ['active'] },
      { kind: 'educationLevel', values: ['sarjana', 'doktor_falsafah'] },
    ],
  },
  {
    name: 'Lama tidak hadir',
    clubId: londonClub,
    match: 'all',
    conditions: [
      { kind: 'status', values: ['active'] },
      { kind: 'attendance', atLeast: 1, months: 6, isNot: true },
    ],
  },
]
