import type { Readable } from 'node:stream'
import type { SignedInContext } from '#server/context.ts'
import { forbidden } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { type ExportColumns, exportTable } from '#server/exports/export-table.ts'
import { getEducationLevelLabel, getMessageTypeLabel } from '#shared/analytics-categories.ts'
import type {
  AnalyticsExportQuery,
  AnalyticsPart,
  AnalyticsQuery,
} from '#shared/contracts/analytics/analytics.schemas.ts'
import { can } from '#shared/policies.ts'
import { ageRangeLabels, groupTypeLabels } from '#texts/analytics-categories.ts'
import { activityStatusLabels } from '#texts/labels.ts'
import { analyseActivities } from './analyse-activities.service.ts'
import { analyseAttendance } from './analyse-attendance.service.ts'
import { analyseCommunication } from './analyse-communication.service.ts'
import { analyseMembers } from './analyse-members.service.ts'

/** Row of the analytics export: section, item and count. */
type Line = [section: string, item: string, count: number]

const columns: ExportColumns<Line> = [
  ['Bahagian', ([section]) => section],
  ['Perkara', ([, item]) => item],
  ['Bilangan', ([, , count]) => count],
]

/** Builds the export rows of each part of the analytics, in the order of the analytics screen. */
const writers: Record<AnalyticsPart, (context: SignedInContext, query: AnalyticsQuery) => Promise<Line[]>> = {
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
        (row): Line => ['Peringkat pengajian', getEducationLevelLabel(row.level), row.count],
      ),
      ...found.membersByAge.map((row): Line => ['Umur', ageRangeLabels[row.ageRange], row.count]),
      ...found.membersByCountry.map((row): Line => ['Negara', row.country, row.count]),
      ...found.changesByCountry
        .filter(({ change }) => change !== 0)
        .map((row): Line => ['Perubahan ahli mengikut negara', row.country, row.change]),
      ...found.growth.map((row): Line => ['Ahli pada akhir bulan', row.month, row.members]),
    ]
  },
  activities: async (context, query) => {
    const found = await analyseActivities(context, query)
    const counted = await analyseAttendance(context, query)
    return [
      ['Ringkasan', 'Jumlah aktiviti', found.totalActivities],
      ...found.activitiesByStatus.map((row): Line => ['Status', activityStatusLabels[row.status], row.count]),
      ...found.trend.map((row): Line => ['Aktiviti mengikut bulan', row.month, row.count]),
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
      ...found.messagesByType.map((row): Line => ['Jenis mesej', getMessageTypeLabel(row.type), row.count]),
      ...found.groupsByType.map((row): Line => ['Jenis kumpulan', groupTypeLabels[row.type], row.count]),
      ...found.messagesByGroupType.map(
        (row): Line => ['Mesej mengikut jenis kumpulan', groupTypeLabels[row.type], row.count],
      ),
      ...found.timeline.map((row): Line => ['Mesej mengikut hari', row.day, row.count]),
    ]
  },
}

async function* yieldOnce<T>(rows: T[]) {
  yield rows
}

/** Exports analytics. The audit event is written before the data leave the server. */
export async function exportAnalytics(
  context: SignedInContext,
  { part, format, ...query }: AnalyticsExportQuery,
): Promise<Readable> {
  if (part === 'communication' && !can(context.actor, 'analytics.communication')) throw forbidden()
  const lines = await writers[part](context, query)
  await context.transaction(async tx => {
    if (part === 'communication' && !can(tx.actor, 'analytics.communication')) throw forbidden()
    await recordAuditEvent(tx, { kind: 'analytics.exported', details: { part, format, ...query } })
  })
  return exportTable('Analitik', format, columns, yieldOnce(lines))
}
