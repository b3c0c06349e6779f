import { ActionIcon, Button, Flex } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { usersText as text } from '#texts/users.ts'
import { buildViewButtonId } from '#web/features/users/list/UserRowActions.tsx'

/** Element id of an applicant's approve button, which takes the focus once the missing country has been set. */
export const buildApproveButtonId = (id: number) => `approve-${id}`

export function PendingApplicantActions({
  person: { id, fullName, currentCountry },
  isApproving,
  onView,
  onApprove,
  onReject,
}: {
  person: UserRow
  isApproving: boolean
  onView: () => void
  onApprove: () => void
  onReject: () => void
}) {
  return (
    <Flex component="span" gap={12} align="center" justify="flex-end" w="100%">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        id={buildViewButtonId(id)}
        aria-label={text.view({ name: fullName })}
        onClick={onView}
      >
        <IconEye size={18} aria-hidden />
      </ActionIcon>
      <Button
        id={buildApproveButtonId(id)}
        size="xs"
        variant="light"
        aria-label={text.approveNamed({ name: fullName })}
        disabled={!currentCountry}
        title={currentCountry ? undefined : text.countryNeeded}
        loading={isApproving}
        onClick={onApprove}
      >
        {text.approve}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        px={8}
        aria-label={text.rejectNamed({ name: fullName })}
        onClick={onReject}
      >
        {text.reject}
      </Button>
    </Flex>
  )
}
