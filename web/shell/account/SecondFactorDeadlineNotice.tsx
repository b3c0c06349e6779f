import { Alert, Anchor } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconShieldExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { secureText as text } from '#texts/shell.ts'

const hour = 3_600_000

/** Formats the time left to set up a second factor in days, or in hours when less than two days are left. */
function formatTimeLeft(by: string, now: number): string {
  const hours = Math.max(1, Math.ceil((Date.parse(by) - now) / hour))
  return hours > 48 ? text.days({ count: Math.floor(hours / 24) }) : text.hours({ count: hours })
}

/** Notice about the date from which the user's role will require a second factor. */
export function SecondFactorDeadlineNotice({ by }: { by: string }) {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 60_000, { autoInvoke: true })
  return (
    <Alert color="emas" icon={<IconShieldExclamation aria-hidden />}>
      {text.soon({ timeLeft: formatTimeLeft(by, now) })}{' '}
      <Anchor
        component={Link}
        to="/settings"
        hash="two-factor"
        inherit
        fw={700}
        style={{ whiteSpace: 'nowrap' }}
      >
        {text.setUp}
      </Anchor>
    </Alert>
  )
}
