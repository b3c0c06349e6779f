import { Alert, Anchor } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconShieldExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { secureText as text } from './shell.text.ts'

const hour = 3_600_000

/** In days, and in hours once it is less than two. */
function timeLeft(by: string, now: number): string {
  const hours = Math.max(1, Math.ceil((Date.parse(by) - now) / hour))
  return hours > 48 ? text.days(Math.floor(hours / 24)) : text.hours(hours)
}

/** Counts down to the day from which their role cannot be used without a second factor. */
export function SecureSoon({ by }: { by: string }) {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 60_000, { autoInvoke: true })
  return (
    <Alert color="emas" icon={<IconShieldExclamation aria-hidden />}>
      {text.soon(timeLeft(by, now))}{' '}
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
