import type { MemberAnalytics } from '#shared/contracts/analytics.ts'
import { showNumber } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Panel.tsx'
import styles from './Analytics.module.css'
import { chartText as text } from './analytics.text.ts'
import { BarPanel } from './BarPanel.tsx'

const topOf = 5

export function GeographyTab({ data, asTable }: { data: MemberAnalytics; asTable: boolean }) {
  const total = data.totalMembers
  const bars = data.membersByCountry.map(({ country, count }) => ({ key: country, label: country, count }))
  const average = data.totalCountries > 0 ? Math.round(total / data.totalCountries) : 0
  const summary: [string, number][] = [
    [text.summary.countries, data.totalCountries],
    [text.summary.clubCountries, data.clubCountries],
    [text.summary.clubs, data.totalClubs],
    [text.summary.average, average],
    [text.summary.pending, data.pendingApprovals],
  ]
  const common = { part: text.country, unit: text.members, total, asTable }
  return (
    <div className={styles.panels}>
      <BarPanel {...common} title={text.topCountries} bars={bars.slice(0, topOf)} />
      <Panel title={text.global}>
        <dl className={styles.facts}>
          {summary.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{showNumber(value)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <BarPanel {...common} title={text.countries} bars={bars} isWide />
    </div>
  )
}
