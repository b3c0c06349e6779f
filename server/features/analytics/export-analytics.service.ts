import type { Readable } from 'node:stream'
import type { SignedIn } from '#server/context.ts'
import { forbidden } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type Columns, exportTable } from '#server/exports/export-table.ts'
import type { AnalyticsExportQuery, AnalyticsPart, AnalyticsQuery } from '#shared/contracts/analytics.ts'
import { ageRangeLabels, countedLevelLabels, groupTypeLabels, messageTypeLabel } from '#shared/figures.ts'
import { activityStatusLabels } from '#shared/labels.ts'
import { can } from '#shared/policies.ts'
import { analyseActivities } from './analyse-activities.service.ts'
import { analyseAttendance } from './analyse-attendance.service.ts'
import { analyseCommunication } from './analyse-communication.service.ts'
import { analyseMembers } from './analyse-members.service.ts'

/** One figure: what it is about, of what, and how many. */
type Line = [section: string, item: string, count: number]

const columns: Columns<Line> = [
  ['Bahagian', ([section]) => section],
  ['Perkara', ([, item]) => item],
  ['Bilangan', ([, , count]) => count],
]

/** Everything that the screen shows of a part, in its order. */
const writers: Record<AnalyticsPart, (context: SignedIn, query: AnalyticsQuery) => Promise<Line[]>> = {
  members: async (context, query) => {
    const found = await analyseMembers(context, query)
    const summary = 'Ringkasan'
    return [
      [summary, 'Jumlah ahli', found.totalMembers],
      [summary, 'Jumlah ahli pada akhir bulan lalu', found.lastMonth.totalMembers],
      [summary, 'Kelab aktif', found.totalClubs],
      [summary, 'Kelab aktif pada akhir bulan lalu', found.lastMonth.totalClubs],
      [summary, 'Negara yang mempunyai ahli', found.totalCountries],
      [summary, 'Negara yang mempunyai kelab aktif', found.clubCountries],
      [summary, 'Menunggu kelulusan', found.pendingApprovals],
      ...found.membersByEducationLevel.map(
        (one): Line => ['Peringkat pengajian', countedLevelLabels[one.level], one.count],
      ),
      ...found.membersByAge.map((one): Line => ['Umur', ageRangeLabels[one.ageRange], one.count]),
      ...found.membersByCountry.map((one): Line => ['Negara', one.country, one.count]),
      ...found.changesByCountry
        .filter(({ change }) => change !== 0)
        .map((one): Line => ['Perubahan ahli mengikut negara', one.country, one.change]),
      ...found.growth.map((one): Line => ['Ahli pada akhir bulan', one.month, one.members]),
    ]
  },
  activities: async (context, query) => {
    const found = await analyseActivities(context, query)
    const counted = await analyseAttendance(context, query)
    return [
      ['Ringkasan', 'Jumlah aktiviti', found.totalActivities],
      ...found.activitiesByStatus.map((one): Line => ['Status', activityStatusLabels[one.status], one.count]),
      ...found.trend.map((one): Line => ['Aktiviti mengikut bulan', one.month, one.count]),
      ['Kehadiran', 'Jumlah yang menyertai', counted.joined],
      ['Kehadiran', 'Jumlah yang hadir', counted.came],
      ...counted.byClub.flatMap(({ clubName, joined, came }): Line[] => [
        ['Menyertai mengikut kelab', clubName ?? 'Ibu pejabat', joined],
        ['Hadir mengikut kelab', clubName ?? 'Ibu pejabat', came],
      ]),
    ]
  },
  communication: async (context, query) => {
    const found = await analyseCommunication(context, query)
    return [
      ['Ringkasan', 'Jumlah mesej', found.totalMessages],
      ['Ringkasan', 'Jumlah kumpulan', found.totalGroups],
      ...found.messagesByType.map((one): Line => ['Jenis mesej', messageTypeLabel(one.type), one.count]),
      ...found.groupsByType.map((one): Line => ['Jenis kumpulan', groupTypeLabels[one.type], one.count]),
      ...found.messagesByGroupType.map(
        (one): Line => ['Mesej mengikut jenis kumpulan', groupTypeLabels[one.type], one.count],
      ),
      ...found.timeline.map((one): Line => ['Mesej mengikut hari', one.day, one.count]),
    ]
  },
}

async function* inOne<T>(rows: T[]) {
  yield rows
}

/** That it was taken away is written down before it leaves. */
export async function exportAnalytics(
  context: SignedIn,
  { part, format, ...query }: AnalyticsExportQuery,
): Promise<Readable> {
  if (part === 'communication' && !can(context.actor, 'analytics.communication')) throw forbidden()
  const lines = await writers[part](context, query)
  await context.transaction(async tx => {
    if (part === 'communication' && !can(tx.actor, 'analytics.communication')) throw forbidden()
    await recordEvent(tx, { kind: 'analytics.exported', details: { part, format, ...query } })
  })
  return exportTable('Analitik', format, columns, inOne(lines))
}
