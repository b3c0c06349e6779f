import { Button, Group, Text } from '@mantine/core'
import { usersText as text } from '#texts/users.ts'

/** Number of selected applicants, with buttons that approve or reject all selected applicants. */
export function BulkApplicantDecisionBar({
  count,
  isBusy,
  onApprove,
  onReject,
}: {
  count: number
  isBusy: boolean
  onApprove: () => void
  onReject: () => void
}) {
  return (
    <Group mb="sm" role="group" aria-label={text.selected({ count })}>
      <Text size="sm" fw={600}>
        {text.selected({ count })}
      </Text>
      <Button size="xs" loading={isBusy} onClick={onApprove}>
        {text.approveSelected}
      </Button>
      <Button size="xs" variant="light" color="red" disabled={isBusy} onClick={onReject}>
        {text.rejectSelected}
      </Button>
    </Group>
  )
}
