import { Flex, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { calculatePercentage, getEducationLevelLabel } from '#shared/analytics-categories.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { dashboardText as text } from '#texts/dashboard.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import styles from './Dashboard.module.css'

const radius = 54
const circumference = 2 * Math.PI * radius
const gap = 3
const colours = {
  sarjana_muda: 'var(--chart-1)',
  sarjana: 'var(--chart-2)',
  doktor_falsafah: 'var(--chart-3)',
  institut_teknikal: 'var(--chart-4)',
  unknown: 'var(--chart-5)',
}

type Level = Dashboard['membersByEducationLevel'][number]

/** Ring chart of the education levels. The legend lists the percentages, so that colour is not the only cue. */
function EducationLevelRing({ levels, total }: { levels: Level[]; total: number }) {
  let countBefore = 0
  return (
    <svg viewBox="0 0 140 140" className={styles.ring} aria-hidden>
      {levels.map(({ level, count }) => {
        const [start, length] = [(countBefore / total) * circumference, (count / total) * circumference]
        countBefore += count
        const drawnLength = levels.length > 1 ? Math.max(1, length - gap) : length
        return (
          <circle
            key={level}
            fill="none"
            stroke={colours[level]}
            strokeWidth={20}
            cx="70"
            cy="70"
            r={radius}
            strokeDasharray={`${drawnLength} ${circumference - drawnLength}`}
            strokeDashoffset={-start}
            transform="rotate(-90 70 70)"
          />
        )
      })}
      <text x="70" y="72" className={styles.ringValue}>
        {formatNumber(total)}
      </text>
      <text x="70" y="90" className={styles.ringUnit}>
        {text.memberUnit}
      </text>
    </svg>
  )
}

export function MembersByEducationLevelChart({ user, data }: { user: CurrentUser; data: Dashboard }) {
  const total = data.totalMembers
  const levels = data.membersByEducationLevel.filter(
    ({ level, count }) => level !== 'unknown' || calculatePercentage(count, total) > 0,
  )
  const hasMemberLinks = getPermissionScopeOfActor(user).over === 'all'
  return (
    <Panel title={text.education}>
      {total === 0 ? (
        <Text c="dimmed">{text.noMembers}</Text>
      ) : (
        <Group gap={20} justify="center" mih={{ md: 240 }}>
          <EducationLevelRing levels={levels.filter(({ count }) => count > 0)} total={total} />
          <ul className={styles.legend}>
            {levels.map(({ level, count }) => (
              <Flex
                component="li"
                gap={10}
                align="center"
                justify="space-between"
                key={level}
                __vars={{ '--part': colours[level] }}
              >
                {hasMemberLinks && level !== 'unknown' ? (
                  <Link to="/members" search={{ educationLevel: level }}>
                    {getEducationLevelLabel(level)}
                  </Link>
                ) : (
                  <span>{getEducationLevelLabel(level)}</span>
                )}
                <strong className="tabular">{calculatePercentage(count, total)}%</strong>
              </Flex>
            ))}
          </ul>
        </Group>
      )}
    </Panel>
  )
}
