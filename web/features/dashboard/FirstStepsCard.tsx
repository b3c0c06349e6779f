import { ActionIcon, Box, Text } from '@mantine/core'
import { IconChevronRight, IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Dashboard, FirstStep } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { firstStepsText as text } from '#texts/dashboard.ts'
import { setFirstStepsCardHidden, useIsFirstStepsCardHidden } from '#web/lib/device/first-steps.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import styles from './Dashboard.module.css'

/** Page for each step of the checklist for new users; undefined if a server administrator does the step. */
const stepRoutes = {
  name: undefined,
  firstClub: { to: '/clubs', search: { create: 'yes' } },
  mail: { to: '/outbox' },
  people: { to: '/invitations', hash: 'invite' },
  photo: { to: '/profile' },
  club: { to: '/profile' },
  activity: { to: '/activities' },
  notifications: { to: '/settings', hash: 'notifications' },
  keys: { to: '/settings', hash: 'encryption' },
} as const satisfies Record<FirstStep, { to: string; hash?: string; search?: object } | undefined>

function FirstStepItem({ step, isDone }: Dashboard['firstSteps'][number]) {
  const route = isDone ? undefined : stepRoutes[step]
  const { title, about } = text.steps[step]
  return (
    <Columns
      component="li"
      template="auto minmax(0, 1fr) auto"
      gap={10}
      align="start"
      pos="relative"
      mih={route && 44}
      pb={14}
      style={{ breakInside: 'avoid' }}
      className={styles.step}
      data-done={isDone || undefined}
    >
      {isDone ? (
        <IconCircleCheckFilled size={22} role="img" aria-label={text.done} />
      ) : (
        <IconCircle size={22} role="img" aria-label={text.open} />
      )}
      <div>
        {route ? (
          <Link {...route} className={styles.stepName}>
            {title}
          </Link>
        ) : (
          <span className={styles.stepName}>{title}</span>
        )}
        {!isDone && (
          <Box fz={13} c="dimmed">
            {about}
          </Box>
        )}
      </div>
      {route && <IconChevronRight size={18} aria-hidden />}
    </Columns>
  )
}

/**
 * Checklist for new users, with the open steps first. The checklist is hidden when all steps are done or the user
 * dismisses it.
 */
export function FirstStepsCard({
  user,
  steps = [],
  mb,
}: {
  user: CurrentUser
  steps?: Dashboard['firstSteps']
  mb?: number
}) {
  const isHidden = useIsFirstStepsCardHidden(user.id)
  const openStepCount = steps.filter(({ isDone }) => !isDone).length
  if (isHidden || openStepCount === 0) return null
  return (
    <Panel
      title={user.role === 'member' ? text.ofMember : text.ofInstallation}
      subtitle={text.progress({ done: steps.length - openStepCount, all: steps.length })}
      action={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          my={-10}
          mr={-10}
          aria-label={text.hide}
          onClick={() => setFirstStepsCardHidden(user.id, true)}
        >
          <IconX size={20} aria-hidden />
        </ActionIcon>
      }
      mb={mb}
    >
      <Box component="ol" mb={-14} style={{ columns: '2 260px', columnGap: 24 }}>
        {steps
          .toSorted((first, second) => Number(first.isDone) - Number(second.isDone))
          .map(entry => (
            <FirstStepItem key={entry.step} {...entry} />
          ))}
      </Box>
      <Text size="xs" c="dimmed" mt="sm">
        {text.comesBack}
      </Text>
    </Panel>
  )
}
