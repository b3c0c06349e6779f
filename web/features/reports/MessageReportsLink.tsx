import { ActionIcon } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { reportsText as text } from '#texts/reports.ts'
import { IconWithCountBadge } from '#web/ui/feedback/IconWithCountBadge.tsx'
import { useMessageReportCount } from './reports.api.ts'

/** Link to the reported chat messages, shown only to users who have reports to decide. */
export function MessageReportsLink() {
  const count = useMessageReportCount()
  if (count === 0) return null
  return (
    <ActionIcon
      component={Link}
      to="/reports"
      variant="light"
      color="red"
      size={36}
      aria-label={text.link({ count })}
      title={text.link({ count })}
    >
      <IconWithCountBadge count={count} tone="red">
        <IconFlag size={18} aria-hidden />
      </IconWithCountBadge>
    </ActionIcon>
  )
}
